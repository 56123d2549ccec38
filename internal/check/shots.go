package check

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/session"
)

// Shot is a picture of a changed region.
type Shot struct {
	PNG     []byte
	Size    dom.Box // of the part of the page that it shows
	Mark    dom.Box // where in it the change is
	Changes []int   // indexes of the changes it shows
	Gone    bool    // what changed is no longer there: the mark is the region it was in
}

const (
	mostShots  = 12 // of a page
	margin     = 96 // around what is marked
	widestShot = 1280
	tallest    = 900
)

// shoot takes a picture of every changed region, those of the worst changes first. A picture that cannot be had is left out:
// the words say what changed.
func shoot(ctx context.Context, tab *session.Tab, print session.Print, changes []fingerprint.Change) (shots []Shot) {
	s := print.Snapshot
	page := dom.Box{W: int32(s.Viewport.ContentWidth), H: int32(s.Viewport.ContentHeight)}
	taken := map[dom.Box]int{}
	for i, c := range changes {
		mark, gone := region(print, c)
		if mark.Empty() {
			mark = s.Viewport.Box()
		}
		mark.W, mark.H = min(mark.W, widestShot), min(mark.H, tallest)
		if at, ok := taken[mark]; ok {
			shots[at].Changes = append(shots[at].Changes, i)
			continue
		}
		if len(shots) == mostShots {
			continue
		}
		part := within(dom.Box{X: mark.X - margin, Y: mark.Y - margin, W: mark.W + 2*margin, H: mark.H + 2*margin}, page)
		png, err := tab.Picture(ctx, part)
		if err != nil {
			continue
		}
		taken[mark] = len(shots)
		shots = append(shots, Shot{PNG: png, Size: part, Mark: dom.Box{X: mark.X - part.X, Y: mark.Y - part.Y, W: mark.W, H: mark.H}, Changes: []int{i}, Gone: gone})
	}
	return shots
}

// region is where a change is: the element, or what it was in if it is gone.
func region(print session.Print, c fingerprint.Change) (box dom.Box, gone bool) {
	if c.Node >= 0 && c.Node < len(print.Snapshot.Boxes) {
		return print.Snapshot.Boxes[c.Node], false
	}
	if l, ok := print.Structure.Landmarks[c.In]; ok && l.Present {
		return print.Snapshot.Boxes[l.Node], true
	}
	return print.Snapshot.Boxes[0], true
}

// within is the part of a box that lies in another.
func within(b, page dom.Box) dom.Box {
	x, y := max(b.X, page.X), max(b.Y, page.Y)
	right, bottom := min(b.X+b.W, page.X+page.W), min(b.Y+b.H, page.Y+page.H)
	if right <= x || bottom <= y {
		return b
	}
	return dom.Box{X: x, Y: y, W: right - x, H: bottom - y}
}
