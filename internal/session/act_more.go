package session

import (
	"context"
	"time"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Hover moves the pointer over an element.
func (t *Tab) Hover(ctx context.Context, what string) (*effect.Receipt, error) {
	return t.act(ctx, "hover", what, func(ctx context.Context, a *acting) error {
		if a.node < 0 {
			return needed("hover", "ref")
		}
		at, err := a.aim(ctx, engine.Aim{Scroll: true})
		if err != nil {
			return err
		}
		a.deed("pointed at %s", a.label())
		a.pressed = time.Now()
		if a.hands == nil {
			return a.do(ctx, "over", map[string]float64{"x": at.inX, "y": at.inY}, &struct{}{})
		}
		return a.hands.Pointer(ctx, page.Pointer{Kind: page.PointerMove, X: at.x, Y: at.y})
	})
}

// Check ticks a box, a radio button or a switch, or takes the tick away. One that stands so already is left alone.
func (t *Tab) Check(ctx context.Context, what string, want bool) (*effect.Receipt, error) {
	deed := map[bool]string{true: "checked", false: "unchecked"}[want]
	r, err := t.act(ctx, "check", what, func(ctx context.Context, a *acting) error {
		if a.node < 0 {
			return needed("check", "ref")
		}
		is := ticked(a.before.Nodes[a.node])
		if is == dom.Absent {
			return fault.Newf(fault.BadArgument, "%s cannot be checked", a.label()).Nextf("use click")
		}
		if is.Is() == want && is != dom.Mixed {
			a.deed("left %s as it was, %s", a.label(), deed)
			a.receipt.Holds, a.idle, a.pressed = true, true, time.Now()
			return nil
		}
		at, err := a.aim(ctx, engine.Aim{Scroll: true})
		if err != nil {
			return err
		}
		a.deed("%s %s", deed, a.label())
		return a.press(ctx, at, Click{Button: "left"})
	})
	if err != nil || r.Holds || r.After == nil {
		return r, err
	}
	if i, ok := t.Refs.Find(r.After, r.Ref); ok && ticked(r.After.Nodes[i]).Is() != want {
		return nil, fault.Newf(fault.NoEffect, "%s was pressed and is not %s", t.label(r.After, i), deed)
	}
	return r, nil
}

// ticked is whichever state of a node a tick shows.
func ticked(n *dom.Node) dom.Tri {
	for _, s := range []dom.Tri{n.State.Checked, n.State.Pressed, n.State.Selected} {
		if s != dom.Absent {
			return s
		}
	}
	return dom.Absent
}

// Scroll brings an element into view, or moves what it scrolls in, or the page, in a direction: up, down, left, right by pages, or
// to the top or bottom.
func (t *Tab) Scroll(ctx context.Context, what, direction string, pages float64) (*effect.Receipt, error) {
	if what == "" && direction == "" {
		direction = "down"
	}
	return t.act(ctx, "scroll", what, func(ctx context.Context, a *acting) error {
		key := 0
		if a.node >= 0 {
			key = a.key()
		}
		var done engine.Scrolled
		a.pressed = time.Now()
		if err := a.do(ctx, "scroll", map[string]any{"key": key, "direction": direction, "pages": pages}, &done); err != nil {
			return err
		}
		if done.Gone {
			return errStale
		}
		a.receipt.Trusted = false
		switch {
		case direction == "" && done.Visible: // that it is on screen is the proof
			a.deed("scrolled to %s", a.label())
			a.receipt.Holds = true
		case direction == "":
			return fault.Newf(fault.Hidden, "%s cannot be scrolled into view", a.label())
		default:
			where := "the page"
			if done.Pane != 0 && a.node >= 0 {
				if where = a.label(); done.Pane != a.key() {
					where = "what holds " + where
				}
			}
			if direction == "top" || direction == "bottom" {
				direction = "to the " + direction
			}
			a.deed("scrolled %s %s, now at %d%%", where, direction, done.Percent)
			if !done.Moved {
				a.note("it was at its end already")
			}
		}
		return nil
	})
}

// Drag takes an element to another one, or by so many pixels.
func (t *Tab) Drag(ctx context.Context, what, to string, by []float64) (*effect.Receipt, error) {
	if what == "" || (to == "") == (by == nil) {
		return nil, fault.New(fault.BadArgument, "drag needs an element and where to").Nextf("give ref, and to (a ref) or by ({x, y} in pixels)")
	}
	return t.act(ctx, "drag", what, func(ctx context.Context, a *acting) error {
		if a.hands == nil {
			return fault.New(fault.NotAllowed, "this browser connection cannot drag").Nextf("use a browser that domsight starts or attaches to")
		}
		from, err := a.aim(ctx, engine.Aim{Scroll: true})
		if err != nil {
			return err
		}
		end := point{x: from.x, y: from.y}
		if by != nil {
			end.x, end.y = end.x+by[0], end.y+by[1]
			a.deed("dragged %s by %g, %g", a.label(), by[0], by[1])
		} else {
			label, at, err := a.there(ctx, to)
			if err != nil {
				return err
			}
			end = at
			a.deed("dragged %s to %s", a.label(), label)
			if from, err = a.aim(ctx, engine.Aim{}); err != nil { // it may have scrolled
				return fault.Newf(fault.Hidden, "%s and %s are not on screen together", a.label(), label).Nextf("scroll first, or drag by steps")
			}
		}
		a.pressed = time.Now()
		return a.hands.Drag(ctx, page.Pointer{X: from.x, Y: from.y}, page.Pointer{X: end.x, Y: end.y})
	})
}

// there is where another element is, on screen, and its label.
func (a *acting) there(ctx context.Context, what string) (string, point, error) {
	found, err := a.tab.resolve(ctx, what)
	if err != nil {
		return "", point{}, err
	}
	other := &acting{tab: a.tab, before: found.Snapshot, node: found.Node, receipt: &effect.Receipt{}}
	frame, ok := a.tab.reader.Frame(found.Nodes[found.Node].ID)
	if !ok {
		return "", point{}, errStale
	}
	other.frame = frame
	at, err := other.aim(ctx, engine.Aim{Scroll: true, Still: true})
	return other.label(), at, err
}

func needed(action, argument string) error {
	return fault.Newf(fault.BadArgument, "%s needs %s", action, argument)
}
