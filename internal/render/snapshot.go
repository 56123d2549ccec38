package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/tokens"
)

// DefaultBudget is how many tokens a snapshot takes where nobody says.
const DefaultBudget = 4000

// LeastBudget is the smallest budget that leaves room for anything beside who and where.
const LeastBudget = 50

// SnapshotOptions say what of a page is shown. They never change what is there.
type SnapshotOptions struct {
	InteractiveOnly bool
	MaxEntries      int   // lines or entries, 0 for all
	Budget          int   // tokens, 0 for as many as it takes
	Expand          []int // only what is in these nodes, nothing of it folded
	Changed         func(node int) bool
}

// Refs give numbers to nodes.
type Refs struct {
	Show func(node int) dom.Ref // gives a number if there is none
	Peek func(node int) dom.Ref // dom.NoRef if there is none
	Next func() dom.Ref         // the number that is given next; nil if that is not known, then a long one is expected
}

func (r Refs) next() dom.Ref {
	if r.Next == nil {
		return 1000
	}
	return r.Next()
}

// trial numbers nodes as Show would, without giving the numbers away.
func (r Refs) trial() func(node int) dom.Ref {
	next, given := r.next(), map[int]dom.Ref{}
	return func(node int) dom.Ref {
		ref, ok := given[node]
		if !ok {
			if ref = r.Peek(node); ref == dom.NoRef {
				ref = next
				next++
			}
			given[node] = ref
		}
		return ref
	}
}

// SnapshotText is a page as an agent reads it. Refs are given in the order of the lines, and only to what is shown.
func SnapshotText(s *dom.Snapshot, o SnapshotOptions, at Where, refs Refs) string {
	k := sketched(s, 0)
	k.changed = o.Changed
	k.narrow(o)
	body := &body{sketch: k, head: at.within(o.Budget), tail: tail(s, at), budget: o.Budget, most: o.MaxEntries, focus: o.Expand}
	body.choose(refs)
	return body.print(refs.Show)
}

// within is the place in a reply with that budget: where it would take more than a third, its address and title are shortened.
func (w Where) within(budget int) string {
	text := w.String()
	for most := 80; budget > 0 && most > 5 && tokens.AtMost(text) > budget/3; most = most * 3 / 4 {
		w.URL, w.Title, w.Name = clip(w.URL, most), clip(w.Title, most), clip(w.Name, most)
		text = w.String()
	}
	return text
}

// The most notices and unread frames that are told.
const mostNotes = 5

// tail is what is to be said of the page beside its lines.
func tail(s *dom.Snapshot, at Where) string {
	var notes []string
	if s.Canvas >= 10 {
		notes = append(notes, fmt.Sprintf("%d %% of the viewport is canvas: use screenshot", s.Canvas))
	}
	if note := coverNote(s); note != "" {
		notes = append(notes, note)
	}
	for _, frame := range s.Unread {
		notes = append(notes, "Not read: frame "+plain(clip(frame, 120)))
	}
	if s.Cut > 0 {
		notes = append(notes, fmt.Sprintf("Not read: %d nodes beyond the engine's limits", s.Cut))
	}
	notes = append(notes, at.Notices...)
	if more := len(notes) - mostNotes; more > 0 {
		notes = append(notes[:mostNotes], fmt.Sprintf("and %d more notices", more))
	}
	notes = append(notes, "Snapshot: "+s.ID)
	return strings.Join(notes, "\n")
}

// coverNote says how many controls on screen cannot be reached now, for something lies over them.
func coverNote(s *dom.Snapshot) string {
	count := 0
	for _, n := range s.Nodes {
		if n.Hidden&dom.HiddenCovered != 0 {
			count++
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("Covered: %d controls on screen lie under another layer", count)
}

// narrow leaves out the lines that were not asked for.
func (k *sketch) narrow(o SnapshotOptions) {
	if len(o.Expand) > 0 {
		out := k.lines[:0]
		for _, l := range k.lines {
			if k.touches(l, o.Expand) {
				out = append(out, l)
			}
		}
		k.lines = out
	}
	if !o.InteractiveOnly {
		return
	}
	var out []line
	for _, l := range k.lines {
		if (l.kind == groupLine || l.kind == rowLine) && k.facts.acts(int(l.node)) {
			out = append(out, line{node: l.node, first: l.first, last: l.first, kind: groupLine})
		}
		if l.kind == linksLine {
			l.depth = 0
			out = append(out, l)
			continue
		}
		for p := l.first; p < l.last; p++ {
			if node := k.parts[p].node; k.parts[p].kind == elementPart && k.facts.acts(int(node)) {
				out = append(out, line{node: node, first: p, last: p + 1, kind: soleLine})
			}
		}
	}
	k.lines = out
}

// touches is true of a line of which something stands in one of the nodes.
func (k *sketch) touches(l line, nodes []int) bool {
	for _, n := range nodes {
		in := func(node int32) bool { return int(node) >= n && int(node) < k.s.End(n) }
		if l.kind != flowLine && in(l.node) || l.first < l.last && in(k.parts[l.first].node) {
			return true
		}
	}
	return false
}
