package reconcile

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// A row is one of many of its kind: a table row, a list item, a card. What stands in a row belongs to it: the row's key tells
// its "Edit" from all the others.

// What is known of a node's being a row, as a set.
const (
	rowAsked   uint8 = 1 << iota
	rowYes           // it is one
	rowsMarked       // the repeated ones among its children are found
)

// isRow is true of table rows, list items, articles, elements that carry a key, and elements without a role that stand beside
// another of the same shape.
func (p *side) isRow(i int) bool {
	if p.rowness[i]&rowAsked == 0 {
		n, parent := p.s.Nodes[i], p.s.Parent(i)
		switch {
		case rowByNature(n):
			p.rowness[i] |= rowYes
		case n.Role == "" && p.s.End(i) > i+1 && parent >= 0 && p.rowness[parent]&rowsMarked == 0:
			p.markRepeated(parent)
		}
		p.rowness[i] |= rowAsked
	}
	return p.rowness[i]&rowYes != 0
}

func rowByNature(n *dom.Node) bool {
	return slices.Contains([]string{"row", "listitem", "article", "treeitem"}, n.Role) ||
		slices.Contains([]string{"tr", "li", "article"}, n.Tag) ||
		slices.ContainsFunc(n.Attrs, func(a dom.Attr) bool { return isKey(a.Name) })
}

// markRepeated finds the rows without a role directly in a node.
func (p *side) markRepeated(parent int) {
	before, beforeShape := -1, uint64(0)
	p.elements(parent, func(c int) bool {
		shape := p.shape(c)
		if before >= 0 && p.s.Nodes[before].Tag == p.s.Nodes[c].Tag && alike(beforeShape, shape) {
			p.rowness[before] |= rowYes
			p.rowness[c] |= rowYes
		}
		before, beforeShape = c, shape
		return true
	})
	p.rowness[parent] |= rowsMarked
}

// shape is the set of tags and roles below an element without a role; zero if it is too large for a row, or holds nothing.
func (p *side) shape(i int) uint64 {
	const largest = 100
	if p.s.Nodes[i].Role != "" || p.s.End(i)-i > largest {
		return 0
	}
	var set uint64
	for _, n := range p.s.Nodes[i+1 : p.s.End(i)] {
		if !n.IsText() {
			set |= 1 << (mix(word(n.Tag), word(n.Role)) & 63)
		}
	}
	return set
}

func alike(a, b uint64) bool {
	return a != 0 && b != 0 && bits.OnesCount64(a&b)*5 >= bits.OnesCount64(a|b)*3
}

// rowOf is the nearest row above node i, -1 for none.
func (p *side) rowOf(i int) int {
	if p.rows[i] == 0 {
		row := -1
		if parent := p.s.Parent(i); parent >= 0 {
			if row = parent; !p.isRow(parent) {
				row = p.rowOf(parent)
			}
		}
		p.rows[i] = int32(row + 2)
	}
	return int(p.rows[i]) - 2
}

// exactRow stands for the whole content of a row and of those around it; for none, zero.
func (p *side) exactRow(row int) uint64 {
	if row < 0 {
		return 0
	}
	if p.exactKey[row] == 0 {
		p.exactKey[row] = mix(p.content(row), p.exactRow(p.rowOf(row))) | 1
	}
	return p.exactKey[row]
}

// looseRow stands for what a row is about, so that it survives a new price or a button that was pressed: its explicit key, or
// its title, or its text outside buttons and rows of its own. For no row, and one about nothing, it is what stands for the
// row around it.
func (p *side) looseRow(row int) uint64 {
	if row < 0 {
		return 1
	}
	if p.looseKey[row] == 0 {
		p.looseKey[row] = p.looseRow(p.rowOf(row))
		if subject := p.subject(row); subject != 0 {
			p.looseKey[row] = mix(subject, p.looseKey[row]) | 1
		}
	}
	return p.looseKey[row]
}

// keyed is true of a row that says what it is about.
func (p *side) keyed(i int) bool {
	return p.isRow(i) && p.looseRow(i) != p.looseRow(p.rowOf(i))
}

// keyedRowOf is the nearest keyed row above node i, -1 for none.
func (p *side) keyedRowOf(i int) int {
	row := p.rowOf(i)
	for row >= 0 && !p.keyed(row) {
		row = p.rowOf(row)
	}
	return row
}

func (p *side) subject(row int) uint64 {
	if key := explicit(p.s.Nodes[row]); key != "" {
		return word(key)
	}
	var href string
	var text, plain uint64
	nested := false
	for i := row + 1; i < p.s.End(row); {
		n := p.s.Nodes[i]
		switch {
		case n.Role == "heading" || n.Role == "rowheader":
			return mix(word(n.Role), words(p.s.Text(i, 0)+"\x00"+n.Name))
		case n.Role == "button" || n.Role == "combobox" || n.Role == "listbox" || p.isRow(i):
			nested = nested || p.isRow(i)
			i = p.s.End(i)
			continue
		case n.Role == "link" && href == "" && leadsSomewhere(n.Attrs.Get("href")):
			href = n.Attrs.Get("href")
		case n.IsText():
			text = mix(text, words(n.Text))
			plain = mix(plain, words(strings.Map(dropDigit, n.Text)))
		}
		i++
	}
	switch {
	case href != "":
		return mix(word(href), plain)
	case text != 0:
		return text
	case nested: // each with a subject of its own
		return 0
	default:
		return p.content(row)
	}
}

func leadsSomewhere(href string) bool {
	return href != "" && href[0] != '#' && !strings.HasPrefix(href, "javascript:")
}

func dropDigit(r rune) rune {
	if r >= '0' && r <= '9' {
		return -1
	}
	return r
}

// words is the hash of a text, whatever the white space around it.
func words(text string) uint64 { return word(strings.TrimSpace(text)) }
