package render

import (
	"fmt"

	"github.com/domsight/domsight/internal/dom"
)

// fold stands for lines that are not printed: so many, in that node.
type fold struct {
	node, lines int
	depth       uint8
}

// Lines in a node that is folded by itself.
const worthFold = 8

// mostFolds is how many folds one gap may have; more become one. A small budget is not spent on them.
func (b *body) mostFolds() int {
	if b.budget == 0 {
		return 6
	}
	return min(max(b.budget/300, 1), 6)
}

// gap folds the lines from..to, none of which is printed: each node that is wholly left out by itself, if there is much in it,
// else with those beside it.
func (b *body) gap(from, to int) []fold {
	first, end := b.start(b.lines[from]), len(b.s.Nodes)
	if to < len(b.lines) {
		end = b.start(b.lines[to])
	}
	var out []fold
	for j := from; j < to; {
		node := b.widest(b.start(b.lines[j]), first, end)
		f := fold{node, 0, b.lines[j].depth}
		for ; j < to && b.start(b.lines[j]) < b.s.End(node); j++ {
			f.lines++
		}
		if f.lines < worthFold && node > 0 {
			f.node = b.home(b.s.Parent(node))
		}
		if last := len(out) - 1; last >= 0 && out[last].node == f.node {
			out[last].lines += f.lines
			continue
		}
		out = append(out, f)
	}
	if len(out) > b.mostFolds() {
		return []fold{{b.common(first, b.start(b.lines[to-1])), to - from, b.lines[from].depth}}
	}
	return out
}

// widest is the outermost node around i that begins at first or later and ends before end.
func (b *body) widest(i, first, end int) int {
	for p := b.s.Parent(i); p >= first && p > 0 && b.s.End(p) <= end; p = b.s.Parent(i) {
		i = p
	}
	return i
}

// home is the nearest list, table or landmark around node i; where there is none, node i.
func (b *body) home(i int) int {
	for a := i; a > 0; a = b.s.Parent(a) {
		if homes[b.s.Nodes[a].Role] {
			return a
		}
	}
	return i
}

var homes = map[string]bool{"list": true, "table": true, "grid": true, "treegrid": true, "navigation": true, "main": true, "banner": true, "contentinfo": true,
	"complementary": true, "region": true, "form": true, "search": true, "dialog": true, "tablist": true, "tabpanel": true, "menu": true, "feed": true,
	"tree": true, "article": true, "listbox": true}

// common is the nearest node that holds both.
func (b *body) common(i, j int) int {
	for ; i > 0; i = b.s.Parent(i) {
		if i <= j && j < b.s.End(i) {
			return i
		}
	}
	return 0
}

// folds prints lines such as: … 37 more in [12] list "Results"; expand: 12
func (w *writer) folds(all []fold) {
	for _, f := range all {
		for range f.depth {
			w.WriteByte(' ')
		}
		if f.node == 0 {
			fmt.Fprintf(w, "… %d more\n", f.lines)
			continue
		}
		n := w.s.Nodes[f.node]
		ref := w.ref(f.node)
		fmt.Fprintf(w, "… %d more in %s %s", f.lines, ref, containerWord(n))
		if n.Name != "" {
			w.WriteString(" " + quoted(clip(n.Name, 40)))
		}
		fmt.Fprintf(w, "; expand: %d\n", int(ref))
	}
}

func containerWord(n *dom.Node) string {
	if n.Role != "" {
		return n.Role
	}
	return n.Tag
}
