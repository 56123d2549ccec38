package tool

import (
	"context"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var clickTool = define("click", "Click an element; says what that changed.", Destroys, runClick)

type clickInput struct {
	Target
	Button            string    `json:"button" enum:"left,right,middle"`
	ClickType         string    `json:"clickType" enum:"single,double"`
	Modifiers         modifiers `json:"modifiers" doc:"{ctrl: true}"`
	Position          offset    `json:"position" doc:"{x, y} within it"`
	WaitForNavigation bool      `json:"waitForNavigation" doc:"-"`
	ScrollIntoView    *bool     `json:"scrollIntoView" doc:"-"`
	Place
}

func runClick(ctx context.Context, env *Env, in clickInput) (Reply, error) {
	tab, err := actor(ctx, env, in.Place)
	if err != nil {
		return Reply{}, err
	}
	receipt, err := in.run(ctx, env, tab)
	return answer(env, tab, in.Format, receipt, err)
}

func (in clickInput) run(ctx context.Context, env *Env, tab *session.Tab) (*effect.Receipt, error) {
	how := session.Click{Button: in.Button, Double: in.ClickType == "double", Navigate: in.WaitForNavigation,
		NoScroll: in.ScrollIntoView != nil && !*in.ScrollIntoView}
	if err := oneOf("button", in.Button, "left", "right", "middle"); err != nil {
		return nil, err
	}
	if err := oneOf("clickType", in.ClickType, "single", "double"); err != nil {
		return nil, err
	}
	var err error
	if how.At, err = in.Position.point("position"); err != nil {
		return nil, err
	}
	if how.Modifiers, err = in.Modifiers.bits(); err != nil {
		return nil, err
	}
	if err := confirm(ctx, env, tab, in.target()); err != nil {
		return nil, err
	}
	return tab.Click(ctx, in.target(), how)
}

// Target is the element that an action is done to, and how its receipt is told.
type Target struct {
	Ref      word   `json:"ref" doc:"or a selector"`
	NodeID   word   `json:"nodeId" doc:"-"`
	Selector string `json:"selector" doc:"-"`
	Format   string `json:"format" doc:"-"`
}

func (t Target) target() string { return string(t.Ref) + string(t.NodeID) + t.Selector }

// offset is a way in pixels: {x, y}.
type offset map[string]float64

// point is the offset as two numbers, nil if there is none.
func (o offset) point(argument string) ([]float64, error) {
	if o == nil {
		return nil, nil
	}
	x, hasX := o["x"]
	y, hasY := o["y"]
	if !hasX || !hasY || len(o) != 2 {
		return nil, fault.Newf(fault.BadArgument, "%s is {x, y}, in pixels", argument)
	}
	return []float64{x, y}, nil
}

// modifiers are the keys held meanwhile.
type modifiers map[string]bool

var modifierBits = map[string]page.Modifiers{"ctrl": page.Ctrl, "shift": page.Shift, "alt": page.Alt, "meta": page.Meta}

func (m modifiers) bits() (out page.Modifiers, err error) {
	for name, held := range m {
		bit, known := modifierBits[strings.ToLower(name)]
		if !known {
			return 0, fault.Newf(fault.BadArgument, "there is no modifier %q", name).Nextf("modifiers: ctrl, shift, alt, meta")
		}
		if held {
			out |= bit
		}
	}
	return out, nil
}

func oneOf(argument, value string, allowed ...string) error {
	if value == "" {
		return nil
	}
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	return fault.Newf(fault.BadArgument, "%s cannot be %q", argument, value).Nextf("%s: %v", argument, allowed)
}

// answer tells an action's receipt as text, or as the seed's ActionResult.
func answer(env *Env, tab *session.Tab, format string, r *effect.Receipt, err error) (Reply, error) {
	if err != nil {
		return Reply{}, err
	}
	show := func(i int) dom.Ref { return tab.Refs.Show(r.After, i) }
	if format == "json" {
		return Reply{Text: render.ActionResult(r, show)}, nil
	}
	return Reply{Text: render.Receipt(r, placed(env, tab, r), show)}, nil
}

// placed is where an action has led.
func placed(env *Env, tab *session.Tab, r *effect.Receipt) render.Where {
	at := where(env, tab)
	if r.After != nil {
		at.Title = r.Title
	}
	return at
}
