package session

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/reconcile"
)

// prove looks at the page again and says what the action did.
func (a *acting) prove(ctx context.Context) (*effect.Receipt, error) {
	t, r := a.tab, a.receipt
	r.Took, r.Watched, r.Still = time.Since(r.At), time.Since(a.pressed), a.still
	after, err := t.capture(ctx)
	switch {
	case err == nil:
		a.compare(after)
	case gone(t.page.Gone()):
		r.Left, r.Unread = true, "the tab has closed"
	case fault.Of(err) == fault.PageUnsupported, fault.Of(err) == fault.NavigationFailed, errors.Is(err, context.DeadlineExceeded):
		r.Unread = fault.From(err).Message
	default:
		return nil, err
	}
	now := t.page.Info()
	r.URL, r.Title = now.URL, now.Title
	if after != nil {
		r.Title = after.Title // the browser tells it a little later
	}
	r.Left = r.Left || now.Changes != a.info.Changes
	r.Mutations, r.Scrolled, r.Selected = a.journal.Mutations, a.journal.Scrolled, a.journal.Selected
	a.network()
	r.Notices = t.page.Notices()
	r.Took = time.Since(r.At)
	return r, nil
}

// compare finds what changed, and what was there for a moment only.
func (a *acting) compare(after *dom.Snapshot) {
	t, r := a.tab, a.receipt
	r.Before, r.After = a.before, after
	if !after.Same(a.before) && after.Origin != a.before.Origin {
		r.Left = true
		return
	}
	pairs := t.pairs
	if t.before != a.before {
		pairs = reconcile.Match(a.before, after)
	}
	r.Changes = diff.Between(a.before, after, pairs)
	doc := a.before.Nodes[0].ID.Doc
	if a.node >= 0 {
		doc = a.before.Nodes[a.node].ID.Doc
	}
	r.Retitled = after.Title != a.before.Title
	a.refocus(after, doc)
	for _, came := range a.journal.Came {
		if i, ok := a.before.Index(dom.ID{Doc: doc, Key: came.Key}); !ok || !a.before.Nodes[i].Visible() {
			r.Passed = append(r.Passed, came.Text)
		}
	}
	for _, came := range a.journal.Earlier {
		r.Earlier = append(r.Earlier, came.Text)
	}
	for _, said := range a.journal.Said {
		if !saidBefore(a.before, dom.ID{Doc: doc, Key: said.Key}, said) {
			r.Passed = append(r.Passed, said.Text)
		}
	}
}

// refocus notes where the focus went. That an element is focused by what was done to it goes without saying.
func (a *acting) refocus(after *dom.Snapshot, doc string) {
	if !a.journal.Refocused {
		return
	}
	if i, ok := after.Index(dom.ID{Doc: doc, Key: a.journal.Focus}); ok && a.journal.Focus != 0 {
		if a.node < 0 || after.Nodes[i].ID != a.before.Nodes[a.node].ID {
			a.receipt.Focus = i
		}
		return
	}
	for _, c := range a.receipt.Changes {
		if f, ok := c.Field("focused"); ok && f.Old == "true" && c.Kind == diff.Changed {
			a.receipt.Unfocused = c.New
		}
	}
}

// saidBefore is true if words stood there before the action too: then they did not come with it.
func saidBefore(s *dom.Snapshot, id dom.ID, said engine.Said) bool {
	i, ok := s.Index(id)
	return ok && (s.Text(i, 0) == said.Text || s.Nodes[i].Name == said.Text)
}

// network sorts the requests of the action.
func (a *acting) network() {
	r, all := a.receipt, a.happened()
	r.Errors, r.Files = all.Errors, all.Files
	for _, q := range all.Requests {
		if q.Document && r.Left && q.Failed == "" && q.Status < 400 {
			continue // the new address tells it
		}
		r.Requests = append(r.Requests, q)
		if q.Failed != "" || q.Status >= 400 {
			r.Failed = append(r.Failed, q)
		} else if q.Done {
			r.Answered++
		}
	}
}

// path is an address without its site.
func path(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return address
	}
	return u.RequestURI()
}
