package session

import (
	"context"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/reconcile"
)

// Delta is the page now, and what became of it since an earlier snapshot.
type Delta struct {
	Now      *dom.Snapshot
	Base     *dom.Snapshot     // nil if there was none
	Pairs    reconcile.Pairing // of Base and Now
	Changes  []diff.Change
	Reloaded bool // the page was loaded anew, or went elsewhere: Changes say little
}

// Since reads the page and says what changed since a snapshot: "last" is the one the agent had last, others go by their id. What
// it reads is what the next Since("last") is compared with.
func (t *Tab) Since(ctx context.Context, id string) (Delta, error) {
	ctx, cancel := context.WithTimeout(ctx, t.deadlines.Capture)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return Delta{}, err
	}
	defer t.unlock()
	if err := t.readable(); err != nil {
		return Delta{}, err
	}
	base, err := t.find(id)
	if err != nil {
		return Delta{}, err
	}
	now, err := t.capture(ctx)
	if err != nil {
		return Delta{}, err
	}
	t.baseline = now
	d := Delta{Now: now, Base: base}
	if base == nil {
		return d, nil
	}
	d.Reloaded = !now.Same(base)
	if d.Pairs = t.pairs; base != t.before {
		d.Pairs = reconcile.Match(base, now)
	}
	d.Changes = diff.Between(base, now, d.Pairs)
	return d, nil
}

// find is the snapshot with that id; none for "last" where the agent had none yet.
func (t *Tab) find(id string) (*dom.Snapshot, error) {
	if id == "last" {
		return t.baseline, nil
	}
	for _, s := range t.recent {
		if s.ID == id {
			return s, nil
		}
	}
	return nil, fault.Newf(fault.SnapshotExpired, "snapshot %q is not kept any more", short(id, 20)).
		Nextf("use since: \"last\", or take a full snapshot; the last %d of a tab are kept", keptSnapshots)
}
