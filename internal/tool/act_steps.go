package tool

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

// expectation is what must follow.
type expectation struct {
	Text           string  `json:"text"`
	Gone           word    `json:"gone"`
	Ref            word    `json:"ref"`
	State          string  `json:"state"`
	Value          *string `json:"value"`
	URL            string  `json:"url"`
	Count          *int    `json:"count"`
	Role           string  `json:"role"`
	Name           string  `json:"name"`
	Selector       string  `json:"selector"`
	Request        string  `json:"request"`
	NoConsoleError bool    `json:"noConsoleError"`
	Baseline       string  `json:"baseline"`
}

var stepSchema, expectSchema = schemaOf(reflect.TypeFor[Step]()), schemaOf(reflect.TypeFor[expectation]())

const (
	mostSteps = 50
	// How long a page has to become what is expected of it.
	expectWithin = 3 * time.Second
)

// runSteps carries out steps until one goes wrong, and says how what was expected stands.
func runSteps(ctx context.Context, env *Env, tab *session.Tab, in actInput) (Reply, error) {
	steps, wants, err := in.parse()
	if err != nil {
		return Reply{}, err
	}
	if env, err = confirmed(ctx, env, tab, steps); err != nil {
		return Reply{}, err
	}
	trial, err := tab.Begin(ctx)
	if err != nil {
		return Reply{}, err
	}
	story := render.Story{Steps: len(steps)}
	var notices []page.Notice
	for i, step := range steps {
		env.Progress(fmt.Sprintf("step %d of %d: %s", i+1, len(steps), step.Action))
		if err := env.Session.Policy.MayVisit(tab.Info().URL); err != nil {
			story.Surprise = render.Fault(fault.From(err))
			break
		}
		r, err := step.run(ctx, env, tab)
		if err != nil {
			story.Surprise = render.Fault(fault.From(err))
			break
		}
		notices = append(notices, r.Notices...)
		story.Deeds = append(story.Deeds, r.Deed)
		if story.Surprise = surprise(r, step); story.Surprise != "" {
			break
		}
	}
	if story.Surprise == "" || len(story.Deeds) == len(steps) {
		for _, f := range judge(ctx, env, trial, in.Place, wants) {
			story.Findings = append(story.Findings, render.Finding{Want: f.Want, Verdict: string(f.Verdict), Evidence: f.Evidence})
		}
	}
	whole, err := trial.Receipt(ctx)
	if err != nil {
		return Reply{}, err
	}
	whole.Notices = append(notices, whole.Notices...)
	return Reply{Text: render.Told(story, whole, placed(env, tab, whole), func(i int) dom.Ref { return tab.Refs.Show(whole.After, i) })}, nil
}

// surprise is what an agent that planned the steps could not have meant to happen.
func surprise(r *effect.Receipt, step Step) string {
	if !r.Evident() && step.Action != "hover" && step.Action != "dialog" {
		return fmt.Sprintf("no effect observed in %d ms", r.Watched.Milliseconds())
	}
	for _, n := range r.Notices {
		if n.Kind == page.Crash {
			return render.Notice(n.Kind, n.Text, n.Tab)
		}
	}
	return ""
}

func (in actInput) parse() (steps []Step, wants []expectation, err error) {
	if len(in.Steps) > mostSteps {
		return nil, nil, fault.Newf(fault.BadArgument, "%d steps are more than the %d of one call", len(in.Steps), mostSteps)
	}
	for i, raw := range in.Steps {
		var s Step
		if err := decode(raw, &s, stepSchema); err != nil {
			return nil, nil, fault.Newf(fault.BadArgument, "step %d: %s", i+1, fault.From(err).Message).Nextf("%s", fault.From(err).Next)
		}
		steps = append(steps, s)
	}
	for i, raw := range in.Expect {
		var e expectation
		if err := decode(raw, &e, expectSchema); err != nil {
			return nil, nil, fault.Newf(fault.BadArgument, "expect %d: %s", i+1, fault.From(err).Message).Nextf("%s", fault.From(err).Next)
		}
		wants = append(wants, e)
	}
	return steps, wants, nil
}

// judge says how the expectations stand, those about baselines last.
func judge(ctx context.Context, env *Env, trial *session.Trial, at Place, wants []expectation) []session.Finding {
	var asked []session.Expectation
	var baselines []string
	for _, w := range wants {
		if w.Baseline != "" {
			baselines = append(baselines, w.Baseline)
			continue
		}
		asked = append(asked, session.Expectation{Text: w.Text, Gone: string(w.Gone), Ref: string(w.Ref), State: w.State, Value: w.Value, URL: w.URL,
			Count: w.Count, Role: w.Role, Name: w.Name, Selector: w.Selector, Request: w.Request, NoConsoleError: w.NoConsoleError})
	}
	var out []session.Finding
	if len(asked) > 0 {
		out = trial.Expect(ctx, asked, expectWithin)
	}
	for _, name := range baselines {
		out = append(out, againstBaseline(ctx, env, at, name))
	}
	return out
}

// againstBaseline compares the page with a baseline: what is below a warning does not count.
func againstBaseline(ctx context.Context, env *Env, at Place, name string) session.Finding {
	f := session.Finding{Want: fmt.Sprintf("baseline %q", name), Verdict: session.CannotSay}
	known, err := env.Session.Fingerprints.Store().Load(name)
	if err != nil {
		f.Evidence = fault.From(err).Message
		return f
	}
	now, _, err := take(ctx, env, at, aimOf(known.Fingerprint, session.Aim{}))
	if err != nil {
		f.Evidence = fault.From(err).Message
		return f
	}
	c := fingerprint.Compare(known.Fingerprint, now, known.Noise).AtLeast(fingerprint.Warning)
	f.Evidence = c.Summary
	switch {
	case c.Status == "error":
	case len(c.Changes) == 0:
		f.Verdict = session.Pass
	default:
		f.Verdict = session.Fail
	}
	return f
}
