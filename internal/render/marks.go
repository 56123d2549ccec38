package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strconv"

	"github.com/domsight/domsight/internal/dom"
)

// Marked is an element's place in a picture, and the number to write there.
type Marked struct {
	Ref        int
	X, Y, W, H int // in pixels of the picture
}

// Marks draws a frame around each element and its number at a corner: the numbers are the refs.
func Marks(picture []byte, marks []Marked) ([]byte, error) {
	from, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	canvas := image.NewRGBA(from.Bounds())
	draw.Draw(canvas, canvas.Bounds(), from, from.Bounds().Min, draw.Src)
	for i, m := range marks {
		ink := inks[i%len(inks)]
		drawFrame(canvas, image.Rect(m.X, m.Y, m.X+m.W, m.Y+m.H), ink)
	}
	for i, m := range marks { // above all frames
		drawNumber(canvas, m, inks[i%len(inks)])
	}
	var b bytes.Buffer
	err = png.Encode(&b, canvas)
	return b.Bytes(), err
}

var inks = []color.RGBA{{200, 30, 30, 255}, {20, 90, 200, 255}, {0, 120, 60, 255}, {150, 60, 170, 255}, {190, 100, 0, 255}}

func drawFrame(canvas *image.RGBA, r image.Rectangle, ink color.RGBA) {
	fill := image.NewUniform(ink)
	for _, side := range []image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+1)}, {image.Pt(r.Min.X, r.Max.Y-1), r.Max},
		{r.Min, image.Pt(r.Min.X+1, r.Max.Y)}, {image.Pt(r.Max.X-1, r.Min.Y), r.Max},
	} {
		draw.Draw(canvas, side, fill, image.Point{}, draw.Src)
	}
}

// drawNumber writes the number on a ground of the frame's colour, above the element if there is room.
func drawNumber(canvas *image.RGBA, m Marked, ink color.RGBA) {
	text := strconv.Itoa(m.Ref)
	w, h := len(text)*glyphW*glyphScale+3, glyphH*glyphScale+4
	at := image.Pt(m.X, m.Y-h)
	if at.Y < canvas.Bounds().Min.Y {
		at.Y = m.Y
	}
	at.X = max(canvas.Bounds().Min.X, min(at.X, canvas.Bounds().Max.X-w))
	draw.Draw(canvas, image.Rect(at.X, at.Y, at.X+w, at.Y+h), image.NewUniform(ink), image.Point{}, draw.Src)
	for k, digit := range text {
		for y, row := range glyphs[digit-'0'] {
			for x := range 3 {
				if row&(4>>x) == 0 {
					continue
				}
				left, top := at.X+2+(k*glyphW+x)*glyphScale, at.Y+2+y*glyphScale
				draw.Draw(canvas, image.Rect(left, top, left+glyphScale, top+glyphScale), image.White, image.Point{}, draw.Src)
			}
		}
	}
}

const (
	glyphW, glyphH = 4, 5
	glyphScale     = 2
)

// glyphs are the digits, three bits a row.
var glyphs = [10][glyphH]byte{
	{7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 7, 1, 7}, {5, 5, 7, 1, 1},
	{7, 4, 7, 1, 7}, {7, 4, 7, 5, 7}, {7, 1, 1, 1, 1}, {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7},
}

// Shot is what goes with a picture.
func Shot(at Where, words string, legend []string) string {
	text := at.String() + "\n" + words
	for _, line := range legend {
		text += "\n" + line
	}
	return counted(text + noticed(at))
}

// Legend says what each mark is, for who cannot read the picture; node finds the node of a ref.
func Legend(s *dom.Snapshot, marks []Marked, node func(ref int) int) []string {
	lines := make([]string, len(marks))
	for k, m := range marks {
		i := node(m.Ref)
		lines[k] = dom.Ref(m.Ref).String() + " " + element(s, i)
	}
	return lines
}
