package session

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/reconcile"
)

// Tab is a page as an agent knows it: where it is, what was last seen of it, and the refs given out.
type Tab struct {
	Name string
	Refs *Refs

	page      page.Tab
	deadlines Deadlines
	reader    *engine.Reader
	busy      chan struct{} // holds one token: who has it may use the page

	last     *dom.Snapshot
	lastAt   time.Time
	recent   []*dom.Snapshot   // newest last
	baseline *dom.Snapshot     // what the agent last had a snapshot of
	before   *dom.Snapshot     // the one before last
	pairs    reconcile.Pairing // of before and last
}

// The bounds of what a tab remembers.
const (
	CacheFor      = 30 * time.Second
	CacheChanges  = 300
	keptSnapshots = 20
	keptNodes     = 1_000_000 // of all kept snapshots: fewer of very large pages are kept
)

func newTab(p page.Tab, deadlines Deadlines) *Tab {
	return &Tab{page: p, deadlines: deadlines, Refs: newRefs(), reader: engine.NewReader(p), busy: make(chan struct{}, 1)}
}

// ID is the tab's number.
func (t *Tab) ID() string { return t.page.ID() }

// Info is where the tab is.
func (t *Tab) Info() page.Info { return t.page.Info() }

// Notices hands over what happened by itself since the last call.
func (t *Tab) Notices() []page.Notice { return t.page.Notices() }

// lock waits for the tab's turn.
func (t *Tab) lock(ctx context.Context) error {
	select {
	case t.busy <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fault.Wrap(ctx.Err(), fault.WaitTimeout, "another call is still using this tab")
	}
}

func (t *Tab) unlock() { <-t.busy }

// Go loads a page or moves in the history.
func (t *Tab) Go(ctx context.Context, to page.Journey) error {
	ctx, cancel := context.WithTimeout(ctx, t.deadlines.Navigate)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	t.Forget()
	return t.page.Go(ctx, to)
}

// Forget drops the cached snapshot: the next one is new.
func (t *Tab) Forget() { t.lastAt = time.Time{} }

// Look is what a capture found, and whether it was taken anew.
type Look struct {
	*dom.Snapshot
	Age     time.Duration // zero if taken anew
	Changes int           // how often the page changed since, if it was not
}

// Look returns the page as it is, or as it was a moment ago where that is allowed and still holds.
func (t *Tab) Look(ctx context.Context, fresh bool) (Look, error) {
	ctx, cancel := context.WithTimeout(ctx, t.deadlines.Capture)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return Look{}, err
	}
	defer t.unlock()
	if err := t.readable(); err != nil {
		return Look{}, err
	}
	if age := time.Since(t.lastAt); !fresh && t.last != nil && age < CacheFor {
		now, err := t.reader.Stamp(ctx)
		v := t.last.Viewport
		if err == nil && now.Mutations <= CacheChanges && now.URL == t.last.URL && now.Doc == t.last.Nodes[0].ID.Doc &&
			now.ScrollX == v.ScrollX && now.ScrollY == v.ScrollY {
			return Look{t.last, age, now.Mutations}, nil
		}
	}
	snapshot, err := t.capture(ctx)
	return Look{Snapshot: snapshot}, err
}

func (t *Tab) capture(ctx context.Context) (*dom.Snapshot, error) {
	snapshot, err := t.reader.Recapture(ctx)
	if errors.Is(err, page.ErrNavigated) { // the page left while it was read: read the one that came
		snapshot, err = t.reader.Capture(ctx)
	}
	if err != nil {
		return nil, err
	}
	if len(snapshot.Nodes) == 0 {
		return nil, fault.New(fault.PageUnsupported, "the page has no document to read")
	}
	if strings.HasPrefix(snapshot.URL, "chrome-error:") {
		return nil, fault.Newf(fault.NavigationFailed, "%s could not be loaded: the tab shows the browser's own error page", short(t.page.Info().URL, 200)).
			Nextf("navigate to it again, or elsewhere, or back")
	}
	if t.last != nil {
		t.pairs = reconcile.Match(t.last, snapshot)
		if t.last.URL == snapshot.URL { // at another address the same "Delete" deletes something else
			t.Refs.carry(t.pairs, t.last, snapshot)
		}
	}
	t.before, t.last, t.lastAt = t.last, snapshot, time.Now()
	t.recent = append(t.recent, snapshot)
	t.recent = newest(t.recent)
	return snapshot, nil
}

// readable refuses what is not a page at all.
func (t *Tab) readable() error {
	info := t.page.Info()
	switch info.MIME {
	case "", "text/html", "application/xhtml+xml", "image/svg+xml", "text/plain", "application/xml", "text/xml", "application/json":
		return nil
	}
	return fault.Newf(fault.PageUnsupported, "the page is %s, not HTML", info.MIME).Nextf("navigate to an HTML page; the file is at %s", short(info.URL, 200))
}

// newest drops the snapshots that are too many, the oldest first.
func newest(all []*dom.Snapshot) []*dom.Snapshot {
	nodes := 0
	for i := len(all) - 1; i >= 0; i-- {
		nodes += len(all[i].Nodes)
		if kept := len(all) - i; kept > keptSnapshots || kept > 2 && nodes > keptNodes {
			return all[i+1:]
		}
	}
	return all
}
