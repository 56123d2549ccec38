package tool

import (
	"context"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
)

var configureTool = define("configure", "health: the server; query_dom: raw CSS query.", Reads, runConfigure)

type configureInput struct {
	Action string `json:"action" enum:"health,query_dom" need:""`
	queryArgs
	Place
}

func runConfigure(ctx context.Context, env *Env, in configureInput) (Reply, error) {
	switch in.Action {
	case "health":
		return Reply{Text: render.Health(env.Health())}, nil
	case "query_dom":
		return runQuery(ctx, env, in.queryArgs, in.Place)
	}
	return Reply{}, fault.Newf(fault.BadArgument, "unknown action %q", in.Action).Nextf("actions: health, query_dom")
}
