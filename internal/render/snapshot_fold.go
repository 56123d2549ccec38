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

// More folds than this in one gap become one.
const mostFolds = 3

// gap folds the lines from..to: those of one list, table or landmark together.
func (b *body) gap(from, to int) []fold {
	var out []fold
	for j := from; j < to; j++ {
		home := b.home(b.start(b.lines[j]))
		if last := len(out) - 1; last >= 0 && out[last].node == home {
			out[last].lines++
			continue
		}
		if len(out) == mostFolds {
			first, last := b.start(b.lines[from]), b.start(b.lines[to-1])
			return []fold{{b.home(b.common(first, last)), to - from, b.lines[from].depth}}
		}
		out = append(out, fold{home, 1, b.lines[j].depth})
	}
	return out
}

// home is the nearest node around i that an agent would open as a whole.
func (b *body) home(i int) int {
	for ; i > 0; i = b.s.Parent(i) {
		n := b.s.Nodes[i]
		if b.alike[i] || homes[n.Role] || n.Marks&dom.MarkFrame != 0 {
			return i
		}
	}
	return 0
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
