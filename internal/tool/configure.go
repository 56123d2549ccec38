package tool

import (
	"context"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
)

var configureTool = define("configure", "health: the server; query_dom: raw CSS query; save_, list_, delete_baseline: of fingerprints.", Reads, runConfigure)

type configureInput struct {
	Action string `json:"action" enum:"health,query_dom,save_baseline,list_baselines,delete_baseline" need:""`
	baselineArgs
	queryArgs
	Place
}

func runConfigure(ctx context.Context, env *Env, in configureInput) (Reply, error) {
	switch in.Action {
	case "health":
		return Reply{Text: render.Health(env.Health())}, nil
	case "query_dom":
		return runQuery(ctx, env, in.queryArgs, in.Place)
	case "save_baseline":
		return saveBaseline(ctx, env, in.baselineArgs, in.Place)
	case "list_baselines":
		return listBaselines(env)
	case "delete_baseline":
		return deleteBaseline(env, in.Name)
	}
	if in.Action == "" {
		return Reply{}, fault.New(fault.BadArgument, "which action?").Nextf("actions: health, query_dom, save_baseline, list_baselines, delete_baseline")
	}
	return Reply{}, fault.Newf(fault.BadArgument, "unknown action %q", in.Action).Nextf("actions: health, query_dom, save_baseline, list_baselines, delete_baseline")
}
