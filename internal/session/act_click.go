package session

import (
	"context"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Click is how to click.
type Click struct {
	Button    string // left if empty
	Double    bool
	Modifiers page.Modifiers
	At        []float64 // from the element's upper left corner; its middle if empty
	NoScroll  bool      // refuse what is not on screen
	Navigate  bool      // wait for the page that it leads to
}

// Click presses an element as a person would, and says what that did.
func (t *Tab) Click(ctx context.Context, what string, how Click) (*effect.Receipt, error) {
	if what == "" {
		return nil, fault.New(fault.BadArgument, "what is to be clicked?").Nextf("give a ref such as 12, or a selector")
	}
	if how.Button == "" {
		how.Button = "left"
	}
	return t.act(ctx, "click", what, func(ctx context.Context, a *acting) error {
		if list, ok := a.listOf(); ok { // it has no place of its own to press
			return a.choose(ctx, list, []string{a.before.Nodes[a.node].Name})
		}
		a.awaited = how.Navigate
		at, err := a.aim(ctx, engine.Aim{At: how.At, Scroll: !how.NoScroll})
		if err != nil {
			return err
		}
		a.deed("%s %s", clicked(how), a.label())
		return a.press(ctx, at, how)
	})
}

// press presses at a point, by script where there is nothing better.
func (a *acting) press(ctx context.Context, at point, how Click) error {
	a.pressed = time.Now()
	if a.hands != nil {
		return a.hands.Pointer(ctx, presses(at, how)...)
	}
	return a.do(ctx, "press", map[string]any{"key": a.key(), "x": at.inX, "y": at.inY, "button": how.Button, "double": how.Double, "modifiers": how.Modifiers}, &struct{}{})
}

// listOf is the native list whose option the target is.
func (a *acting) listOf() (key int, ok bool) {
	if a.before.Nodes[a.node].Tag != "option" {
		return 0, false
	}
	for p := range a.before.Ancestors(a.node) {
		if n := a.before.Nodes[p]; n.Tag == "select" {
			return n.ID.Key, true
		}
	}
	return 0, false
}

func presses(at point, how Click) []page.Pointer {
	step := page.Pointer{Kind: page.PointerMove, X: at.x, Y: at.y, Modifiers: how.Modifiers}
	steps := []page.Pointer{step}
	step.Button = how.Button
	for n := 1; n == 1 || n == 2 && how.Double; n++ {
		step.Clicks = n
		step.Kind = page.PointerDown
		steps = append(steps, step)
		step.Kind = page.PointerUp
		steps = append(steps, step)
	}
	return steps
}

func clicked(how Click) string {
	words := []string{}
	for _, m := range modifierNames {
		if how.Modifiers&m.bit != 0 {
			words = append(words, m.name)
		}
	}
	if how.Button != "left" {
		words = append(words, how.Button)
	}
	if how.Double {
		words = append(words, "double")
	}
	return strings.Join(append(words, "clicked"), "-")
}

var modifierNames = []struct {
	bit  page.Modifiers
	name string
}{{page.Ctrl, "ctrl"}, {page.Shift, "shift"}, {page.Alt, "alt"}, {page.Meta, "meta"}}
