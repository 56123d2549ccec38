package reconcile

// search looks in one snapshot for matched elements that fit the evidence of a pair, and spoils the pair.
type search struct {
	p     *side
	e     evidence
	table map[uint64]slot

	rows, parents, page area
}

// area is where to look, by the node at its top, and for what.
type area struct {
	tops  map[int]bool
	hints map[uint64]bool
}

func (a *area) add(top int, hint uint64) {
	if a.tops == nil {
		a.tops, a.hints = map[int]bool{}, map[uint64]bool{}
	}
	a.tops[top], a.hints[hint] = true, true
}

func newSearch(p *side, e evidence, table map[uint64]slot) *search {
	return &search{p: p, e: e, table: table}
}

func (s *search) run() {
	for row := range s.rows.tops {
		for i := row; i < s.p.s.End(row); i++ {
			s.look(i, s.rows.hints)
		}
	}
	for parent := range s.parents.tops {
		s.p.elements(parent, func(c int) bool { s.look(c, s.parents.hints); return true })
	}
	if len(s.page.tops) > 0 {
		for i := range s.p.mate {
			s.look(i, s.page.hints)
		}
	}
}

func (s *search) look(i int, hints map[uint64]bool) {
	if s.p.free(i) || s.p.s.Nodes[i].IsText() || !hints[s.e.hint(s.p, i)] {
		return
	}
	if key := s.e.of(s.p, i); key != 0 {
		if _, known := s.table[key]; known {
			s.table[key] = slot{twins, twins}
		}
	}
}
