package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

var actTool = define("act", "Other actions; or steps and what must follow.", Destroys, runAct)

type actInput struct {
	Step
	Steps  []json.RawMessage `json:"steps" doc:"actions, also click, type, keypress"`
	Expect []json.RawMessage `json:"expect" doc:"{text} {gone} {ref,state} {ref,value} {url} {role,count} {request} {noConsoleError} {baseline}"`
	Place
}

// Step is one action of any kind.
type Step struct {
	Action string `json:"action" enum:"hover,select_option,check,uncheck,scroll,drag,upload,dialog,wait_for"`
	Target
	Value     word     `json:"value" doc:"option"`
	Values    []string `json:"values" doc:"-"`
	To        word     `json:"to" doc:"ref"`
	By        offset   `json:"by" doc:"-"`
	Direction string   `json:"direction" doc:"to scroll"`
	Pages     float64  `json:"pages" doc:"-"`
	Files     []string `json:"files"`
	Accept    *bool    `json:"accept" doc:"next dialog"`
	Text      string   `json:"text" doc:"to wait for"`
	Gone      string   `json:"gone" doc:"-"`
	URL       string   `json:"url" doc:"-"`
	State     string   `json:"state" doc:"-"`
	Timeout   int      `json:"timeout" doc:"-"`

	Key        string    `json:"key" doc:"-"`
	Modifiers  modifiers `json:"modifiers" doc:"-"`
	Repeat     int       `json:"repeat" doc:"-"`
	Button     string    `json:"button" doc:"-"`
	ClickType  string    `json:"clickType" doc:"-"`
	Secret     string    `json:"secret" doc:"-"`
	ClearFirst bool      `json:"clearFirst" doc:"-"`
	PressEnter bool      `json:"pressEnter" doc:"-"`
	Blur       bool      `json:"blur" doc:"-"`
	Speed      int       `json:"speed" doc:"-"`
}

const actions = "hover, select_option, check, uncheck, scroll, drag, upload, dialog, wait_for; in steps also click, type, keypress"

func runAct(ctx context.Context, env *Env, in actInput) (Reply, error) {
	tab, err := actor(ctx, env, in.Place)
	if err != nil {
		return Reply{}, err
	}
	if len(in.Steps)+len(in.Expect) > 0 {
		if in.Action != "" {
			return Reply{}, fault.New(fault.BadArgument, "give an action, or steps and expect, not both")
		}
		return runSteps(ctx, env, tab, in)
	}
	receipt, err := in.Step.run(ctx, env, tab)
	return answer(env, tab, in.Format, receipt, err)
}

// run carries out one action.
func (s Step) run(ctx context.Context, env *Env, tab *session.Tab) (*effect.Receipt, error) {
	switch s.Action {
	case "click", "double_click":
		if s.Action == "double_click" {
			s.ClickType = "double"
		}
		in := clickInput{Target: s.Target, Button: s.Button, ClickType: s.ClickType, Modifiers: s.Modifiers}
		return in.run(ctx, env, tab)
	case "type", "fill":
		in := typeInput{Target: s.Target, Text: s.Text, Secret: s.Secret, ClearFirst: s.ClearFirst || s.Action == "fill", PressEnter: s.PressEnter, Blur: s.Blur, Speed: s.Speed}
		return in.run(ctx, env, tab)
	case "keypress", "press":
		held, err := s.Modifiers.bits()
		if err != nil {
			return nil, err
		}
		return tab.Press(ctx, s.target(), s.Key, held, s.Repeat)
	case "hover":
		return tab.Hover(ctx, s.target())
	case "select_option", "select":
		if s.Value != "" {
			s.Values = append(s.Values, string(s.Value))
		}
		return tab.Choose(ctx, s.target(), s.Values)
	case "check", "uncheck":
		return tab.Check(ctx, s.target(), s.Action == "check")
	case "scroll":
		if err := oneOf("direction", s.Direction, "up", "down", "left", "right", "top", "bottom"); err != nil {
			return nil, err
		}
		return tab.Scroll(ctx, s.target(), s.Direction, s.Pages)
	case "drag":
		by, err := s.By.point("by")
		if err != nil {
			return nil, err
		}
		return tab.Drag(ctx, s.target(), string(s.To), by)
	case "upload":
		return tab.Upload(ctx, s.target(), s.Files)
	case "dialog":
		return tab.AnswerDialog(s.Accept == nil || *s.Accept, s.Text)
	case "wait_for", "wait":
		return s.wait(ctx, tab)
	case "":
		return nil, fault.New(fault.BadArgument, "which action?").Nextf("actions: %s", actions)
	}
	return nil, fault.Newf(fault.BadArgument, "unknown action %q", s.Action).Nextf("actions: %s", actions)
}

// The bounds of waiting.
const (
	waitUsually = 5 * time.Second
	waitAtMost  = 30 * time.Second
)

func (s Step) wait(ctx context.Context, tab *session.Tab) (*effect.Receipt, error) {
	e := session.Expectation{Text: s.Text, Gone: s.Gone, URL: s.URL, State: s.State, Ref: s.target()}
	if e.Text+e.Gone+e.URL+e.State == "" {
		if e.Ref == "" {
			return nil, fault.New(fault.BadArgument, "wait_for what?").Nextf("give text, gone, url, or ref and state")
		}
		e.State = "visible"
	}
	patience := waitUsually
	if s.Timeout > 0 {
		patience = min(time.Duration(s.Timeout)*time.Millisecond, waitAtMost)
	}
	trial, err := tab.Begin(ctx)
	if err != nil {
		return nil, err
	}
	found := trial.Expect(ctx, []session.Expectation{e}, patience)[0]
	if found.Verdict != session.Pass {
		return nil, fault.Newf(fault.WaitTimeout, "%s did not come true in %d ms: %s", found.Want, patience.Milliseconds(), found.Evidence)
	}
	r, err := trial.Receipt(ctx)
	if err != nil {
		return nil, err
	}
	r.Kind, r.Deed, r.Holds = "wait_for", fmt.Sprintf("waited for %s: %s", found.Want, found.Evidence), true
	return r, nil
}

// actor is the tab to act in, where that is allowed.
func actor(ctx context.Context, env *Env, at Place) (*session.Tab, error) {
	if err := env.Session.Policy.MayAct(); err != nil {
		return nil, err
	}
	tab, err := env.Session.Tab(ctx, at.tab())
	if err != nil {
		return nil, err
	}
	return tab, env.Session.Policy.MayVisit(tab.Info().URL)
}
