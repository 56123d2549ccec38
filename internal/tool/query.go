package tool

import (
	"context"
	"fmt"

	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var queryTool = unlisted(define("query_dom", "Raw CSS query; configure {action: query_dom} under its own name.", Reads, runQueryTool))

// queryArgs are those of query_dom, under configure and by itself.
type queryArgs struct {
	Selector        string   `json:"selector"`
	PierceShadow    pierce   `json:"pierce_shadow" doc:"-"`
	IncludeStyles   bool     `json:"include_styles" doc:"-"`
	Properties      []string `json:"properties" doc:"-"`
	IncludeChildren bool     `json:"include_children" doc:"-"`
	MaxDepth        *int     `json:"max_depth" doc:"-"`
}

type queryInput struct {
	queryArgs
	Action string `json:"action" doc:"-"`
	Place
}

// pierce is whether a query looks into shadow trees: true, false or "auto".
type pierce string

func (p *pierce) UnmarshalJSON(data []byte) error {
	switch word := string(data); word {
	case "true", `"true"`, "false", `"false"`, `"auto"`, "null":
		*p = pierce(word)
		return nil
	default:
		return fmt.Errorf("pierce_shadow must be true, false or \"auto\", not %s", word)
	}
}

func runQueryTool(ctx context.Context, env *Env, in queryInput) (Reply, error) {
	return runQuery(ctx, env, in.queryArgs, in.Place)
}

// runQuery answers in the seed's JSON, errors too.
func runQuery(ctx context.Context, env *Env, in queryArgs, place Place) (Reply, error) {
	text, err := queried(ctx, env, in, place)
	if err != nil {
		known := fault.From(err)
		return Reply{Text: render.QueryFault(known)}, known
	}
	return Reply{Text: text}, nil
}

func queried(ctx context.Context, env *Env, in queryArgs, place Place) (string, error) {
	q := engine.Query{Selector: in.Selector, Most: render.QueryElements, Styles: in.IncludeStyles || len(in.Properties) > 0, Properties: in.Properties}
	if in.MaxDepth != nil && *in.MaxDepth < 0 {
		return "", fault.New(fault.BadArgument, "max_depth must not be negative")
	}
	if in.IncludeChildren {
		q.Depth = 3
		if in.MaxDepth != nil {
			q.Depth = min(*in.MaxDepth, render.QueryDepth)
		}
	}
	tab, err := env.Session.Tab(ctx, place.tab())
	if err != nil {
		return "", err
	}
	q.Pierce = in.PierceShadow.resolve(env.Session, tab)
	matches, total, err := tab.Query(ctx, q)
	if err != nil {
		return "", err
	}
	return render.Queried(where(env, tab), in.Selector, total, len(matches), matches)
}

// resolve follows the seed's three conditions for "auto": actions are allowed, the tab is the one that is worked on, and so is
// its origin. A tab is its own origin's only judge here, so the second holds the third.
func (p pierce) resolve(s *session.Session, tab *session.Tab) bool {
	switch p {
	case "true", `"true"`:
		return true
	case "false", `"false"`:
		return false
	}
	_, current := s.Tabs()
	return tab == current && !s.Policy.ReadOnly
}

// unlisted keeps a tool callable that tools/list does not show.
func unlisted(t *Tool) *Tool {
	t.Unlisted = true
	return t
}
