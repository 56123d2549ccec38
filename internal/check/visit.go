package check

import (
	"context"
	"fmt"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// lane is a tab in which one page after the other is visited. A new tab, with a process of its own, costs more than the visit.
type lane struct {
	own    *session.Session
	tab    *session.Tab
	size   Viewport
	visits int
}

// mostVisits is after how many pages a lane is made anew, lest it grows for ever.
const mostVisits = 50

// take returns a tab that no page has left anything in. Pages that need steps get one of their own: who signs in stays so.
func (r *Runner) take(ctx context.Context, p Page) (*lane, error) {
	if l := r.rested(ctx, p); l != nil {
		return l, nil
	}
	l := &lane{own: r.Open()}
	var err error
	if l.tab, err = l.own.Open(ctx, ""); err == nil {
		err = l.resize(ctx, p.Viewport)
	}
	if err != nil {
		_ = l.own.Close() // the first error is the one to report
		return nil, err
	}
	return l, nil
}

// rested is a lane from before that can be used for the page, nil if there is none.
func (r *Runner) rested(ctx context.Context, p Page) *lane {
	if len(p.Before) > 0 {
		return nil
	}
	select {
	case l := <-r.lanes:
		if l.visits < mostVisits && l.tab.Wash(ctx) == nil && l.resize(ctx, p.Viewport) == nil {
			return l
		}
		_ = l.own.Close() // its work is done
	default:
	}
	return nil
}

// resize gives the tab another size; it cannot get its first one back.
func (l *lane) resize(ctx context.Context, size Viewport) error {
	if size == l.size {
		return nil
	}
	if size == (Viewport{}) {
		return fault.New(fault.NotAllowed, "the tab has another size")
	}
	l.size = size
	return l.tab.Resize(ctx, size.Width, size.Height)
}

// giveBack keeps a lane for the next page, if it is fit for that.
func (r *Runner) giveBack(l *lane, p Page, failed bool) {
	l.visits++
	if !failed && len(p.Before) == 0 {
		select {
		case r.lanes <- l:
			return
		default:
		}
	}
	_ = l.own.Close() // whatever it was for has been said
}

// visit opens a page, takes the steps before, and hands over what it looks like.
func (r *Runner) visit(ctx context.Context, p Page, look func(*session.Tab, session.Print) error) error {
	l, err := r.take(ctx, p)
	if err != nil {
		return err
	}
	err = r.look(ctx, l.tab, p, look)
	r.giveBack(l, p, err != nil)
	return err
}

func (r *Runner) look(ctx context.Context, tab *session.Tab, p Page, look func(*session.Tab, session.Print) error) error {
	if err := tab.Go(ctx, page.Journey{URL: p.URL}); err != nil {
		return err
	}
	if status := tab.Info().Status; p.Status != 0 && status != p.Status || p.Status == 0 && status >= 400 {
		return fault.Newf(fault.NavigationFailed, "%s answered HTTP %d", p.URL, status).Nextf("start the server, correct the address, or say status: %d if that is right", status)
	}
	tab.Settle(ctx)
	for _, step := range p.Before {
		if err := step.do(ctx, tab, p.URL); err != nil {
			return err
		}
		tab.Settle(ctx)
	}
	print, err := tab.Fingerprint(ctx, p.Aim)
	if err != nil {
		return err
	}
	if len(p.Before) == 0 && fingerprint.Login(p.URL, print.URL, print.AsksPassword) {
		return fault.New(fault.NavigationFailed, fmt.Sprintf("%s sent us to a login: %s", p.URL, print.URL)).
			Nextf("sign in with steps in `before`, or use --profile with a browser profile that is signed in")
	}
	return look(tab, print)
}
