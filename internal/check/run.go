package check

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/domsight/domsight/internal/audit"
	"github.com/domsight/domsight/internal/baseline"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/session"
)

// Runner visits pages.
type Runner struct {
	Open     func() *session.Session                                      // makes a session; no page sees what another left behind
	Jobs     int                                                          // pages at a time
	Samples  int                                                          // visits a page that is accepted; more than one learns what varies
	Update   bool                                                         // accept the pages as they are
	Pictures bool                                                         // of what changed
	Audit    func(context.Context, *session.Tab) ([]audit.Finding, error) // nil for none
	Done     func(Verdict)                                                // called after every page, one at a time, in the order in which they end

	lanes chan *lane // at rest
}

// Outcome is the verdict in a word.
type Outcome string

// The outcomes.
const (
	Clean    Outcome = "clean"    // nothing at or above the threshold
	Changed  Outcome = "changed"  // or found wanting by the audit
	Accepted Outcome = "accepted" // saved as what it should be
	Failed   Outcome = "failed"   // could not be checked
)

// Verdict is what became of one page.
type Verdict struct {
	Page       Page
	Outcome    Outcome
	Comparison fingerprint.Comparison // changes at or above the threshold
	Masks      int                    // of the baseline
	Findings   []audit.Finding
	Shots      []Shot // of what changed
	Err        error  // why it failed
	Took       time.Duration
}

// Result is what became of all pages, in the order of the plan.
type Result struct {
	Verdicts []Verdict
	Began    time.Time
	Took     time.Duration
}

// Count is the number of pages with an outcome.
func (r Result) Count(o Outcome) (n int) {
	for _, v := range r.Verdicts {
		if v.Outcome == o {
			n++
		}
	}
	return n
}

// ExitCode is 0 if all pages are as they should be, 1 if one has changed, 2 if one could not be checked.
func (r Result) ExitCode() int {
	switch {
	case r.Count(Failed) > 0:
		return 2
	case r.Count(Changed) > 0:
		return 1
	}
	return 0
}

// Run visits every page of the plan, several at a time.
func (r *Runner) Run(ctx context.Context, plan Plan) Result {
	result := Result{Verdicts: make([]Verdict, len(plan.Pages)), Began: time.Now()}
	store := baseline.At(plan.Baselines)
	done := make(chan Verdict)
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for v := range done {
			if r.Done != nil {
				r.Done(v)
			}
		}
	}()
	r.lanes = make(chan *lane, max(1, r.Jobs))
	var group errgroup.Group
	group.SetLimit(cap(r.lanes))
	for i, p := range plan.Pages {
		group.Go(func() error {
			began := time.Now()
			v := Verdict{Page: p}
			if err := r.check(ctx, store, &v); err != nil {
				v.Outcome, v.Err = Failed, err
			}
			v.Took = time.Since(began)
			result.Verdicts[i] = v
			done <- v
			return nil
		})
	}
	_ = group.Wait() // every page keeps its own error
	close(r.lanes)
	for l := range r.lanes {
		_ = l.own.Close() // the verdicts are in
	}
	close(done)
	<-finished
	result.Took = time.Since(result.Began)
	return result
}

func (r *Runner) check(ctx context.Context, store *baseline.Store, v *Verdict) error {
	switch {
	case v.Page.Against != nil:
		return r.compare(ctx, v)
	case r.Update:
		return r.accept(ctx, store, v)
	}
	known, err := store.Load(v.Page.Name)
	if err != nil {
		if fault.Of(err) == fault.BaselineNotFound {
			return fault.Newf(fault.BaselineNotFound, "there is no baseline %q", v.Page.Name).Nextf("domsight check --update %q saves the page as it is now", v.Page.Name)
		}
		return err
	}
	v.Masks = len(known.Noise)
	return r.visit(ctx, v.Page, func(tab *session.Tab, print session.Print) error {
		return r.judge(ctx, v, tab, print, fingerprint.Compare(known.Fingerprint, print.Fingerprint, known.Noise))
	})
}

// compare visits two pages, or one in two viewports.
func (r *Runner) compare(ctx context.Context, v *Verdict) error {
	var was *fingerprint.Fingerprint
	err := r.visit(ctx, *v.Page.Against, func(_ *session.Tab, print session.Print) error {
		was = print.Fingerprint
		return nil
	})
	if err != nil {
		return err
	}
	return r.visit(ctx, v.Page, func(tab *session.Tab, print session.Print) error {
		return r.judge(ctx, v, tab, print, fingerprint.Compare(was, print.Fingerprint, nil))
	})
}

// accept takes the page as what it should be.
func (r *Runner) accept(ctx context.Context, store *baseline.Store, v *Verdict) error {
	var samples []*fingerprint.Fingerprint
	for range max(1, r.Samples) {
		err := r.visit(ctx, v.Page, func(tab *session.Tab, print session.Print) error {
			samples = append(samples, print.Fingerprint)
			if len(samples) > 1 {
				return nil
			}
			return r.audit(ctx, v, tab)
		})
		if err != nil {
			return err
		}
	}
	saved, err := store.Update(v.Page.Name, baseline.Accept(samples))
	if err != nil {
		return err
	}
	v.Outcome, v.Masks = Accepted, len(saved.Noise)
	return nil
}

// judge makes a comparison a verdict.
func (r *Runner) judge(ctx context.Context, v *Verdict, tab *session.Tab, print session.Print, c fingerprint.Comparison) error {
	if c.Status == "error" {
		return fault.New(fault.NavigationFailed, c.Summary).Nextf("sign in with steps in `before`, or use --profile")
	}
	v.Comparison = c.AtLeast(v.Page.Threshold)
	v.Outcome = Clean
	if len(v.Comparison.Changes) > 0 {
		v.Outcome = Changed
	}
	if err := r.audit(ctx, v, tab); err != nil {
		return err
	}
	if r.Pictures && v.Outcome == Changed {
		v.Shots = shoot(ctx, tab, print, v.Comparison.Changes)
	}
	return nil
}

func (r *Runner) audit(ctx context.Context, v *Verdict, tab *session.Tab) (err error) {
	if r.Audit == nil {
		return nil
	}
	if v.Findings, err = r.Audit(ctx, tab); len(v.Findings) > 0 {
		v.Outcome = Changed
	}
	return err
}
