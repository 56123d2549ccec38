package reconcile

// joinSimilar joins two elements that carry the same anchor, if they are alike enough.
func (m *matcher) joinSimilar(o, n int) {
	if !contradict(m.old.s.Nodes[o], m.new.s.Nodes[n]) && m.likeness(o, n) >= Threshold {
		m.join(o, n, Similar)
	}
}

// joinOnly joins two elements that are the only ones of their kind in their place. They must say much the same as well: "Undo"
// does not become "Redo".
func (m *matcher) joinOnly(o, n int) {
	if textLikeness(m.old.says(o), m.new.says(n)) >= Threshold {
		m.joinSimilar(o, n)
	}
}

// anchored joins elements that changed but kept their id, or, in the same parent, their test id or field name.
func (m *matcher) anchored() {
	m.unique(byID, func(o, n int) {
		if m.old.looseRow(m.old.rowOf(o)) == m.new.looseRow(m.new.rowOf(n)) {
			m.joinSimilar(o, n)
		}
	})
	m.unique(m.byField(), m.joinSimilar)
}

var byID = evidence{of: idKey, hint: idKey}

func idKey(p *side, i int) uint64 {
	if id := htmlID(p.s.Nodes[i]); id != "" {
		return mix(word(p.s.Nodes[i].Tag), word(id))
	}
	return 0
}

func (m *matcher) byField() evidence {
	key := func(p *side, i int) uint64 {
		n, parent := p.s.Nodes[i], p.s.Parent(i)
		field := n.TestID() + "\x00" + n.Attrs.Get("name")
		if len(field) == 1 || parent < 0 || p.free(parent) || !p.leaf(i) {
			return 0
		}
		if p == m.new {
			parent = int(p.mate[parent])
		}
		return mix(mix(word(n.Tag), word(field)), mix(uint64(parent), p.looseRow(p.rowOf(i))))
	}
	return evidence{of: key, hint: key}
}

// likeness compares two elements by their computed role, name and text and by their href, from 0 to 1.
func (m *matcher) likeness(o, n int) float64 {
	a, b := m.old.s.Nodes[o], m.new.s.Nodes[n]
	var score float64
	if a.Role == b.Role {
		score += 3
	}
	if a.Name == b.Name {
		score += 2
	}
	score += 2 * textLikeness(m.old.says(o), m.new.says(n))
	if a.Attrs.Get("href") == b.Attrs.Get("href") {
		score++
	}
	return score / 8
}

// says is the text of an element, hidden or not, or its name where it has none: about a hundred characters.
func (p *side) says(i int) string {
	const enough = 100
	var text string
	for _, n := range p.s.Nodes[i:p.s.End(i)] {
		if n.IsText() {
			if text += n.Text; len(text) >= enough {
				return text[:enough]
			}
		}
	}
	if text == "" {
		text = p.s.Nodes[i].Name
	}
	return text[:min(len(text), enough)]
}

// textLikeness is 1 for equal texts, 0.9 if the first 50 bytes are equal, else the share of those that stands at the same start
// and the same end.
func textLikeness(a, b string) float64 {
	if a == b {
		return 1
	}
	a, b = a[:min(len(a), 50)], b[:min(len(b), 50)]
	if a == b {
		return 0.9
	}
	shorter, start, end := min(len(a), len(b)), 0, 0
	for start < shorter && a[start] == b[start] {
		start++
	}
	for end < shorter-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return float64(2*(start+end)) / float64(len(a)+len(b))
}
