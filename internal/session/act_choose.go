package session

import (
	"context"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
)

// Choose chooses options of a list by label or value.
func (t *Tab) Choose(ctx context.Context, what string, values []string) (*effect.Receipt, error) {
	if what == "" || len(values) == 0 {
		return nil, fault.New(fault.BadArgument, "select_option needs a list and what to choose in it").Nextf(`give ref and value`)
	}
	return t.act(ctx, "select_option", what, func(ctx context.Context, a *acting) error {
		f, err := a.field(ctx, engine.FieldAsk{})
		if err != nil {
			return err
		}
		if f.Kind != "select" {
			return fault.Newf(fault.BadArgument, "%s is no native list", a.label()).Nextf("click it, then click the option that appears")
		}
		return a.choose(ctx, f.Field, values)
	})
}

func (a *acting) choose(ctx context.Context, field int, values []string) error {
	var chosen engine.Chosen
	a.pressed = time.Now()
	if err := a.do(ctx, "choose", map[string]any{"key": field, "values": values}, &chosen); err != nil {
		return err
	}
	switch chosen.No {
	case "option":
		return fault.Newf(fault.BadArgument, "%s has no option %s", a.label(), quoted(chosen.What)).Nextf("options: %s", strings.Join(chosen.Options, ", "))
	case "disabled":
		return fault.Newf(fault.Disabled, "that option of %s is disabled", a.label())
	case "single":
		return fault.Newf(fault.BadArgument, "%s takes one option only", a.label())
	}
	a.deed("chose %s in %s", quoted(strings.Join(chosen.Chosen, ", ")), a.label())
	a.receipt.ValueChanged, a.receipt.Value = chosen.Changed, strings.Join(chosen.Chosen, ", ")
	if !chosen.Changed {
		a.note("it was chosen already")
	}
	a.receipt.Trusted = false
	return nil
}
