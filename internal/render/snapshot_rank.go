package render

import (
	"slices"

	"github.com/domsight/domsight/internal/dom"
)

// rank is how early a line is chosen when there is no room for all.
type rank uint8

const (
	inTopLayer rank = iota
	inFocusedForm
	inViewport
	inMain
	inViewportMore // one of many alike
	elsewhere
	inMainMore
	elsewhereMore
	ranks
)

// more is the rank of what is like many before it.
func (r rank) more() rank {
	switch r {
	case inViewport:
		return inViewportMore
	case inMain:
		return inMainMore
	case elsewhere:
		return elsewhereMore
	}
	return r
}

// Of siblings that are alike, the first few speak for all if there are many.
const (
	manyAlike = 8
	fewAlike  = 5
)

// span is a node and all below it, or several siblings with all below them.
type span struct{ from, to int }

// ranked lists the lines in the order in which they are chosen.
func (k *sketch) ranked() []int {
	spans, more := k.special(), sweep{spans: k.alike()}
	var counts [ranks + 1]int
	of := make([]rank, len(k.lines))
	before := elsewhere
	for j, l := range k.lines {
		at := k.start(l)
		r, known := k.rank(l, at, spans)
		if !known { // text that is directly in the page stands where the line before it stands
			r = before
		}
		before = r
		if more.covers(at) {
			r = r.more()
		}
		of[j] = r
		counts[r+1]++
	}
	for r := range ranks {
		counts[r+1] += counts[r]
	}
	order := make([]int, len(k.lines))
	for j, r := range of {
		order[counts[r]] = j
		counts[r]++
	}
	return order
}

// start is the first node of a line.
func (k *sketch) start(l line) int {
	if l.kind == flowLine || l.kind == linksLine {
		return int(k.parts[l.first].node)
	}
	return int(l.node)
}

func (k *sketch) rank(l line, at int, spans [ranks][]span) (r rank, known bool) {
	for r := inTopLayer; r <= inFocusedForm; r++ {
		if inAny(spans[r], at) {
			return r, true
		}
	}
	node := at
	if k.s.Nodes[at].IsText() {
		node = k.s.Parent(at)
	}
	box := k.s.Boxes[node]
	switch {
	case node > 0 && box.Meets(k.s.Viewport.Box()):
		return inViewport, true
	case inAny(spans[inMain], at):
		return inMain, true
	}
	return elsewhere, node > 0
}

func inAny(spans []span, node int) bool {
	for _, s := range spans {
		if s.from <= node && node < s.to {
			return true
		}
	}
	return false
}

// special finds what comes first: open dialogs, the form that has the focus, the main part.
func (k *sketch) special() (spans [ranks][]span) {
	focused := -1
	for i, n := range k.s.Nodes {
		switch {
		case n.IsText() || n.Hidden&dom.HiddenDisplay != 0:
		case n.Marks&dom.MarkTopLayer != 0 || n.State.Modal && n.Visible():
			spans[inTopLayer] = append(spans[inTopLayer], span{i, k.s.End(i)})
		case n.Role == "main":
			spans[inMain] = append(spans[inMain], span{i, k.s.End(i)})
		}
		if n.State.Focused {
			focused = i
		}
	}
	if focused >= 0 {
		form := focused
		for a := range k.s.Ancestors(focused) {
			if n := k.s.Nodes[a]; n.Tag == "form" || n.Tag == "fieldset" || n.Role == "form" || n.Role == "search" || n.Role == "dialog" {
				form = a
				break
			}
		}
		spans[inFocusedForm] = []span{{form, k.s.End(form)}}
	}
	return spans
}

// alike finds the siblings that are like many before them, in page order.
func (k *sketch) alike() (more []span) {
	s := k.s
	var run []int
	end := func() {
		if len(run) >= manyAlike {
			more = append(more, span{run[fewAlike], s.End(run[len(run)-1])})
		}
		run = run[:0]
	}
	for p := range s.Elements() {
		if s.End(p)-p < 2*manyAlike {
			continue
		}
		for c := p + 1; c < s.End(p); c = s.End(c) {
			if s.Nodes[c].IsText() || k.facts.empty(c) {
				continue
			}
			if len(run) > 0 && !sameShape(s.Nodes[run[0]], s.Nodes[c]) {
				end()
			}
			run = append(run, c)
		}
		end()
	}
	slices.SortFunc(more, func(a, b span) int { return a.from - b.from })
	return more
}

func sameShape(a, b *dom.Node) bool {
	if a.Tag != b.Tag || a.Role != b.Role {
		return false
	}
	return a.Tag == "li" || a.Tag == "tr" || a.Tag == "option" || a.Attrs.Get("class") == b.Attrs.Get("class")
}

// sweep tells whether a node is in one of its spans, for nodes that are asked for in page order.
type sweep struct {
	spans []span
	next  int
	to    int
}

func (w *sweep) covers(node int) bool {
	for w.next < len(w.spans) && w.spans[w.next].from <= node {
		w.to = max(w.to, w.spans[w.next].to)
		w.next++
	}
	return node < w.to
}
