package reconcile

import "strings"

// texts joins runs of text that were made anew in elements that are joined: first those that say the same, in order, then
// what is left between them. A run has no ref: at worst, a change is told as another change with the same words.
func (m *matcher) texts() {
	done := make([]bool, len(m.new.mate))
	for n := range m.new.mate {
		if !m.new.free(n) || !m.new.s.Nodes[n].IsText() {
			continue
		}
		parent := m.new.s.Parent(n)
		if parent < 0 || done[parent] || m.new.free(parent) {
			continue
		}
		done[parent] = true
		m.align(m.old.freeTexts(int(m.new.mate[parent])), m.new.freeTexts(parent))
	}
}

func (p *side) freeTexts(parent int) (runs []int) {
	for c := parent + 1; c < p.s.End(parent); c = p.s.End(c) {
		if p.s.Nodes[c].IsText() && p.free(c) {
			runs = append(runs, c)
		}
	}
	return runs
}

func (m *matcher) align(a, b []int) {
	for len(a) > 0 && len(b) > 0 && m.equalText(a[0], b[0]) {
		m.join(a[0], b[0], Recreated)
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && m.equalText(a[len(a)-1], b[len(b)-1]) {
		m.join(a[len(a)-1], b[len(b)-1], Recreated)
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == len(b) {
		for i := range a {
			m.join(a[i], b[i], Recreated)
		}
		return
	}
	said := make(map[string][]int)
	for _, o := range a {
		said[m.old.s.Nodes[o].Text] = append(said[m.old.s.Nodes[o].Text], o)
	}
	for _, n := range b {
		text := m.new.s.Nodes[n].Text
		if same := said[text]; len(same) > 0 {
			m.join(same[0], n, Recreated)
			said[text] = same[1:]
		}
	}
}

func (m *matcher) equalText(o, n int) bool {
	return strings.TrimSpace(m.old.s.Nodes[o].Text) == strings.TrimSpace(m.new.s.Nodes[n].Text)
}
