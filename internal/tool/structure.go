package tool

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var structureTool = define("dom_structure", "The element tree, like ls or tree.", Reads, runStructure)

type structureInput struct {
	Depth  *int `json:"depth" doc:"1-10, default 3"`
	Ref    word `json:"ref" doc:"begin here"`
	Budget int  `json:"budget" doc:"-"`
	Place
}

func runStructure(ctx context.Context, env *Env, in structureInput) (Reply, error) {
	o := render.StructureOptions{Depth: 3, Budget: 3000}
	if in.Depth != nil {
		o.Depth = *in.Depth
	}
	if o.Depth < 1 || o.Depth > 10 {
		return Reply{}, fault.Newf(fault.BadArgument, "depth must be 1 to 10, not %d", o.Depth)
	}
	if in.Budget != 0 {
		if in.Budget < 50 {
			return Reply{}, fault.New(fault.BadArgument, "budget must be at least 50 tokens")
		}
		o.Budget = in.Budget
	}
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	what := string(in.Ref)
	if what == "" {
		what = "0"
	}
	root, err := tab.Resolve(ctx, what)
	if err != nil {
		return Reply{}, err
	}
	o.Root = root.Node
	show := func(i int) dom.Ref { return tab.Refs.Show(root.Snapshot, i) }
	return Reply{Text: render.Structure(root.Snapshot, o, whereNow(env, tab, root.Snapshot), show)}, nil
}

// whereNow is the place of a reply about a page as it was just read.
func whereNow(env *Env, tab *session.Tab, s *dom.Snapshot) render.Where {
	at := where(env, tab)
	at.URL, at.Title, at.Ready = s.URL, s.Title, s.Ready
	at.Notices = notices(tab)
	return at
}
