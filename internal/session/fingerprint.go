package session

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/domsight/domsight/internal/baseline"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/page"
)

const (
	fingerprintDeadline = 5 * time.Second
	fingerprintBudget   = 30 * time.Millisecond
)

// KeptFingerprints is how many a session remembers.
const KeptFingerprints = 50

// Fingerprints are those a session took last, and the store of those it keeps.
type Fingerprints struct {
	Baselines *baseline.Store // nil for the usual folder; set before the first call

	mu     sync.Mutex
	recent []*fingerprint.Fingerprint // newest last
}

// Store is where baselines are.
func (f *Fingerprints) Store() *baseline.Store {
	if f.Baselines == nil {
		return baseline.At("")
	}
	return f.Baselines
}

// Keep remembers a fingerprint by its hash, and forgets the oldest of too many.
func (f *Fingerprints) Keep(p *fingerprint.Fingerprint) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.recent = slices.DeleteFunc(f.recent, func(o *fingerprint.Fingerprint) bool { return o.Hash == p.Hash })
	f.recent = append(f.recent, p)
	f.recent = f.recent[max(0, len(f.recent)-KeptFingerprints):]
}

// Find returns the fingerprint with that hash, nil if it is not kept.
func (f *Fingerprints) Find(hash string) *fingerprint.Fingerprint {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.recent {
		if p.Hash == hash {
			return p
		}
	}
	return nil
}

// Aim says what of a page a fingerprint is of.
type Aim struct {
	Scope  string // fingerprint.Full, fingerprint.AboveFold or a selector
	Depth  fingerprint.Depth
	Ignore []string // selectors of what to leave out
}

// Print is a fingerprint and what it was taken from.
type Print struct {
	*fingerprint.Fingerprint
	Snapshot *dom.Snapshot
	Info     page.Info
}

// Fingerprint reads the page and reduces it to its structure.
func (t *Tab) Fingerprint(ctx context.Context, aim Aim) (Print, error) {
	ctx, cancel := context.WithTimeout(ctx, fingerprintDeadline)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return Print{}, err
	}
	defer t.unlock()
	if err := t.readable(); err != nil {
		return Print{}, err
	}
	began := time.Now()
	s, err := t.capture(ctx)
	if err != nil {
		return Print{}, err
	}
	t.guard(ctx, time.Since(began))
	pick := func(selector string) (ids []dom.ID, err error) { // looking may read the page again
		var nodes []int
		s, nodes, err = t.selected(ctx, s, selector, false)
		for _, i := range nodes {
			ids = append(ids, s.Nodes[i].ID)
		}
		return ids, err
	}
	root := s.Nodes[0].ID
	if aim.Scope != "" && aim.Scope != fingerprint.Full && aim.Scope != fingerprint.AboveFold {
		found, err := pick(aim.Scope)
		if err != nil {
			return Print{}, err
		}
		if len(found) == 0 {
			return Print{}, fault.New(fault.ScopeNotFound, "Scope element not found.")
		}
		root = found[0]
	}
	var skipped []dom.ID
	for _, selector := range aim.Ignore {
		found, err := pick(selector)
		if err != nil {
			return Print{}, err
		}
		skipped = append(skipped, found...)
	}
	o := fingerprint.Options{Scope: aim.Scope, Depth: aim.Depth, Skip: map[int]bool{}}
	o.Root, _ = s.Index(root)
	for _, id := range skipped {
		if i, ok := s.Index(id); ok {
			o.Skip[i] = true
		}
	}
	return Print{fingerprint.Take(s, o), s, t.page.Info()}, nil
}

// guard warns in the page's console of a reading that took longer than it should: whoever looks there wonders why the page
// stood still.
func (t *Tab) guard(ctx context.Context, took time.Duration) {
	if pupil, ok := t.page.(page.Pupil); ok && took > fingerprintBudget {
		_ = pupil.Teach(ctx, "", fmt.Sprintf("console.warn('domsight: a fingerprint of this page took %d ms')", took.Milliseconds())) // a page that is gone needs none
	}
}

// Samples takes several fingerprints of a page, which is loaded anew before each but the first.
func (t *Tab) Samples(ctx context.Context, count int, aim Aim, progress func(n int)) ([]*fingerprint.Fingerprint, error) {
	var all []*fingerprint.Fingerprint
	for n := 1; n <= count; n++ {
		progress(n)
		if n > 1 {
			if err := t.Go(ctx, page.Journey{Reload: true}); err != nil {
				return nil, err
			}
			t.Settle(ctx)
		}
		p, err := t.Fingerprint(ctx, aim)
		if err != nil {
			return nil, err
		}
		all = append(all, p.Fingerprint)
	}
	return all, nil
}

const (
	calmFor    = 100 * time.Millisecond // a page that has not changed for so long is at rest
	calmAtMost = 2 * time.Second        // a page that never rests is taken as it is
)

// Settle waits until the page has been at rest for a moment; not for ever.
func (t *Tab) Settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, calmAtMost)
	defer cancel()
	if t.lock(ctx) != nil {
		return
	}
	defer t.unlock()
	last, since := -1, time.Now()
	for {
		stamp, err := t.reader.Stamp(ctx)
		if err != nil {
			return
		}
		if stamp.Mutations != last || t.page.Info().Loading {
			last, since = stamp.Mutations, time.Now()
		} else if time.Since(since) >= calmFor {
			return
		}
		select {
		case <-time.After(calmFor / 4):
		case <-ctx.Done():
			return
		}
	}
}
