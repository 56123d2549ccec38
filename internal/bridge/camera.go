package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"math"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

var _ page.Camera = (*Tab)(nil)

// picture is what is on screen, as the extension has it.
type picture struct {
	PNG   []byte  `json:"png"`
	X     float64 `json:"x"` // where the viewport begins, in the document
	Y     float64 `json:"y"`
	Scale float64 `json:"scale"` // pixels of the screen in one of CSS
}

// Screenshot is a PNG of a part of the page, in CSS pixels; nil for what is on screen. An extension sees no more than that: other
// parts are refused.
func (t *Tab) Screenshot(ctx context.Context, part *page.Area) ([]byte, error) {
	data, err := t.ask(ctx, "picture", struct{}{}, false)
	if err != nil {
		return nil, err
	}
	var p picture
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, fault.Wrap(err, fault.ExtensionError, "the extension answered with something unreadable")
	}
	screen, err := png.Decode(bytes.NewReader(p.PNG))
	if err != nil || p.Scale <= 0 {
		return nil, fault.Wrap(err, fault.ExtensionError, "the extension sent no picture")
	}
	size := screen.Bounds().Size()
	area := page.Area{X: p.X, Y: p.Y, Width: float64(size.X) / p.Scale, Height: float64(size.Y) / p.Scale}
	if part == nil {
		part = &area
	}
	if part.X < area.X-1 || part.Y < area.Y-1 || part.X+part.Width > area.X+area.Width+1 || part.Y+part.Height > area.Y+area.Height+1 {
		return nil, fault.New(fault.NotAllowed, "an extension photographs only what is on screen").Nextf("scroll there first, or leave fullPage out")
	}
	var out bytes.Buffer
	err = png.Encode(&out, crop(screen, part.X-area.X, part.Y-area.Y, part.Width, part.Height, p.Scale))
	return out.Bytes(), err
}

// crop cuts a rectangle out of a picture of a screen that has scale pixels for one.
func crop(from image.Image, x, y, width, height, scale float64) image.Image {
	out := image.NewNRGBA(image.Rect(0, 0, int(math.Round(width)), int(math.Round(height))))
	for v := range out.Rect.Dy() {
		for u := range out.Rect.Dx() {
			out.Set(u, v, from.At(int((x+float64(u)+0.5)*scale), int((y+float64(v)+0.5)*scale)))
		}
	}
	return out
}
