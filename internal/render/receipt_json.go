package render

import (
	"fmt"
	"time"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
)

// actionResult is seed 004's ActionResult, with the effect beside it.
type actionResult struct {
	Success    bool          `json:"success"`
	Error      string        `json:"error,omitempty"`
	Duration   int64         `json:"duration"`
	Changes    actionChanges `json:"changes"`
	NodeID     string        `json:"nodeId"`
	ActionType string        `json:"actionType"`
	Timestamp  string        `json:"timestamp"`
	Trusted    bool          `json:"trusted"`
	Effect     []string      `json:"effect"`
}

type actionChanges struct {
	NavigationOccurred bool   `json:"navigationOccurred"`
	NewURL             string `json:"newUrl,omitempty"`
	DOMMutations       int    `json:"domMutations"`
	ScrollChanged      bool   `json:"scrollChanged"`
	ValueChanged       bool   `json:"valueChanged"`
	NewValue           string `json:"newValue,omitempty"`
}

// ActionResult is a receipt as seed 004 has it. Without any evidence of an effect it is no success.
func ActionResult(r *effect.Receipt, show func(int) dom.Ref) string {
	out := actionResult{Success: r.Evident(), Duration: r.Took.Milliseconds(), ActionType: r.Kind, Timestamp: r.At.UTC().Format(time.RFC3339Nano),
		Trusted: r.Trusted, Effect: append([]string{}, effects(r, show)...),
		Changes: actionChanges{NavigationOccurred: r.Left, DOMMutations: r.Mutations, ScrollChanged: r.Scrolled, ValueChanged: r.ValueChanged, NewValue: r.Value}}
	if r.Ref != dom.NoRef {
		out.NodeID = fmt.Sprintf("node_%d", int(r.Ref))
	}
	if r.Left {
		out.Changes.NewURL = r.URL
	}
	if !out.Success {
		out.Error = fmt.Sprintf("no effect observed in %d ms", r.Watched.Milliseconds())
	}
	text, err := compact(out)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return text
}
