package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
)

// How long a page is watched after an action: a moment after it came to rest, longer if nothing has happened yet, and never
// longer than the caps.
const (
	restFor     = 40 * time.Millisecond
	firstSign   = 100 * time.Millisecond
	lastHope    = 500 * time.Millisecond
	settleCap   = 3 * time.Second
	navigateCap = 5 * time.Second
)

// settle waits until what the action began is over: the DOM quiet, its requests done, animations at an end, the page it led to
// loaded. It returns errStale if the page changed before the action could reach it.
func (a *acting) settle(ctx context.Context) error {
	began := a.pressed
	end := began.Add(settleCap)
	none := firstSign
	for {
		left := time.Until(end)
		err := a.rest(ctx, engine.Settle{Quiet: ms(a.restFor), None: ms(none), Cap: ms(max(left, 0))})
		switch {
		case errors.Is(err, page.ErrNavigated):
			return a.arrive(ctx, began)
		case err != nil:
			return err
		case a.journal.Stopped != "":
			return errStale
		case a.leaving():
			return a.arrive(ctx, began)
		}
		busy := a.busy()
		switch {
		case time.Now().After(end):
			a.stirs(busy)
			return nil
		case len(busy) > 0:
			a.await(ctx, end, func() bool { return len(a.busy()) == 0 || a.leaving() })
		case none < lastHope && a.calm():
			none = lastHope
		case a.awaited && a.tab.page.Info().Changes == a.info.Changes:
			a.await(ctx, began.Add(navigateCap), func() bool { return a.leaving() || a.tab.page.Info().Changes != a.info.Changes })
			if a.tab.page.Info().Changes == a.info.Changes && !a.leaving() {
				a.note("no page came")
				return nil
			}
		default:
			return nil
		}
	}
}

// rest waits in the page, and in the one around it if the target stands in a frame.
func (a *acting) rest(ctx context.Context, how engine.Settle) error {
	if err := a.do(ctx, "settle", how, &a.journal); err != nil || a.frame == "" || a.journal.Stopped != "" {
		return err
	}
	var around engine.Journal
	how.None = how.Quiet
	if err := a.tab.reader.Do(ctx, "", "settle", how, &around); err != nil {
		return err
	}
	a.journal.Mutations += around.Mutations
	a.journal.Moving += around.Moving
	return nil
}

// calm is true if nothing has happened yet.
func (a *acting) calm() bool {
	j := a.journal
	return j.Mutations == 0 && j.Typed == 0 && !j.Scrolled && !a.refocused() && a.tab.page.Info().Changes == a.info.Changes && len(a.happened().Requests) == 0
}

// refocused is true if the focus went elsewhere than to what was acted on.
func (a *acting) refocused() bool {
	return a.journal.Refocused && !(a.node >= 0 && a.journal.Focus == a.key())
}

func (a *acting) happened() page.Happenings {
	if a.watch == nil {
		return page.Happenings{}
	}
	return a.watch.Happened(a.mark)
}

// busy are the requests of this action that somebody waits for.
func (a *acting) busy() (out []page.Request) {
	for _, r := range a.happened().Requests {
		if !r.Done && !r.Passive && r.Failed == "" {
			out = append(out, r)
		}
	}
	return out
}

// leaving is true if another document is coming or has come.
func (a *acting) leaving() bool {
	info := a.tab.page.Info()
	if info.Changes != a.info.Changes && info.Loading {
		return true
	}
	for _, r := range a.happened().Requests {
		if r.Document && !r.Done {
			return true
		}
	}
	return false
}

// arrive waits for the document that the action led to.
func (a *acting) arrive(ctx context.Context, began time.Time) error {
	a.journal = engine.Journal{}
	end := began.Add(navigateCap)
	a.await(ctx, end, func() bool { return !a.leaving() })
	if a.leaving() {
		a.still = append(a.still, "the page is still loading")
	}
	return nil
}

// await waits for a condition that changes with the tab, until the end.
func (a *acting) await(ctx context.Context, end time.Time, ok func() bool) {
	timer := time.NewTimer(time.Until(end))
	defer timer.Stop()
	for {
		var changed <-chan struct{}
		if a.watch != nil {
			changed = a.watch.Changed()
		}
		if ok() {
			return
		}
		select {
		case <-changed:
		case <-a.tab.page.Gone():
			return
		case <-timer.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// stirs notes what had not come to rest in time.
func (a *acting) stirs(busy []page.Request) {
	if n := len(busy); n > 0 {
		a.still = append(a.still, fmt.Sprintf("%d request%s (%s %s)", n, plural(n), busy[0].Method, short(path(busy[0].URL), 60)))
	}
	if n := a.journal.Moving; n > 0 {
		a.still = append(a.still, fmt.Sprintf("%d animation%s", n, plural(n)))
	}
	if a.journal.Idle < float64(restFor.Milliseconds()) && a.journal.Mutations > 0 {
		a.still = append(a.still, "the page keeps changing")
	}
}

func ms(d time.Duration) int { return int(d.Milliseconds()) }

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
