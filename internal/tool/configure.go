package tool

import (
	"context"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
)

var configureTool = define("configure", "Ask the server: health.", Reads, runConfigure)

type configureInput struct {
	Action string `json:"action" enum:"health" need:""`
	Place
}

func runConfigure(ctx context.Context, env *Env, in configureInput) (Reply, error) {
	switch in.Action {
	case "health":
		return Reply{Text: render.Health(env.Health())}, nil
	}
	return Reply{}, fault.Newf(fault.BadArgument, "unknown action %q", in.Action).Nextf("actions: health")
}
