package cli

import (
	"context"
	"encoding/json"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tool"
)

// agent calls tools as an MCP client would, in this process.
type agent struct {
	session *session.Session
	env     *tool.Env
}

func newAgent(h *host) *agent {
	own := session.New(h.open)
	began := time.Now()
	return &agent{own, &tool.Env{Session: own, Progress: func(string) {}, Health: func() []render.Field { return health(own, began) }}}
}

// call runs a tool; its error is a *fault.Error.
func (a *agent) call(ctx context.Context, name string, args map[string]any) (string, error) {
	t, ok := tool.Lookup(name)
	if !ok {
		return "", fault.Newf(fault.BadArgument, "there is no tool %q", name)
	}
	input, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	reply, err := t.Call(ctx, a.env, input)
	return reply.Text, err
}

func (a *agent) close() { _ = a.session.Close() } // what is left ends with the browser
