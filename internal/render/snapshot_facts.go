package render

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// facts are what must be known of a page, or of a part of it, before it can be cut into lines. Sums run over all nodes before an
// index, so that what a subtree holds is one subtraction.
type facts struct {
	s       *dom.Snapshot
	root    int            // nothing is known of what is not below it
	letters []int32        // bytes of text that can be seen, and one for each picture
	acting  []int32        // elements to act on, without those that only look like it
	blocks  []int32        // elements that ask for lines of their own
	told    map[int32]bool // labels, legends and captions whose words are the name of something
	labels  map[int32]bool // controls with a label that can be seen
}

func factsOf(s *dom.Snapshot, root int) *facts {
	n := s.End(root) - root
	sums := make([]int32, 3*(n+1))
	f := &facts{s: s, root: root, letters: sums[: n+1 : n+1], acting: sums[n+1 : 2*n+2 : 2*n+2], blocks: sums[2*n+2:]}
	var labels, captions []int
	for i, node := range s.Nodes[root:s.End(root)] {
		var letters, acting, blocks int32
		switch {
		case node.IsText():
			if node.Visible() {
				letters = int32(len(node.Text))
			}
		case node.Hidden&dom.HiddenDisplay == 0:
			switch node.Tag {
			case "label":
				labels = append(labels, root+i)
			case "legend", "caption", "figcaption":
				captions = append(captions, root+i)
			case "img", "svg", "canvas", "video", "audio", "input", "select", "textarea", "button", "meter", "progress":
				if node.Visible() || node.Tag == "input" {
					letters = 1
				}
			case "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "p", "table", "form", "iframe":
				blocks = 1
			}
			if node.Interactive() && !node.Acts.Inferred() && node.Tag != "option" && node.Tag != "label" {
				acting = 1
			}
		}
		f.letters[i+1], f.acting[i+1], f.blocks[i+1] = f.letters[i]+letters, f.acting[i]+acting, f.blocks[i]+blocks
	}
	f.label(labels)
	f.caption(captions)
	return f
}

// within is what a sum says of node i and all below it.
func (f *facts) within(sum []int32, i int) int { return int(sum[f.s.End(i)-f.root] - sum[i-f.root]) }

// below is what a sum says of all below node i.
func (f *facts) below(sum []int32, i int) int { return int(sum[f.s.End(i)-f.root] - sum[i+1-f.root]) }

// knows is true of a node that the facts are about.
func (f *facts) knows(i int) bool { return i >= f.root && i < f.s.End(f.root) }

// empty is true of a subtree in which there is nothing to see and nothing to act on.
func (f *facts) empty(i int) bool {
	return f.within(f.letters, i) == 0 && f.within(f.acting, i) == 0 && !f.s.Nodes[i].Interactive() && f.s.Nodes[i].Name == ""
}

// seen is true of an element that a person finds in the page: by its box, by its content, or by its label.
func (f *facts) seen(i int) bool {
	n := f.s.Nodes[i]
	if n.Visible() {
		return true
	}
	if n.Hidden&dom.Unseen == dom.HiddenSize && f.below(f.letters, i) > 0 {
		return true
	}
	return n.Tag == "input" && f.labels[int32(i)] && n.Hidden&(dom.HiddenDisplay|dom.HiddenVisibility|dom.HiddenDetails|dom.HiddenContentVisibility) == 0
}

// as is how a node is printed.
type as uint8

const (
	asNothing as = iota // its content only
	asElement
	asGroup
	asHead
	asRow
	asCell
	asBlock
	asTold
)

func (f *facts) as(i int) as {
	n := f.s.Nodes[i]
	if f.told[int32(i)] {
		return asTold
	}
	if f.acts(i) {
		switch {
		case f.whole(i):
			return asElement
		case n.Role == "row" && f.flat(i):
			return asRow
		}
		return asGroup
	}
	if f.seen(i) {
		switch n.Role {
		case "heading":
			return asHead
		case "status", "alert", "log", "timer":
			if f.flat(i) && f.within(f.letters, i) <= 300 {
				return asHead
			}
			return asGroup
		case "img", "image", "meter", "progressbar":
			if n.Name != "" && n.Visible() {
				return asElement
			}
		case "row":
			if f.flat(i) {
				return asRow
			}
			return asBlock
		case "cell", "gridcell", "columnheader", "rowheader":
			return asCell
		case "banner", "main", "complementary", "contentinfo", "navigation", "search", "dialog", "alertdialog", "tablist", "tabpanel",
			"toolbar", "menu", "menubar", "listbox", "radiogroup", "tree", "treegrid", "feed":
			return asGroup
		case "region", "form", "group", "table", "grid", "list", "article", "figure":
			if n.Name != "" && n.Tag != "figure" && !titled(f.s, i) {
				return asGroup
			}
			return asBlock
		}
		if n.Marks&dom.MarkFrame != 0 {
			return asGroup
		}
	}
	switch n.Tag {
	case "tr":
		if f.flat(i) {
			return asRow
		}
		return asBlock
	case "td", "th":
		return asCell
	}
	if blockTag[n.Tag] {
		return asBlock
	}
	return asNothing
}

var blockTag = func() map[string]bool {
	m := map[string]bool{}
	for _, tag := range strings.Fields("address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
		"frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup p pre search section summary table tbody tfoot thead ul") {
		m[tag] = true
	}
	return m
}()

// acts is true of what is shown with a ref.
func (f *facts) acts(i int) bool {
	n := f.s.Nodes[i]
	if !n.Interactive() || n.Acts == dom.ActClass || n.Tag == "option" || !f.seen(i) {
		return false
	}
	if n.Tag == "label" && n.Acts.Inferred() {
		return false
	}
	return !n.Acts.Inferred() || f.below(f.acting, i) == 0
}

// speaks are the roles that are named by their content.
var speaks = map[string]bool{"link": true, "button": true, "tab": true, "menuitem": true, "menuitemcheckbox": true, "menuitemradio": true, "option": true,
	"checkbox": true, "radio": true, "switch": true, "treeitem": true, "slider": true, "spinbutton": true, "img": true, "image": true}

// The longest text that is still a label of something that is not named by its content.
const longestLabel = 150

// whole is true of an element that is told by its name, its value and its states: there is no need to look into it.
func (f *facts) whole(i int) bool {
	n := f.s.Nodes[i]
	switch {
	case n.Tag == "input", n.Tag == "select", n.Tag == "textarea", n.Tag == "img", n.Tag == "area":
		return true
	case f.below(f.acting, i) > 0:
		return false
	case speaks[n.Role], n.Tag == "summary", n.Tag == "a", n.Tag == "button":
		return true
	case n.Marks&dom.MarkFrame != 0, n.Acts&dom.ActEditable != 0:
		return false
	}
	return f.within(f.letters, i) <= longestLabel && f.below(f.blocks, i) <= 1
}

// The most that is put on one line of cells.
const longestRow = 1000

// flat is true of a row or a message that can be put on one line.
func (f *facts) flat(i int) bool {
	return f.within(f.letters, i) <= longestRow && f.below(f.blocks, i) <= 3 && f.below(f.acting, i) <= 20
}

// shows is what an element says to the eye where that is not in its name.
func (f *facts) shows(i int) string {
	n := f.s.Nodes[i]
	if n.Name == "" || n.Tag == "select" || n.Tag == "input" || n.Tag == "textarea" || f.below(f.letters, i) == 0 || !f.whole(i) {
		return ""
	}
	if f.s.End(i) == i+2 && strings.TrimSpace(f.s.Nodes[i+1].Text) == n.Name {
		return ""
	}
	text := f.s.Text(i, 0)
	if covers(n.Name, text) {
		return ""
	}
	return text
}
