// Package reconcile says which nodes of a snapshot go on from which nodes of the one before, so that a ref stays with its
// element. It knows nothing of refs, and nothing of what an agent was shown.
//
// An error here is a lie told to an agent later, so that all doubt ends the same way: what could be one of two is new. Twins
// that nothing tells apart are never matched unless they are still the same live elements. What no evidence can show is not
// seen: an element that takes the place, the name and the looks of another in the moment it is made anew passes for it.
package reconcile

import "github.com/domsight/domsight/internal/dom"

// How says why two nodes are held to be one.
type How uint8

// The reasons, from none to the weakest.
const (
	New       How = iota // goes on from nothing
	Same                 // the same live node
	Recreated            // made anew, and its evidence fits no other node, old or new
	Similar              // made anew and altered, but its place and its likeness leave no other choice
)

// Threshold is the least likeness of a Similar pair.
const Threshold = 0.6

// Pairing joins nodes of two snapshots one to one. Elements are joined by identity; runs of text, which have no ref, also by
// their place in elements that are joined.
type Pairing struct {
	was []int32 // by index in the new snapshot
	now []int32 // by index in the old one
	how []How   // by index in the new snapshot
}

// Was is the index in the old snapshot of what is now node i, -1 if it is new.
func (p Pairing) Was(i int) int { return int(p.was[i]) }

// Now is the index in the new snapshot of what was node i, -1 if it is gone.
func (p Pairing) Now(i int) int { return int(p.now[i]) }

// How says why new node i goes on from an old one; New if it does not.
func (p Pairing) How(i int) How { return p.how[i] }

// Recreated is true if new node i goes on from an old node that is no longer in the page.
func (p Pairing) Recreated(i int) bool { return p.how[i] > Same }

// Carried calls f for each element that has another ID than before, in page order: its ref must move to the new ID.
func (p Pairing) Carried(old, new *dom.Snapshot, f func(from, to dom.ID)) {
	for i, how := range p.how {
		if how > Same && !new.Nodes[i].IsText() {
			f(old.Nodes[p.was[i]].ID, new.Nodes[i].ID)
		}
	}
}

// Match pairs two snapshots of one tab. Its cost is one comparison a node, and grows only with what is not the same node.
// The roots are always one: the body keeps its ref.
func Match(old, new *dom.Snapshot) Pairing {
	m := &matcher{old: newSide(old), new: newSide(new), how: make([]How, len(new.Nodes))}
	m.live()
	if len(old.Nodes) > 0 && len(new.Nodes) > 0 && m.new.free(0) && m.old.free(0) {
		m.join(0, 0, Recreated)
	}
	if m.old.leftovers() && m.new.leftovers() {
		if len(m.old.left) > 0 && len(m.new.left) > 0 {
			m.remade()
		}
		m.texts()
	}
	return Pairing{was: m.new.mate, now: m.old.mate, how: m.how}
}

// remade joins elements that were made anew, the surest first.
func (m *matcher) remade() {
	m.old.remember()
	m.new.remember()
	m.evident(exact)
	m.evident(loose)
	m.containers()
	m.parts()
	m.anchored()
}

type matcher struct {
	old, new *side
	how      []How
}

func (m *matcher) join(o, n int, how How) {
	m.old.mate[o], m.new.mate[n], m.how[n] = int32(n), int32(o), how
}

// joined is true if two nodes are one.
func (m *matcher) joined(o, n int) bool { return o >= 0 && n >= 0 && m.old.mate[o] == int32(n) }

// live joins nodes with the same ID. The two snapshots are read side by side, so that what stayed in place costs one
// comparison; what moved is found in a table afterwards.
func (m *matcher) live() {
	const ahead = 32
	a, b := m.old.s.Nodes, m.new.s.Nodes
	o, n := 0, 0
	for budget := 2*len(b) + 1024; o < len(a) && n < len(b) && budget > 0; {
		if a[o] == b[n] || a[o].ID == b[n].ID {
			m.join(o, n, Same)
			o, n = o+1, n+1
			continue
		}
		skipOld, skipNew := 1, 1
		for d := 1; d < ahead; d++ {
			budget--
			if o+d < len(a) && a[o+d].ID == b[n].ID {
				skipOld, skipNew = d, 0
				break
			}
			if n+d < len(b) && a[o].ID == b[n+d].ID {
				skipOld, skipNew = 0, d
				break
			}
		}
		o, n = o+skipOld, n+skipNew
	}
	m.moved()
}

// moved joins the nodes with the same ID that did not stay in place.
func (m *matcher) moved() {
	table := make(map[dom.ID]int32)
	for o, mate := range m.old.mate {
		if mate < 0 {
			table[m.old.s.Nodes[o].ID] = int32(o)
		}
	}
	if len(table) == 0 {
		return
	}
	for n, mate := range m.new.mate {
		if mate >= 0 {
			continue
		}
		if o, ok := table[m.new.s.Nodes[n].ID]; ok {
			m.join(int(o), n, Same)
		}
	}
}
