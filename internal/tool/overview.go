package tool

import (
	"context"
	"encoding/json"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
)

var overviewTool = define("dom_overview", "What is on the page and what can be done with it, with refs for the other tools. Use it first.",
	Reads, runOverview)

type overviewInput struct {
	Filters *struct {
		Outline      bool `json:"outline"`
		Interactives bool `json:"interactives"`
		Headings     bool `json:"headings"`
	} `json:"filters" flat:"" doc:"{outline, interactives, headings: true}"`
	Visible  *bool  `json:"visible" doc:"false: hidden too"`
	Viewport *bool  `json:"viewport" doc:"false: off screen too"`
	MaxRows  *int   `json:"max_rows" doc:"per section, 30"`
	Budget   int    `json:"budget" doc:"tokens"`
	Refresh  bool   `json:"refresh"`
	Format   string `json:"format" enum:"text,json"`
	Place
}

func (in overviewInput) options() (render.OverviewOptions, error) {
	o := render.OverviewOptions{Outline: true, Interactives: true, Headings: true, Visible: true, Viewport: true, MaxRows: 30, Budget: in.Budget, Full: in.Format == "json"}
	if f := in.Filters; f != nil {
		o.Outline, o.Interactives, o.Headings = f.Outline, f.Interactives, f.Headings
		if !f.Outline && !f.Interactives && !f.Headings {
			return o, fault.New(fault.BadArgument, "filters leave nothing to show").Nextf("set one of outline, interactives, headings to true")
		}
	}
	if in.Visible != nil {
		o.Visible = *in.Visible
	}
	if in.Viewport != nil {
		o.Viewport = *in.Viewport
	}
	if in.MaxRows != nil {
		if *in.MaxRows < 1 {
			return o, fault.New(fault.BadArgument, "max_rows must be at least 1")
		}
		o.MaxRows = min(*in.MaxRows, 100)
	}
	if in.Format != "" && in.Format != "text" && in.Format != "json" {
		return o, fault.Newf(fault.BadArgument, "unknown format %q", in.Format).Nextf("use text or json")
	}
	if in.Budget != 0 && in.Budget < 50 {
		return o, fault.New(fault.BadArgument, "budget must be at least 50 tokens")
	}
	return o, nil
}

func runOverview(ctx context.Context, env *Env, in overviewInput) (Reply, error) {
	options, err := in.options()
	if err != nil {
		return Reply{}, err
	}
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	look, err := tab.Look(ctx, in.Refresh)
	if err != nil {
		return Reply{}, err
	}
	at := where(env, tab)
	at.URL, at.Title, at.Ready = look.URL, look.Title, look.Ready
	at.Age, at.Changes = look.Age, look.Changes
	at.Notices = notices(tab)
	overview := render.Overviewed(look.Snapshot, options, at, func(i int) dom.Ref { return tab.Refs.Show(look.Snapshot, i) })
	if in.Format != "json" {
		return Reply{Text: overview.Text()}, nil
	}
	hints, err := tab.Hints(ctx, look.Snapshot, overview.Nodes())
	if err != nil {
		return Reply{}, err
	}
	overview.SetHints(hints)
	data, err := json.Marshal(overview)
	return Reply{Text: string(data)}, err
}
