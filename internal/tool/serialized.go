package tool

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
)

var serializedTool = define("get_serialized_dom", "The whole page as a flattened JSON tree with node ids.", Reads, runSerialized)

type serializedInput struct {
	IncludeValues    bool   `json:"includeValues"`
	IncludeOffscreen *bool  `json:"includeOffscreen"`
	IncludeBoxes     bool   `json:"includeBoundingBoxes"`
	MaxDepth         *int   `json:"maxDepth"`
	MaxInteractive   *int   `json:"maxInteractive" doc:"400"`
	FilterSelector   string `json:"filterSelector"`
	IframeDepth      *int   `json:"iframeDepth" doc:"-"`
	ShadowDomDepth   *int   `json:"shadowDomDepth" doc:"-"`
	Budget           *int   `json:"budget" doc:"-"`
	Format           string `json:"format" enum:"json,pagemodel"`
	Place
}

// A reply stays under 20,000 tokens by itself.
const serializedBudget = 18_000

func (in serializedInput) options() (render.SerializeOptions, error) {
	o := render.SerializeOptions{Values: in.IncludeValues, Offscreen: in.IncludeOffscreen == nil || *in.IncludeOffscreen, Boxes: in.IncludeBoxes,
		MaxInteractive: 400, IframeDepth: 1, ShadowDepth: 1, Filtered: in.FilterSelector != "", Budget: serializedBudget}
	for _, n := range []struct {
		name        string
		value       *int
		into        *int
		least, most int
	}{{"maxDepth", in.MaxDepth, &o.MaxDepth, 1, 1000}, {"maxInteractive", in.MaxInteractive, &o.MaxInteractive, 1, 1000},
		{"iframeDepth", in.IframeDepth, &o.IframeDepth, 0, 20}, {"shadowDomDepth", in.ShadowDomDepth, &o.ShadowDepth, 0, 64},
		{"budget", in.Budget, &o.Budget, 100, 1_000_000}} {
		if n.value == nil {
			continue
		}
		if *n.value < n.least {
			return o, fault.Newf(fault.BadArgument, "%s must be at least %d", n.name, n.least)
		}
		*n.into = min(*n.value, n.most)
	}
	if in.Format != "" && in.Format != "json" && in.Format != "pagemodel" {
		return o, fault.Newf(fault.BadArgument, "unknown format %q", in.Format).Nextf("use json or pagemodel")
	}
	return o, nil
}

func runSerialized(ctx context.Context, env *Env, in serializedInput) (Reply, error) {
	o, err := in.options()
	if err != nil {
		return Reply{}, err
	}
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	whole, err := tab.Whole(ctx, in.FilterSelector)
	if err != nil {
		return Reply{}, err
	}
	o.Only, o.Frames = whole.Only, map[int]render.FrameInfo{}
	for i, f := range whole.Frames {
		o.Frames[i] = render.FrameInfo(f)
	}
	serialized := render.Serialized(whole.Snapshot, o, func(i int) dom.Ref { return tab.Refs.Show(whole.Snapshot, i) })
	if in.Format != "pagemodel" {
		text, err := serialized.JSON()
		return Reply{Text: text}, err
	}
	model := serialized.Model(whole.Snapshot)
	hints, err := tab.Hints(ctx, whole.Snapshot, model.Nodes())
	if err != nil {
		return Reply{}, err
	}
	model.SetHints(hints)
	text, err := model.JSON()
	return Reply{Text: text}, err
}
