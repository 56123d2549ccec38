package fingerprint

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// walk is one reading of a snapshot: which nodes count, and in which region each stands.
type walk struct {
	*dom.Snapshot
	from, to int
	counts   []bool   // of each node from `from` on
	in       []string // landmark or dialog around or at each node
}

// unseen are the reasons of the seed: no offset parent, display, visibility, opacity. What is clipped or of no size is there
// for a screen reader, and counts.
const unseen = dom.HiddenDisplay | dom.HiddenVisibility | dom.HiddenOpacity | dom.HiddenDetails | dom.HiddenContentVisibility

func newWalk(s *dom.Snapshot, o Options) *walk {
	w := &walk{Snapshot: s, from: o.Root, to: s.End(o.Root)}
	w.counts = make([]bool, w.to-w.from)
	w.in = make([]string, w.to-w.from)
	fold := s.Viewport.Box()
	for i := w.from; i < w.to; i++ {
		n := s.Nodes[i]
		if o.Skip[i] {
			i = s.End(i) - 1
			continue
		}
		if i > w.from {
			w.in[i-w.from] = w.around(s.Parent(i))
		}
		if name := region(n); name != "" && n.Hidden&unseen == 0 {
			w.in[i-w.from] = name
		}
		if n.Hidden&unseen != 0 || n.Marks&(dom.MarkInShadow|dom.MarkInFrame) != 0 {
			continue
		}
		if o.Scope == AboveFold && !n.IsText() {
			b := s.Boxes[i]
			if b.Empty() || b.Y >= fold.Y+fold.H || b.Y+b.H <= fold.Y {
				continue
			}
		}
		w.counts[i-w.from] = true
	}
	return w
}

// around is the region that node i stands in, or is.
func (w *walk) around(i int) string {
	if i < w.from {
		return ""
	}
	return w.in[i-w.from]
}

// region names the landmark that a node is, or "dialog".
func region(n *dom.Node) string {
	for _, l := range landmarks {
		if n.Role == l.role {
			return l.name
		}
	}
	if n.Role == "dialog" || n.Role == "alertdialog" {
		return "dialog"
	}
	return ""
}

// each calls do with every element that counts, in page order.
func (w *walk) each(do func(i int, n *dom.Node)) { w.eachIn(w.from, w.to, do) }

func (w *walk) eachIn(from, to int, do func(i int, n *dom.Node)) {
	for i := max(from, w.from); i < min(to, w.to); i++ {
		if n := w.Nodes[i]; w.counts[i-w.from] && !n.IsText() {
			do(i, n)
		}
	}
}

// place is where a record of node i stands.
func (w *walk) place(i int) Place { return Place{In: w.around(i), Node: i} }

// text is what a person reads in node i, of the light DOM, at most most characters; beyond that an ellipsis.
func (w *walk) text(i, most int) string {
	var b strings.Builder
	for j := i; j < w.End(i); j++ {
		n := w.Nodes[j]
		if !n.IsText() || !w.counts[j-w.from] {
			continue
		}
		t := n.Text
		if b.Len() == 0 || strings.HasSuffix(b.String(), " ") {
			t = strings.TrimPrefix(t, " ")
		}
		b.WriteString(t)
		if b.Len() > 4*most+4 {
			break
		}
	}
	return clip(strings.TrimSpace(b.String()), most)
}

// words counts the words a person reads in node i.
func (w *walk) words(i int) (count int) {
	for j := i; j < w.End(i); j++ {
		if n := w.Nodes[j]; n.IsText() && w.counts[j-w.from] {
			count += len(strings.Fields(n.Text))
		}
	}
	return count
}

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return strings.TrimRight(string(r[:most-1]), " ") + "…"
}
