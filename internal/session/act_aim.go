package session

import (
	"context"
	"fmt"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
)

// point is where to press, in the viewport of the top frame.
type point struct {
	x, y      float64
	inX, inY  float64 // the same in the viewport of the target's own frame
	tag, kind string  // of the element: "input", "checkbox"
}

// aim makes the target ready and finds where to press it.
func (a *acting) aim(ctx context.Context, ask engine.Aim) (point, error) {
	ask.Key, ask.Row, ask.Patience = a.key(), a.row(), ms(patience)
	var at engine.Aimed
	if err := a.do(ctx, "aim", ask, &at); err != nil {
		return point{}, err
	}
	if at.No != "" {
		return point{}, a.refused(ctx, at, a.frame)
	}
	if at.Via != 0 {
		a.note("through its label")
	}
	return a.outwards(ctx, point{at.X, at.Y, at.X, at.Y, at.Tag, at.Type}, ask.Scroll)
}

// outwards turns a point of the target's document into one of the top frame, past the elements that hold the frames between.
func (a *acting) outwards(ctx context.Context, at point, scroll bool) (point, error) {
	reader := a.tab.reader
	for frame := a.frame; frame != ""; {
		owner, ok := reader.Owner(frame)
		if !ok {
			return at, errStale
		}
		around, ok := reader.Frame(owner)
		if !ok {
			return at, errStale
		}
		var out engine.Aimed
		if err := reader.Do(ctx, around, "through", engine.Through{Key: owner.Key, X: at.x, Y: at.y, Scroll: scroll}, &out); err != nil {
			return at, err
		}
		if out.No != "" {
			return at, a.refused(ctx, out, around)
		}
		at.x, at.y, frame = out.X, out.Y, around
	}
	return at, nil
}

// refused says why the target cannot be acted on, and what would help.
func (a *acting) refused(ctx context.Context, at engine.Aimed, frame string) error {
	label := a.label()
	switch at.No {
	case "stale", "gone": // a look at the page will tell which
		return errStale
	case "hidden":
		return fault.Newf(fault.Hidden, "%s cannot be seen (%s)", label, at.Why)
	case "disabled":
		return fault.Newf(fault.Disabled, "%s is disabled", label)
	case "moving":
		return fault.Newf(fault.WaitTimeout, "%s does not come to rest", label)
	case "covered":
		return a.covered(ctx, at, frame, label)
	}
	return fault.Newf(fault.Hidden, "%s cannot be brought on screen", label)
}

// covered names what lies on top, and what closes it.
func (a *acting) covered(ctx context.Context, at engine.Aimed, frame, label string) error {
	now, err := a.tab.capture(ctx)
	if err != nil {
		return err
	}
	by := at.ByText
	doc := a.before.Nodes[a.node].ID.Doc
	if frame != a.frame {
		if owner, ok := a.tab.reader.Owner(a.frame); ok {
			doc = owner.Doc
		}
	}
	if i, ok := now.Index(dom.ID{Doc: doc, Key: at.By}); ok {
		by = fmt.Sprintf("%s %s", a.tab.Refs.Show(now, i), at.ByText)
	}
	refusal := fault.Newf(fault.Covered, "%s is under %s", label, by)
	if i, ok := now.Index(dom.ID{Doc: doc, Key: at.Dismiss}); ok {
		return refusal.Nextf("click %s first, which closes it", a.tab.label(now, i))
	}
	return refusal.Nextf("close %s first; it has no control for that: try keypress Escape, or scroll", by)
}
