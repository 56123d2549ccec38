package tool

import (
	"context"

	"github.com/domsight/domsight/internal/render"
)

var auditTool = define("dom_audit", "What keeps people from using the page: names, labels, alt texts, headings, keyboard, ids, contrast.", Reads, runAudit).in("audit")

type auditInput struct {
	All bool `json:"all" doc:"every element, not the first 5 of a rule"`
	Place
}

func runAudit(ctx context.Context, env *Env, in auditInput) (Reply, error) {
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	now, findings, err := tab.Audit(ctx, "")
	if err != nil {
		return Reply{}, err
	}
	at := where(env, tab)
	at.Ready = now.Ready
	return Reply{Text: render.Audit(at, findings, func(i int) string { return tab.Refs.Show(now, i).String() }, in.All)}, nil
}
