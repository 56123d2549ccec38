package tool

import (
	"context"
)

var keypressTool = define("keypress", "Press a key (Enter, ArrowDown, Control+A) in an element or the focused one.", Destroys, runKeypress)

type keypressInput struct {
	Key string `json:"key" need:""`
	Target
	TargetNodeID word      `json:"targetNodeId" doc:"-"`
	Modifiers    modifiers `json:"modifiers" doc:"-"`
	Repeat       int       `json:"repeat"`
	Place
}

func runKeypress(ctx context.Context, env *Env, in keypressInput) (Reply, error) {
	tab, err := actor(ctx, env, in.Place)
	if err != nil {
		return Reply{}, err
	}
	held, err := in.Modifiers.bits()
	if err != nil {
		return Reply{}, err
	}
	receipt, err := tab.Press(ctx, in.target()+string(in.TargetNodeID), in.Key, held, in.Repeat)
	return answer(env, tab, in.Format, receipt, err)
}
