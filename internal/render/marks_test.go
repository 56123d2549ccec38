package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// A mark is a frame around its element and a number that is its ref, inside the picture wherever the element is.
func TestMarks(t *testing.T) {
	var blank bytes.Buffer
	if err := png.Encode(&blank, image.NewRGBA(image.Rect(0, 0, 200, 100))); err != nil {
		t.Fatal(err)
	}
	marked, err := Marks(blank.Bytes(), []Marked{{Ref: 12, X: 50, Y: 40, W: 60, H: 20}, {Ref: 7, X: 195, Y: 0, W: 5, H: 5}, {Ref: 3, X: -10, Y: 90, W: 400, H: 400}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(marked))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != image.Rect(0, 0, 200, 100) {
		t.Errorf("the picture is %v now", got.Bounds())
	}
	for _, corner := range []image.Point{{50, 40}, {109, 40}, {50, 59}, {109, 59}} {
		if color.RGBAModel.Convert(got.At(corner.X, corner.Y)) != color.Color(inks[0]) {
			t.Errorf("no frame at %v", corner)
		}
	}
	if _, _, _, alpha := got.At(80, 50).RGBA(); alpha != 0 {
		t.Error("the element itself is painted over")
	}
	ground := image.Rect(50, 40-glyphH*glyphScale-4, 50+2*glyphW*glyphScale+3, 40)
	var digits [2][glyphH]byte
	for d := range digits {
		for y := range glyphH {
			for x := range 3 {
				if r, g, b, _ := got.At(ground.Min.X+2+(d*glyphW+x)*glyphScale, ground.Min.Y+2+y*glyphScale).RGBA(); r&g&b == 0xffff {
					digits[d][y] |= 4 >> x
				}
			}
		}
	}
	if digits != [2][glyphH]byte{glyphs[1], glyphs[2]} {
		t.Errorf("the number reads %v, not 12", digits)
	}
}
