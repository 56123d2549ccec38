package render

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// flattener walks a snapshot once and keeps what an agent can use.
type flattener struct {
	s       *dom.Snapshot
	o       SerializeOptions
	frames  []SerializedFrame
	shadows []SerializedShadow
	hosts   map[*SerializedNode]int // of a frame's body: the element that holds the frame
	hoisted map[int]bool            // slots whose content was shown under their host
	acting  int                     // interactive elements so far
	left    Omitted
}

// Containers that give way to what is in them, whatever their role.
var flattened = map[string]bool{"header": true, "nav": true, "main": true, "footer": true, "section": true, "div": true, "aside": true,
	"span": true, "slot": true, "center": true, "font": true, "picture": true, "tbody": true, "thead": true, "tfoot": true, "body": true,
	"article": true, "hgroup": true, "search": true, "g": true}

// Groups that stay, even without words of their own.
var keptGroups = map[string]bool{"form": true, "dialog": true, "details": true, "fieldset": true, "table": true}

// Elements that only style words: their text is part of the text around.
var phrasing = map[string]bool{"b": true, "i": true, "em": true, "strong": true, "span": true, "small": true, "code": true, "sub": true,
	"sup": true, "mark": true, "time": true, "br": true, "abbr": true, "u": true, "s": true, "q": true, "cite": true, "kbd": true, "var": true,
	"samp": true, "bdi": true, "bdo": true, "wbr": true, "ins": true, "del": true, "font": true, "data": true, "dfn": true, "tspan": true, "text": true}

// Elements that show something though they hold nothing.
var pictures = map[string]bool{"img": true, "canvas": true, "video": true, "audio": true, "svg": true, "meter": true, "progress": true, "math": true}

const (
	serialLabel = 160
	serialText  = 500
	serialDepth = 50
)

// inside is what stands in a node, flattened.
func (f *flattener) inside(i, depth, inFrame, inShadow int) (out []*SerializedNode) {
	for c := range f.s.Children(i) {
		if !f.s.Nodes[c].IsText() {
			out = append(out, f.flatten(c, depth, inFrame, inShadow)...)
		}
	}
	return out
}

// flatten is a node, or what stands in it where the node itself says nothing.
func (f *flattener) flatten(i, depth, inFrame, inShadow int) []*SerializedNode {
	n := f.s.Nodes[i]
	if n.Hidden&(dom.HiddenAria|dom.HiddenInert|dom.HiddenDisplay|dom.HiddenDetails|dom.HiddenContentVisibility) != 0 {
		return nil
	}
	if f.hoisted[i] {
		return nil
	}
	if n.Marks&dom.MarkFrame != 0 {
		return f.frame(i, depth, inFrame)
	}
	if n.Marks&(dom.MarkOpenRoot|dom.MarkClosedRoot) != 0 {
		return f.host(i, depth, inFrame, inShadow)
	}
	if n.Tag == "option" && f.s.Boxes[i].Empty() || f.skippable(i) {
		return nil
	}
	node := f.describe(i)
	acting := f.acts(n)
	if acting && node.Offscreen && !f.o.Offscreen {
		f.left.Offscreen++
		return nil
	}
	if acting {
		if f.acting++; f.acting > f.o.MaxInteractive {
			f.left.Interactive++
			return nil
		}
	}
	if limit := f.limit(); depth >= limit {
		if within(f.s, i) > 0 && !f.simple(i) {
			f.left.Deeper += within(f.s, i)
			if limit == serialDepth {
				return []*SerializedNode{{Tag: n.Tag, Text: "[tree max depth reached]", node: i}}
			}
		}
		node.Text = ellipsis(f.s.Text(i, serialText*4), serialText)
		return f.kept(node, n)
	}
	switch {
	case f.simple(i):
		node.Text = ellipsis(f.s.Text(i, serialText*4), serialText)
	case f.o.Tree:
		node.Text = ellipsis(f.direct(i), serialText)
		node.Children = f.inside(i, depth+1, inFrame, inShadow)
		return []*SerializedNode{node}
	default:
		node.Text = ellipsis(f.direct(i), serialText)
		deeper := depth + 1
		if f.gives(n, node) {
			deeper = depth
		}
		node.Children = f.inside(i, deeper, inFrame, inShadow)
	}
	if f.gives(n, node) || f.wraps(n, node) {
		return node.Children
	}
	if node.Label == node.Text && len(node.Text) > repeatedLabel {
		node.Label = ""
	}
	return f.kept(node, n)
}

// A longer label that the text repeats is left out.
const repeatedLabel = 24

// wraps is true of what only stands around one other thing.
func (f *flattener) wraps(n *dom.Node, node *SerializedNode) bool {
	return len(node.Children) == 1 && node.Text == "" && node.Role == "" && !f.acts(n) && !keptGroups[n.Tag] && n.Tag != "td" && n.Tag != "th"
}

func (f *flattener) limit() int {
	if f.o.MaxDepth > 0 && f.o.MaxDepth < serialDepth {
		return f.o.MaxDepth
	}
	return serialDepth
}

// gives is true of a container that has nothing to say for itself.
func (f *flattener) gives(n *dom.Node, node *SerializedNode) bool {
	return !f.o.Tree && (flattened[n.Tag] || strings.Contains(n.Tag, "-")) && node.Text == "" && !f.acts(n) && !keptGroups[n.Tag] && node.Role == ""
}

// kept is a node that is worth its tokens.
func (f *flattener) kept(node *SerializedNode, n *dom.Node) []*SerializedNode {
	if f.o.Tree {
		return []*SerializedNode{node}
	}
	empty := node.Text == "" && len(node.Children) == 0
	switch {
	case empty && !f.acts(n) && (!pictures[n.Tag] || node.Label == "") && n.Tag != "canvas":
		return nil
	case !n.Visible() && len(node.Children) == 0:
		return nil
	case node.Offscreen && !f.o.Offscreen && !f.acts(n):
		f.left.Offscreen++
		return node.Children
	}
	return []*SerializedNode{node}
}

// skippable is a footer or aside without anything to act on.
func (f *flattener) skippable(i int) bool {
	n := f.s.Nodes[i]
	if n.Tag != "footer" && n.Tag != "aside" || f.direct(i) != "" || f.o.Tree {
		return false
	}
	for _, inner := range f.s.Nodes[i+1 : f.s.End(i)] {
		if f.acts(inner) {
			return false
		}
	}
	return true
}

func (f *flattener) acts(n *dom.Node) bool { return n.Interactive() && n.Acts != dom.ActClass }

// simple is true of an element whose text says all that is in it: words and their styling, or a control without others in it.
func (f *flattener) simple(i int) bool {
	if f.o.Tree {
		return false
	}
	leaf := f.acts(f.s.Nodes[i])
	for c := i + 1; c < f.s.End(i); c++ {
		n := f.s.Nodes[c]
		switch {
		case n.IsText():
		case f.acts(n) || n.Marks&(dom.MarkFrame|dom.MarkOpenRoot|dom.MarkClosedRoot) != 0:
			return false
		case leaf || phrasing[n.Tag] && n.Attrs.Get("role") == "":
		case pictures[n.Tag] && n.Name == "":
		default:
			return false
		}
	}
	return true
}

// direct is the text that stands in an element itself.
func (f *flattener) direct(i int) string {
	var b strings.Builder
	for c := range f.s.Children(i) {
		if n := f.s.Nodes[c]; n.IsText() && n.Visible() {
			b.WriteString(n.Text)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
