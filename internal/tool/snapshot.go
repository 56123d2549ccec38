package tool

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var snapshotTool = define("snapshot", `The whole page as text with refs: [3] button "Save", [4]"a link", > text. since: only what changed.`, Reads, runSnapshot)

var electronSnapshotTool = alias("electron_snapshot", snapshotTool)

type snapshotInput struct {
	Since           string `json:"since" doc:"last, or a snapshot id"`
	InteractiveOnly bool   `json:"interactiveOnly"`
	MaxEntries      *int   `json:"maxEntries" doc:"2000"`
	BudgetTokens    *int   `json:"budgetTokens" doc:"4000; 0: all"`
	Expand          []word `json:"expand" doc:"refs: only these, unfolded"`
	Format          string `json:"format" enum:"text,json"`
	DiffFormat      string `json:"diffFormat" enum:"compact,full"`
	RefAttribute    bool   `json:"refAttribute" doc:"-"` // writes data-sw-ref="N" into the page
	Place
}

// The bounds of maxEntries. Text is bounded by its budget: there it counts only if it is given.
const (
	defaultEntries = 2000
	mostEntries    = 10000
)

func (in *snapshotInput) options() (render.SnapshotOptions, error) {
	o := render.SnapshotOptions{InteractiveOnly: in.InteractiveOnly, Budget: render.DefaultBudget}
	if in.Format == "json" {
		o.Budget, o.MaxEntries = 0, defaultEntries
	}
	if in.MaxEntries != nil {
		if *in.MaxEntries < 1 {
			return o, fault.New(fault.BadArgument, "maxEntries must be at least 1")
		}
		o.MaxEntries = min(*in.MaxEntries, mostEntries)
	}
	if in.BudgetTokens != nil {
		if o.Budget = *in.BudgetTokens; o.Budget != 0 && o.Budget < render.LeastBudget {
			return o, fault.Newf(fault.BadArgument, "budgetTokens must be 0 or at least %d", render.LeastBudget)
		}
	}
	if in.Format != "" && in.Format != "text" && in.Format != "json" {
		return o, fault.Newf(fault.BadArgument, "unknown format %q", in.Format).Nextf("use text or json")
	}
	if in.DiffFormat != "" && in.DiffFormat != "compact" && in.DiffFormat != "full" {
		return o, fault.Newf(fault.BadArgument, "unknown diffFormat %q", in.DiffFormat).Nextf("use compact or full")
	}
	return o, nil
}

func runSnapshot(ctx context.Context, env *Env, in snapshotInput) (Reply, error) {
	options, err := in.options()
	if err != nil {
		return Reply{}, err
	}
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	since := in.Since
	if since == "" {
		since = "last"
	}
	d, err := tab.Since(ctx, since)
	if err != nil {
		return Reply{}, err
	}
	if options.Expand, err = expanded(tab, d.Now, in.Expand); err != nil {
		return Reply{}, err
	}
	text, err := in.reply(d, options, whereNow(env, tab, d.Now), tab)
	if err == nil && in.RefAttribute {
		err = tab.TagRefs(ctx, d.Now)
	}
	return Reply{Text: text}, err
}

// reply is a diff if one was asked for, else the page.
func (in *snapshotInput) reply(d session.Delta, o render.SnapshotOptions, at render.Where, tab *session.Tab) (string, error) {
	refs := render.Refs{
		Next: tab.Refs.Next,
		Show: func(i int) dom.Ref { return tab.Refs.Show(d.Now, i) },
		Peek: func(i int) dom.Ref { return tab.Refs.Peek(d.Now, i) },
	}
	delta := render.Delta{Base: d.Base, Now: d.Now, Changes: d.Changes, Reloaded: d.Reloaded,
		Was: func(i int) dom.Ref { return tab.Refs.Peek(d.Base, i) }}
	json, diff, whole := in.Format == "json", in.Since != "" && len(o.Expand) == 0, in.DiffFormat == "full"
	switch {
	case json && diff:
		return render.SinceJSON(delta, o, whole, at, refs)
	case json:
		return render.SnapshotJSON(d.Now, o, at, render.Note{Reloaded: d.Base != nil && d.Reloaded}, refs)
	case diff:
		return render.SinceText(delta, o, whole, at, refs), nil
	}
	return render.SnapshotText(d.Now, o, at, refs), nil
}

// expanded finds the nodes whose refs were given.
func expanded(tab *session.Tab, s *dom.Snapshot, refs []word) (nodes []int, err error) {
	for _, r := range refs {
		ref, ok := dom.ParseRef(string(r))
		if !ok {
			return nil, fault.Newf(fault.BadArgument, "expand: %q is no ref", string(r))
		}
		i, ok := tab.Refs.Find(s, ref)
		if !ok {
			return nil, fault.Newf(fault.RefNotFound, "expand: there is no %s any more", ref)
		}
		nodes = append(nodes, i)
	}
	return nodes, nil
}
