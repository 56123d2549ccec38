package render

import (
	"fmt"
	"sort"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/tokens"
)

// StructureOptions say how much of the tree is drawn.
type StructureOptions struct {
	Root   int // node to begin at
	Depth  int // levels below the root
	Budget int // tokens
}

// Structure draws the tree of elements: one line each, alike siblings folded, text only where an element holds nothing else. Where
// it does not fit, fewer levels are drawn, then fewer lines, and the reply says so.
func Structure(s *dom.Snapshot, o StructureOptions, at Where, show Show) string {
	measure := func(int) dom.Ref { return 9999 }
	fits := func(depth, lines int) bool {
		return tokens.AtMost(structured(s, o.Root, depth, lines, at, measure).text(o)) <= o.Budget
	}
	all := s.End(o.Root) - o.Root
	depth := o.Depth - sort.Search(o.Depth-1, func(less int) bool { return fits(o.Depth-less, all) })
	lines := all
	if depth == 1 && !fits(1, all) {
		lines = max(1, sort.Search(all, func(n int) bool { return !fits(1, n+1) }))
	}
	return structured(s, o.Root, depth, lines, at, show).text(o)
}

type structure struct {
	at     Where
	depth  int
	most   int // lines
	lines  []string
	below  int // elements deeper than drawn
	folded int
	cut    int // elements that no line was left for
}

func structured(s *dom.Snapshot, root, depth, most int, at Where, show Show) *structure {
	t := &structure{at: at, depth: depth, most: most}
	t.draw(s, root, 0, show)
	return t
}

func (t *structure) draw(s *dom.Snapshot, i, level int, show Show) {
	if len(t.lines) >= t.most {
		t.cut += 1 + within(s, i)
		return
	}
	kids := elements(s, i)
	t.lines = append(t.lines, strings.Repeat("  ", level)+show(i).String()+" "+branch(s, i, kids))
	if level == t.depth {
		t.below += within(s, i)
		return
	}
	for k := 0; k < len(kids); k++ {
		run := alike(s, kids[k:])
		t.draw(s, kids[k], level+1, show)
		if run < foldFrom {
			continue
		}
		more := 0
		for _, c := range kids[k+1 : k+run] {
			more += 1 + within(s, c)
		}
		t.folded += more
		n := s.Nodes[kids[k]]
		t.lines = append(t.lines, fmt.Sprintf("%s… %d more %s like it (%d elements)", strings.Repeat("  ", level+1), run-1, selectorLike(n), more))
		k += run - 1
	}
}

// Siblings of one kind from this many on are drawn once.
const foldFrom = 4

// alike counts how many of the first siblings are of the same kind.
func alike(s *dom.Snapshot, kids []int) int {
	first := s.Nodes[kids[0]]
	run := 1
	for run < len(kids) && find.Kin(s, kids[run], kids[0]) && !semantic[first.Tag] {
		run++
	}
	return run
}

// branch is tag#id.class [children], with what the element says where nothing below will say it.
func branch(s *dom.Snapshot, i int, kids []int) string {
	n := s.Nodes[i]
	out := n.Tag
	if id := n.Attrs.Get("id"); id != "" {
		out += "#" + plain(clip(id, 40))
	}
	for c := range strings.FieldsSeq(find.Classes(n, 2)) {
		out += "." + plain(clip(c, 40))
	}
	if n.Marks&dom.MarkFrame != 0 {
		out = "[iframe] " + out
	}
	if n.Marks&(dom.MarkOpenRoot|dom.MarkClosedRoot) != 0 {
		out += " (shadow)"
	}
	if len(kids) > 0 {
		out += fmt.Sprintf(" [%d %s]", len(kids), plural(len(kids), "child", "children"))
	}
	if len(kids) == 0 || n.Interactive() || landmark[n.Role] && n.Name != "" {
		if words := said(s, i, 40); words != "" {
			out += " " + quote(words)
		}
	}
	if !n.Visible() {
		out += " hidden"
	}
	return out
}

func (t *structure) text(o StructureOptions) string {
	var b strings.Builder
	b.WriteString(t.at.String() + "\n" + strings.Join(t.lines, "\n"))
	if t.below > 0 {
		fmt.Fprintf(&b, "\n%d elements deeper: ", t.below)
		if t.depth < o.Depth {
			fmt.Fprintf(&b, "depth %d did not fit in %d tokens; ", o.Depth, o.Budget)
		}
		b.WriteString("raise depth, or ref: N draws below one element")
	}
	if t.cut > 0 {
		fmt.Fprintf(&b, "\n%d elements left out to fit in %d tokens: ref: N draws below one element", t.cut, o.Budget)
	}
	if t.folded > 0 {
		fmt.Fprintf(&b, "\n%d elements folded: dom_search {\"query\": {\"tag\": …}} lists them", t.folded)
	}
	for _, n := range t.at.Notices {
		b.WriteString("\n" + n)
	}
	return counted(b.String())
}

// elements are the children of a node that are elements.
func elements(s *dom.Snapshot, i int) (out []int) {
	for c := range s.Children(i) {
		if !s.Nodes[c].IsText() {
			out = append(out, c)
		}
	}
	return out
}

// within counts the elements below a node.
func within(s *dom.Snapshot, i int) (count int) {
	for _, n := range s.Nodes[i+1 : s.End(i)] {
		if !n.IsText() {
			count++
		}
	}
	return count
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}
