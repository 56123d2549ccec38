package tool

import (
	"context"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
)

var tabsTool = define("tabs", "List, open, select or close tabs.", Moves, runTabs)

type tabsInput struct {
	Action string `json:"action" enum:"list,open,select,close"`
	URL    string `json:"url" doc:"to open"`
	Name   string `json:"name" doc:"for the new tab"`
	Place
}

func runTabs(ctx context.Context, env *Env, in tabsInput) (Reply, error) {
	switch in.Action {
	case "", "list":
	case "open":
		if in.URL != "" {
			u, err := address(in.URL)
			if err != nil {
				return Reply{}, err
			}
			in.URL = u
			if err := env.Session.Policy.MayVisit(u); err != nil {
				return Reply{}, err
			}
		}
		env.Progress("opening a tab")
		tab, err := env.Session.Open(ctx, in.Name)
		if err != nil {
			return Reply{}, err
		}
		if in.URL != "" {
			if err := tab.Go(ctx, page.Journey{URL: in.URL}); err != nil {
				return Reply{}, err
			}
		}
	case "select", "close":
		if in.tab()+in.Name == "" {
			return Reply{}, fault.Newf(fault.BadArgument, "which tab is to be %sed?", map[string]string{"select": "select", "close": "clos"}[in.Action]).Nextf("give tab_id; tabs lists them")
		}
		do := env.Session.Select
		if in.Action == "close" {
			do = env.Session.CloseTab
		}
		if _, err := do(ctx, in.tab()+in.Name); err != nil {
			return Reply{}, err
		}
	default:
		return Reply{}, fault.Newf(fault.BadArgument, "unknown action %q", in.Action).Nextf("use list, open, select or close")
	}
	tabs, current := env.Session.Tabs()
	rows := make([]render.TabRow, len(tabs))
	for i, tab := range tabs {
		info := tab.Info()
		rows[i] = render.TabRow{Where: where(env, tab), Current: tab == current, Opener: info.Opener, Notices: notices(tab)}
	}
	return Reply{Text: render.Tabs(rows, env.Handle)}, nil
}
