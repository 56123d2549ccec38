package tool

import (
	"context"
	"regexp"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

// destructive are the words of buttons that do what cannot be taken back.
var destructive = regexp.MustCompile(`(?i)\b(delete|remove|erase|destroy|discard|wipe|revoke|terminate|deactivate|unsubscribe|buy|purchase|pay|order now|place (your )?order|transfer|` +
	`send money|publish|löschen|kaufen|bezahlen|supprimer|payer|eliminar|pagar)\b`)

// confirm asks the person before a press that may not be taken back, where the client can ask. The element is told apart by its
// name; that it is still the same is checked when it is pressed.
func confirm(ctx context.Context, env *Env, tab *session.Tab, what string) error {
	if env.Confirm == nil || what == "" {
		return nil
	}
	words, name, err := tab.Words(ctx, what)
	if err != nil || !destructive.MatchString(name) {
		return err
	}
	yes, err := env.Confirm(ctx, wish(words, tab))
	if err != nil {
		return fault.Wrap(err, fault.NotAllowed, "the question whether to click "+words+" was not answered")
	}
	if !yes {
		return fault.Newf(fault.NotAllowed, "the person at the client does not want %s to be clicked", words).Nextf("ask them what to do instead")
	}
	return nil
}

func wish(words string, tab *session.Tab) string {
	return "The agent wants to click " + words + " on " + tab.Info().URL + ". Allow it?"
}

// confirmed asks for all steps before the first is carried out, for a call that asks is made again from its beginning. A step that
// turns out to need an answer only on the way is not carried out.
func confirmed(ctx context.Context, env *Env, tab *session.Tab, steps []Step) (*Env, error) {
	if env.Confirm == nil {
		return env, nil
	}
	allowed := map[string]bool{}
	for _, s := range steps {
		if s.Action != "click" && s.Action != "double_click" {
			continue
		}
		words, name, err := tab.Words(ctx, s.target())
		if err != nil || !destructive.MatchString(name) {
			continue // what is not there yet is asked about when it is
		}
		if err := confirm(ctx, env, tab, s.target()); err != nil {
			return nil, err
		}
		allowed[words] = true
	}
	own := *env
	own.Confirm = func(_ context.Context, question string) (bool, error) {
		for words := range allowed {
			if question == wish(words, tab) {
				return true, nil
			}
		}
		return false, fault.New(fault.NotAllowed, "the person at the client must be asked first").Nextf("click it in a call of its own")
	}
	return &own, nil
}
