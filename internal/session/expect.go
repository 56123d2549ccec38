package session

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/reconcile"
)

// Expectation is what a page must be. One thing is given; Ref, Role, Name and Selector say of what.
type Expectation struct {
	Text           string // is on the page, to be seen
	Gone           string // a text or a ref that is not
	State          string // of Ref: checked, disabled, expanded, focused, visible..., or "not checked"
	Value          *string
	URL            string // the address contains it
	Count          *int   // of what Role, Name or Selector name
	Request        string // was sent: "POST /save", "POST /save 200"
	NoConsoleError bool

	Ref, Role, Name, Selector string
}

// Verdict is how an expectation stands.
type Verdict string

// The verdicts.
const (
	Pass      Verdict = "pass"
	Fail      Verdict = "fail"
	CannotSay Verdict = "could not tell"
)

// Finding is an expectation with its verdict and what shows it.
type Finding struct {
	Want     string
	Verdict  Verdict
	Evidence string
}

// Trial is a stretch of time in a tab: what happens in it can be asked for as a whole.
type Trial struct {
	tab  *Tab
	base *dom.Snapshot
	info page.Info
	mark page.Mark
	at   time.Time
}

// Begin looks at the page and begins a trial.
func (t *Tab) Begin(ctx context.Context) (*Trial, error) {
	tr := &Trial{tab: t, info: t.page.Info(), at: time.Now()}
	if w, ok := t.page.(page.Watching); ok {
		tr.mark = w.Watch()
	}
	look, err := t.Look(ctx, true)
	tr.base = look.Snapshot
	return tr, err
}

// The pause between two looks at a page that is waited for.
const lookEvery = 80 * time.Millisecond

// Expect says how each expectation stands, once all hold or the time is over.
func (tr *Trial) Expect(ctx context.Context, all []Expectation, within time.Duration) []Finding {
	end := time.Now().Add(within)
	for {
		out, met := tr.judge(ctx, all)
		if met || time.Now().After(end) || sleep(ctx, lookEvery) != nil {
			return out
		}
	}
}

func (tr *Trial) judge(ctx context.Context, all []Expectation) (out []Finding, met bool) {
	met = true
	look, err := tr.tab.Look(ctx, true)
	for _, e := range all {
		f := Finding{Want: e.String(), Verdict: CannotSay}
		if err != nil {
			f.Evidence = err.Error()
		} else {
			f.Verdict, f.Evidence = tr.check(ctx, e, look.Snapshot)
		}
		met = met && f.Verdict == Pass
		out = append(out, f)
	}
	return out, met
}

// Receipt is what the trial as a whole did.
func (tr *Trial) Receipt(ctx context.Context) (*effect.Receipt, error) {
	t := tr.tab
	look, err := t.Look(ctx, true)
	if err != nil {
		return nil, err
	}
	r := &effect.Receipt{Kind: "act", Ref: dom.NoRef, At: tr.at, Took: time.Since(tr.at), Focus: -1, Unfocused: -1, Before: tr.base, After: look.Snapshot, Trusted: true}
	now := t.page.Info()
	r.URL, r.Title = now.URL, r.After.Title
	r.Left = now.Changes != tr.info.Changes
	if r.After.Origin == tr.base.Origin {
		r.Changes = diff.Between(tr.base, r.After, reconcile.Match(tr.base, r.After))
		r.Retitled = r.After.Title != tr.base.Title
	}
	(&acting{tab: t, receipt: r, watch: watchOf(t.page), mark: tr.mark}).network()
	r.Notices = t.page.Notices()
	return r, nil
}

func watchOf(p page.Tab) page.Watching {
	w, _ := p.(page.Watching)
	return w
}

// String is the expectation in a few words.
func (e Expectation) String() string {
	switch {
	case e.Text != "":
		return "text " + quoted(e.Text)
	case e.Gone != "":
		return "gone " + quoted(e.Gone)
	case e.State != "":
		return fmt.Sprintf("%s is %s", e.subject(), e.State)
	case e.Value != nil:
		return fmt.Sprintf("%s holds %s", e.subject(), quoted(*e.Value))
	case e.URL != "":
		return "url " + quoted(e.URL)
	case e.Count != nil:
		return fmt.Sprintf("%d of %s", *e.Count, e.subject())
	case e.Request != "":
		return "request " + e.Request
	case e.NoConsoleError:
		return "no console error"
	}
	return "nothing"
}

func (e Expectation) subject() string {
	parts := []string{}
	for _, p := range []string{e.Ref, e.Selector, e.Role} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if e.Name != "" {
		parts = append(parts, quoted(e.Name))
	}
	return strings.Join(parts, " ")
}
