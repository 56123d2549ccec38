package session

import (
	"sync"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/reconcile"
)

// Refs are the numbers a tab's elements are called by. A number is given when an element is first shown and never again to
// another, not even after a reload. Calls may come at once: a reply is written while the next page is read.
type Refs struct {
	mu    sync.Mutex
	byID  map[dom.ID]dom.Ref
	shown []shown // by ref
}

// shown is what an agent was last told of an element.
type shown struct {
	id         dom.ID
	role, name string
	row        string // what tells the row it stands in from the next; empty where it stands in none
}

func newRefs() *Refs {
	return &Refs{byID: map[dom.ID]dom.Ref{}, shown: make([]shown, 1)}
}

// Show returns the ref of node i, giving it one if it has none, and notes what the agent sees of it.
func (r *Refs) Show(s *dom.Snapshot, i int) dom.Ref {
	n := s.Nodes[i]
	r.mu.Lock()
	defer r.mu.Unlock()
	ref, ok := r.byID[n.ID]
	switch {
	case i == 0:
		ref = 0
		r.byID[n.ID] = 0
	case !ok:
		ref = dom.Ref(len(r.shown))
		r.shown = append(r.shown, shown{})
		r.byID[n.ID] = ref
	}
	r.shown[ref] = shown{id: n.ID, role: n.Role, name: n.Name}
	if n.Interactive() {
		_, r.shown[ref].row = find.RowOf(s, i)
	}
	return ref
}

// Next is the ref that the next element to be shown for the first time is given.
func (r *Refs) Next() dom.Ref {
	r.mu.Lock()
	defer r.mu.Unlock()
	return dom.Ref(len(r.shown))
}

// Peek is the ref of node i if it was ever shown, else dom.NoRef.
func (r *Refs) Peek(s *dom.Snapshot, i int) dom.Ref {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ref, ok := r.byID[s.Nodes[i].ID]; ok {
		return ref
	}
	return dom.NoRef
}

// last is what the agent was last told of a ref; ok is false of one that was never given.
func (r *Refs) last(ref dom.Ref) (was shown, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ref < 0 || int(ref) >= len(r.shown) {
		return shown{}, false
	}
	return r.shown[ref], true
}

// Find returns the index of the element that a ref names.
func (r *Refs) Find(s *dom.Snapshot, ref dom.Ref) (int, bool) {
	if ref == 0 {
		return 0, len(s.Nodes) > 0
	}
	was, ok := r.last(ref)
	if !ok {
		return 0, false
	}
	return s.Index(was.id)
}

// carry moves refs from elements that are gone to those that were made in their place.
func (r *Refs) carry(pairs reconcile.Pairing, old, now *dom.Snapshot) {
	r.mu.Lock()
	defer r.mu.Unlock()
	pairs.Carried(old, now, func(from, to dom.ID) {
		ref, shown := r.byID[from]
		if _, taken := r.byID[to]; !shown || taken || ref == 0 {
			return
		}
		delete(r.byID, from)
		r.byID[to] = ref
		r.shown[ref].id = to
	})
}
