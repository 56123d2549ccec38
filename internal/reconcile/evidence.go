package reconcile

import "slices"

// evidence is a way to say who an element is. Of gives the same number to two elements if nothing tells them apart, zero if it
// cannot speak of this one; hint is a cheap number that is the same whenever Of is.
type evidence struct {
	of   func(p *side, i int) uint64
	hint func(p *side, i int) uint64
}

// exact: everything in the element is as it was, in a row that is as it was.
var exact = evidence{
	of: func(p *side, i int) uint64 {
		return mix(p.content(i), mix(p.exactRow(p.rowOf(i)), p.above(i)))
	},
	hint: func(p *side, i int) uint64 {
		h := mix(mix(word(p.s.Nodes[i].Tag), words(p.s.Nodes[i].Name)), uint64(p.s.End(i)-i))
		for _, n := range p.s.Nodes[i:min(p.s.End(i), i+8)] {
			if n.IsText() {
				h = mix(h, words(n.Text))
			}
		}
		return h
	},
}

// loose: the element says who it is, by a name, an id or a key, though its content may have changed, in a row that is about
// the same thing.
var loose = evidence{
	of: func(p *side, i int) uint64 {
		n := p.s.Nodes[i]
		switch {
		case p.keyed(i):
			return mix(mix(word(n.Tag), word(n.Role)), mix(mix(attributes(n), p.looseRow(i)), p.above(i))) | 1
		case n.Name != "" || explicit(n) != "" || slices.Contains(landmarks, n.Role):
			return mix(self(n), mix(p.looseRow(p.rowOf(i)), p.above(i))) | 1
		}
		return 0
	},
	hint: func(p *side, i int) uint64 {
		n := p.s.Nodes[i]
		h := mix(word(n.Tag), word(n.Role))
		if n.Role != "" && !rowByNature(n) {
			h = mix(h, words(n.Name))
		}
		return h
	},
}

// landmarks are the roles of which a page has one by nature: they need no name.
var landmarks = []string{"main", "navigation", "banner", "contentinfo", "complementary", "search"}

const (
	none  = -1
	twins = -2
)

type slot struct{ old, new int32 }

// evident joins the elements whose evidence is one and only one in each snapshot, counted over the whole page: a match that
// a live element would fit as well is a guess.
func (m *matcher) evident(e evidence) {
	m.unique(e, m.joinRecreated)
}

// joinRecreated joins two elements that share their evidence with no other. Those in rows made anew follow their row.
func (m *matcher) joinRecreated(o, n int) {
	if a, b, anew := m.rowsAnew(o, n); anew && !m.joined(a, b) {
		return
	}
	if !m.new.mute(n) || m.samePlace(o, n) {
		m.join(o, n, Recreated)
	}
}

// unique calls f for each pair of unmatched elements that share evidence with each other and with nothing else.
func (m *matcher) unique(e evidence, f func(o, n int)) {
	table := make(map[uint64]slot, len(m.new.left))
	for _, o := range m.old.left {
		if m.old.free(o) {
			if key := e.of(m.old, o); key != 0 {
				at, seen := table[key]
				if at = (slot{int32(o), none}); seen {
					at.old = twins
				}
				table[key] = at
			}
		}
	}
	keys := make([]uint64, 0, len(m.new.left)) // of new elements that fit an old one, in page order
	for _, n := range m.new.left {
		if m.new.free(n) {
			key := e.of(m.new, n)
			at, known := table[key]
			if !known {
				continue
			}
			if at.new == none {
				at.new = int32(n)
				keys = append(keys, key)
			} else {
				at.new = twins
			}
			table[key] = at
		}
	}
	m.dropLiveTwins(e, table, keys)
	for _, key := range keys {
		if at := table[key]; at.old >= 0 && at.new >= 0 {
			f(int(at.old), int(at.new))
		}
	}
}

// dropLiveTwins spoils the pairs that some matched element would fit as well. Where to look for it depends on the pair: in rows
// made anew it can only be in these rows, for they are joined only if no other row is like them; in one and the same
// parent it must be beside them; for any other pair the whole page is searched.
func (m *matcher) dropLiveTwins(e evidence, table map[uint64]slot, keys []uint64) {
	old, new := newSearch(m.old, e, table), newSearch(m.new, e, table)
	for _, key := range keys {
		at := table[key]
		if at.old < 0 || at.new < 0 {
			continue
		}
		o, n := int(at.old), int(at.new)
		hint := e.hint(m.new, n)
		if a, b, anew := m.rowsAnew(o, n); anew {
			old.rows.add(a, hint)
			new.rows.add(b, hint)
		} else if a, b := m.old.s.Parent(o), m.new.s.Parent(n); m.joined(a, b) {
			old.parents.add(a, hint)
			new.parents.add(b, hint)
		} else {
			old.page.add(0, hint)
			new.page.add(0, hint)
		}
	}
	old.run()
	new.run()
}

// rowsAnew are the keyed rows that two elements stand in, and whether both were made anew.
func (m *matcher) rowsAnew(o, n int) (a, b int, anew bool) {
	a, b = m.old.keyedRowOf(o), m.new.keyedRowOf(n)
	return a, b, a >= 0 && b >= 0 && !m.old.live(a) && !m.new.live(b)
}
