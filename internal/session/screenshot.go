package session

import (
	"context"
	"math"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Picture is a PNG of a part of the page, and the page as it was then.
type Picture struct {
	*dom.Snapshot
	PNG  []byte
	Area dom.Box // of the document
	Cut  bool    // the area was too large: only its beginning is there
}

// The largest side of a picture of the whole page, in pixels: larger ones are of no use to a model.
const longestSide = 8000

// Shoot photographs the viewport, or the whole page, or one element ("" for none).
func (t *Tab) Shoot(ctx context.Context, element string, whole bool) (Picture, error) {
	var p Picture
	camera, ok := t.page.(page.Camera)
	if !ok {
		return p, fault.New(fault.PageUnsupported, "this browser cannot be photographed").Nextf("snapshot tells what is there, in words")
	}
	err := t.alone(ctx, func(ctx context.Context) (err error) {
		var node int
		if element != "" {
			found, err := t.resolve(ctx, element)
			if err != nil {
				return err
			}
			p.Snapshot, node = found.Snapshot, found.Node
		} else if p.Snapshot, err = t.capture(ctx); err != nil {
			return err
		}
		v := p.Viewport
		p.Area = v.Box()
		switch {
		case element != "":
			if p.Area = p.Boxes[node]; p.Area.Empty() {
				return fault.New(fault.Hidden, "the element has no area to photograph").Nextf("dom_inspect says why")
			}
		case whole:
			p.Area = dom.Box{W: int32(max(v.ContentWidth, v.Width)), H: int32(max(v.ContentHeight, v.Height))}
		default:
			p.PNG, err = camera.Screenshot(ctx, nil)
			return err
		}
		if p.Area.W > longestSide || p.Area.H > longestSide {
			p.Area.W, p.Area.H, p.Cut = min(p.Area.W, longestSide), min(p.Area.H, longestSide), true
		}
		a := p.Area
		p.PNG, err = camera.Screenshot(ctx, &page.Area{X: float64(a.X), Y: float64(a.Y), Width: math.Max(1, float64(a.W)), Height: math.Max(1, float64(a.H))})
		return err
	})
	return p, err
}
