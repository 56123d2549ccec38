package tool

import (
	"context"
	"os"
	"time"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

var typeTool = define("type", "Type text into a field at its caret; says what became of it.", Destroys, runType)

type typeInput struct {
	Target
	Text       string `json:"text"`
	Secret     string `json:"secret" doc:"name of a secret to type, unseen"`
	ClearFirst bool   `json:"clearFirst"`
	PressEnter bool   `json:"pressEnter"`
	Blur       bool   `json:"blur"`
	Speed      int    `json:"speed" doc:"ms a character"`
	Place
}

// SecretPrefix begins the names of environment variables that an agent may type without seeing them. All others are out of its reach.
const SecretPrefix = "DOMSIGHT_SECRET_"

func runType(ctx context.Context, env *Env, in typeInput) (Reply, error) {
	tab, err := actor(ctx, env, in.Place)
	if err != nil {
		return Reply{}, err
	}
	receipt, err := in.run(ctx, env, tab)
	return answer(env, tab, in.Format, receipt, err)
}

func (in typeInput) run(ctx context.Context, env *Env, tab *session.Tab) (*effect.Receipt, error) {
	how, text, err := in.typing()
	if err != nil {
		return nil, err
	}
	return tab.Type(ctx, in.target(), text, how)
}

func (in typeInput) typing() (session.Typing, string, error) {
	how := session.Typing{Clear: in.ClearFirst, Enter: in.PressEnter, Blur: in.Blur, Pause: time.Duration(in.Speed) * time.Millisecond}
	if in.Speed < 0 {
		return how, "", fault.New(fault.BadArgument, "speed is in ms a character, 0 or more")
	}
	if in.Secret == "" {
		return how, in.Text, nil
	}
	if in.Text != "" {
		return how, "", fault.New(fault.BadArgument, "give text or secret, not both")
	}
	value := os.Getenv(SecretPrefix + in.Secret)
	if value == "" {
		return how, "", fault.Newf(fault.BadArgument, "there is no secret %q", in.Secret).
			Nextf("the person who runs the server sets %s%s in its environment", SecretPrefix, in.Secret)
	}
	how.As = "the secret " + in.Secret
	return how, value, nil
}
