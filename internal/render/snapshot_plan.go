package render

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// sketch is a page as lines, before a word of it is printed. Everything that can be seen is on one line and one only.
type sketch struct {
	s       *dom.Snapshot
	facts   *facts
	parts   []part
	lines   []line
	changed func(node int) bool // nil if nothing is known of changes
}

// part is one thing on a line.
type part struct {
	node int32
	kind partKind
}

type partKind uint8

const (
	textPart    partKind = iota // a run of text
	elementPart                 // something to act on, or a picture with a name; what it says is its name
	cellPart                    // the end of a cell
)

// line is one line of a page: a head, which is the element the line speaks of, and parts.
type line struct {
	node        int32 // the head; where there is none, the block or part that the line stands for
	first, last int32 // the parts: sketch.parts[first:last]
	depth       uint8
	kind        lineKind
}

type lineKind uint8

const (
	flowLine  lineKind = iota // text and what stands in it
	soleLine                  // one element by itself
	groupLine                 // a head, and the lines below it that are indented
	headLine                  // a head and its content: a heading, a status
	rowLine                   // cells
	linksLine                 // short links, one after the other
)

// deepest is how far lines are indented at most.
const deepest = 12

// sketched cuts a page into lines, or the part of it that is node root and all below.
func sketched(s *dom.Snapshot, root int) *sketch {
	k := &sketcher{sketch: sketch{s: s, facts: factsOf(s, root)}, block: int32(root)}
	size := s.End(root) - root
	k.parts, k.lines = make([]part, 0, size/2), make([]line, 0, size/3)
	if root == 0 {
		k.children(0)
	} else {
		k.node(root)
	}
	k.flush()
	k.joinLinks()
	return &k.sketch
}

// sketcher walks a page once.
type sketcher struct {
	sketch
	open   int32 // the first part of the line that is being filled
	block  int32 // the block it belongs to
	depth  uint8
	inRow  bool
	inLine int  // blocks break no line: inside of a heading or a row
	mute   int  // the text is told by the name of something else
	inItem bool // directly in an item of a list
}

func (k *sketcher) children(i int) {
	for c := i + 1; c < k.s.End(i); c = k.s.End(c) {
		k.node(c)
	}
}

func (k *sketcher) node(i int) {
	n := k.s.Nodes[i]
	if n.IsText() {
		if n.Visible() && k.mute == 0 {
			k.parts = append(k.parts, part{int32(i), textPart})
		}
		return
	}
	if n.Hidden&dom.HiddenDisplay != 0 {
		return
	}
	if k.facts.empty(i) {
		if k.inRow && k.facts.as(i) == asCell { // the cells after it stay in their columns
			k.parts = append(k.parts, part{int32(i), cellPart})
		}
		return
	}
	switch as := k.facts.as(i); as {
	case asElement:
		k.parts = append(k.parts, part{int32(i), elementPart})
	case asGroup:
		k.group(i)
	case asHead:
		k.head(i, headLine)
	case asRow:
		k.head(i, rowLine)
	case asCell:
		k.children(i)
		if k.inRow {
			k.parts = append(k.parts, part{int32(i), cellPart})
		}
	case asBlock:
		k.lineBreak(i)
	case asTold:
		k.mute++
		k.children(i)
		k.mute--
	default:
		k.children(i)
	}
}

// lineBreak prints what is in a block on lines of its own; a list in an item of a list is indented.
func (k *sketcher) lineBreak(i int) {
	if k.inLine > 0 {
		k.children(i)
		return
	}
	n := k.s.Nodes[i]
	k.flush()
	deeper := k.inItem && (n.Tag == "ul" || n.Tag == "ol" || n.Role == "list" || n.Role == "group")
	k.inside(i, deeper, n.Tag == "li" || n.Role == "listitem" || n.Role == "treeitem")
}

// group prints an element that holds others, and those below it.
func (k *sketcher) group(i int) {
	if k.inLine > 0 {
		k.parts = append(k.parts, part{int32(i), elementPart})
		k.children(i)
		return
	}
	k.flush()
	k.lines = append(k.lines, line{node: int32(i), first: k.open, last: k.open, depth: k.depth, kind: groupLine})
	k.inside(i, true, false)
}

// inside prints what is in node i.
func (k *sketcher) inside(i int, deeper, item bool) {
	wasItem, block, depth := k.inItem, k.block, k.depth
	k.inItem, k.block = item, int32(i)
	if deeper && k.depth < deepest {
		k.depth++
	}
	k.children(i)
	k.flush()
	k.inItem, k.block, k.depth = wasItem, block, depth
}

// head prints an element with all that is in it on one line.
func (k *sketcher) head(i int, kind lineKind) {
	if k.inLine > 0 {
		k.children(i)
		return
	}
	k.flush()
	k.inLine++
	k.inRow = kind == rowLine
	k.children(i)
	k.inRow = false
	k.inLine--
	last := int32(len(k.parts))
	for last > k.open && k.parts[last-1].kind == cellPart {
		last--
	}
	if last > k.open || kind == headLine && k.s.Nodes[i].Name != "" {
		k.lines = append(k.lines, line{node: int32(i), first: k.open, last: last, depth: k.depth, kind: kind})
	}
	k.open = int32(len(k.parts))
}

// flush ends the line that is being filled. Elements without text around them, and those with more to tell than a name, have a
// line each.
func (k *sketcher) flush() {
	from, end := k.open, int32(len(k.parts))
	k.open = end
	for from < end {
		to, text := from, false
		for to < end && !k.tells(k.parts[to]) {
			text = text || k.parts[to].kind == textPart
			to++
		}
		switch {
		case text && k.says(from, to):
			k.lines = append(k.lines, line{node: k.block, first: from, last: to, depth: k.depth})
		default:
			k.each(from, to)
		}
		if to < end {
			k.each(to, to+1)
			to++
		}
		from = to
	}
}

// each gives the elements among parts a line each.
func (k *sketcher) each(from, to int32) {
	for p := from; p < to; p++ {
		if k.parts[p].kind == elementPart {
			k.lines = append(k.lines, line{node: k.parts[p].node, first: p, last: p + 1, depth: k.depth, kind: soleLine})
		}
	}
}

// tells is true of an element that has more to tell than its name.
func (k *sketch) tells(p part) bool {
	n := k.s.Nodes[p.node]
	return p.kind == elementPart && (isField(n) || flagWords(n) != "" || k.facts.shows(int(p.node)) != "")
}

// says is true if some text among the parts is more than white space.
func (k *sketcher) says(from, to int32) bool {
	for _, p := range k.parts[from:to] {
		if p.kind == textPart && strings.TrimSpace(k.s.Nodes[p.node].Text) != "" {
			return true
		}
	}
	return false
}

// What is put on one line of links: so many, and none longer than that.
const (
	mostLinks   = 10
	longestLink = 60
)

// joinLinks puts short links that stand together on one line.
func (k *sketcher) joinLinks() {
	out := k.lines[:0]
	for _, l := range k.lines {
		if last := len(out) - 1; last >= 0 && k.joins(out[last], l) {
			out[last].kind, out[last].last = linksLine, l.last
			continue
		}
		out = append(out, l)
	}
	k.lines = out
}

func (k *sketcher) joins(a, b line) bool {
	return a.depth == b.depth && a.last == b.first && a.last-a.first < mostLinks && (a.kind == linksLine || k.shortLink(a)) && k.shortLink(b) &&
		k.near(int(k.parts[a.last-1].node), int(b.node))
}

func (k *sketcher) shortLink(l line) bool {
	n := k.s.Nodes[l.node]
	return l.kind == soleLine && n.Role == "link" && n.Name != "" && len(n.Name) <= longestLink && !k.tells(k.parts[l.first])
}

// near is true of nodes that share one of their nearest ancestors.
func (k *sketcher) near(a, b int) bool {
	for range 3 {
		if a = k.s.Parent(a); a < 0 {
			return false
		}
		if a <= b && b < k.s.End(a) {
			return true
		}
	}
	return false
}
