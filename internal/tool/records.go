package tool

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
)

// runRecords is dom_search {records: true}: what repeats in the page, as rows with columns.
func runRecords(ctx context.Context, env *Env, in searchInput) (Reply, error) {
	limit := 20
	if in.Limit != nil {
		if *in.Limit < 1 {
			return Reply{}, fault.New(fault.BadArgument, "limit must be at least 1")
		}
		limit = *in.Limit
		if !in.Scroll {
			limit = min(limit, 100)
		}
	}
	if in.Format != "" && in.Format != "text" && in.Format != "json" {
		return Reply{}, fault.Newf(fault.BadArgument, "unknown format %q", in.Format).Nextf("use text or json")
	}
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	if in.Scroll {
		env.Progress("scrolling for more rows")
	}
	found, err := tab.Records(ctx, in.Query.Selector, in.Scroll)
	if err != nil {
		return Reply{}, err
	}
	lists := make([]render.RecordList, len(found.Lists))
	for i, l := range found.Lists {
		lists[i] = render.RecordList(l)
	}
	show := func(i int) dom.Ref { return tab.Refs.Show(found.Snapshot, i) }
	at := whereNow(env, tab, found.Snapshot)
	if in.Format == "json" {
		text, err := render.RecordsJSON(found.Snapshot, lists, limit, at, show)
		return Reply{Text: text}, err
	}
	return Reply{Text: render.Recorded(found.Snapshot, lists, limit, at, show)}, nil
}
