package reconcile

// containers joins elements that say nothing of themselves by what they hold, from the inside out: each must hold what the
// other held, and nothing that came from elsewhere. Rows have their keys and are left out.
func (m *matcher) containers() {
	for k := len(m.new.left) - 1; k >= 0; k-- {
		n := m.new.left[k]
		if !m.new.free(n) || m.new.keyed(n) {
			continue
		}
		if o := m.source(n); o >= 0 && m.holdsTheSame(o, n) && m.samePlace(o, n) {
			m.join(o, n, Similar)
		}
	}
}

// source is the old element that held the first child of n that was matched, -1 for none.
func (m *matcher) source(n int) int {
	from := -1
	m.new.elements(n, func(c int) bool {
		if mate := m.new.mate[c]; mate >= 0 {
			from = m.old.s.Parent(int(mate))
		}
		return from < 0
	})
	return from
}

// holdsTheSame compares the children of two elements.
func (m *matcher) holdsTheSame(o, n int) bool {
	a, b := m.old.s.Nodes[o], m.new.s.Nodes[n]
	if !m.old.free(o) || m.old.keyed(o) || a.Role != b.Role || a.Name != b.Name || contradict(a, b) ||
		m.old.looseRow(m.old.rowOf(o)) != m.new.looseRow(m.new.rowOf(n)) {
		return false
	}
	kept, all, pure := 0, 0, true
	m.new.elements(n, func(c int) bool {
		all++
		if mate := int(m.new.mate[c]); mate >= 0 {
			kept++
			pure = m.old.s.Parent(mate) == o
		}
		return pure
	})
	m.old.elements(o, func(c int) bool {
		all++
		if mate := int(m.old.mate[c]); mate >= 0 {
			pure = pure && m.new.s.Parent(mate) == n
		}
		return pure
	})
	return pure && float64(2*kept) >= Threshold*float64(all)
}

// mute is true of an element that says nothing of itself, only through what it holds. If its content moves to another of its
// kind, nothing shows that it was not the container that moved.
func (p *side) mute(i int) bool {
	n := p.s.Nodes[i]
	return n.Name == "" && explicit(n) == "" && (p.s.End(i) == i+1 || !p.leaf(i)) && !p.keyed(i)
}

// samePlace is true if two mute elements have the same number of their kind before them.
func (m *matcher) samePlace(o, n int) bool {
	place := m.old.place(o)
	return place >= 0 && place == m.new.place(n)
}

// place counts the siblings of the same kind before element i; -1 if that takes too long.
func (p *side) place(i int) int {
	const most = 200 // siblings looked at
	place, seen, kind := 0, 0, kindOf(p, i)
	p.elements(max(p.s.Parent(i), 0), func(c int) bool {
		if c == i {
			return false
		}
		if kindOf(p, c) == kind {
			place++
		}
		seen++
		return seen < most
	})
	if seen == most {
		return -1
	}
	return place
}

func (p *side) holdsMatched(i int) bool {
	some := false
	p.elements(i, func(c int) bool { some = !p.free(c); return !some })
	return some
}

// parts joins what stands in elements that are joined, from the outside in: an element is known by its parent if nothing else
// in there, old or new, looks like it. Rows are not parts: they move.
func (m *matcher) parts() {
	done := make([]bool, len(m.new.mate))
	for _, n := range m.new.left {
		parent := m.new.s.Parent(n)
		if parent < 0 || done[parent] || m.new.free(parent) || !m.new.free(n) {
			continue
		}
		done[parent] = true
		was := int(m.new.mate[parent])
		if m.old.looseRow(m.old.rowFor(was)) != m.new.looseRow(m.new.rowFor(parent)) {
			continue // the row shows another thing now
		}
		m.among(was, parent, (*side).content, m.joinRecreated)
		m.among(was, parent, named, m.joinRecreated)
		if m.new.rowFor(parent) >= 0 || m.new.holdsMatched(parent) {
			m.among(was, parent, kindOf, m.joinOnly)
		}
	}
}

// rowFor is the row that the children of node i stand in.
func (p *side) rowFor(i int) int {
	if p.isRow(i) {
		return i
	}
	return p.rowOf(i)
}

// named tells the parts of an element by their names and attributes, whatever they hold.
func named(p *side, i int) uint64 {
	if n := p.s.Nodes[i]; n.Name != "" || explicit(n) != "" {
		return self(n)
	}
	return 0
}

// kindOf tells the parts of an element by what they are for.
func kindOf(p *side, i int) uint64 { return mix(word(p.s.Nodes[i].Tag), word(p.s.Nodes[i].Role)) }

// among calls f for each pair of unmatched children of two joined elements that share a key with each other and with no other
// child, matched or not.
func (m *matcher) among(was, now int, of func(*side, int) uint64, f func(o, n int)) {
	table := make(map[uint64]slot)
	m.old.elements(was, func(c int) bool {
		if key := of(m.old, c); key != 0 {
			at, seen := table[key]
			if at = (slot{int32(c), none}); seen {
				at.old = twins
			}
			table[key] = at
		}
		return true
	})
	m.new.elements(now, func(c int) bool {
		if at, known := table[of(m.new, c)]; known {
			if at.new == none {
				at.new = int32(c)
			} else {
				at.new = twins
			}
			table[of(m.new, c)] = at
		}
		return true
	})
	for _, at := range table {
		o, n := int(at.old), int(at.new)
		if o >= 0 && n >= 0 && m.old.free(o) && m.new.free(n) && !m.old.keyed(o) && !m.new.keyed(n) {
			f(o, n)
		}
	}
}
