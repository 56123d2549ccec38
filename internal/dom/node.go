package dom

// Node is one element or one run of text, with every fact the engine found but its place and its box, which belong to the
// snapshot. Nodes are never changed once made, and are shared between snapshots as long as nothing about them changes.
type Node struct {
	ID   ID
	Tag  string // lower case; Text for a run of text
	Text string // of a run of text: white space folded, with a space at its start where it stands apart from the text before

	Role        string // computed; empty for generic and presentational elements
	Name        string // accessible name
	NameFrom    string // which source gave the name: "label", "content", "title"...
	Description string
	Value       string // live value of a control, redacted where it is secret
	Level       int    // of a heading, a tree item
	Attrs       Attrs
	State       State
	Hidden      Hide // why it cannot be seen, its own reasons and those it inherits
	Acts        Act  // why it can be acted on
	Marks       Mark
}

// The tags of nodes that are not elements.
const Text = "#text"

// IsText is true of a run of text.
func (n *Node) IsText() bool { return n.Tag == Text }

// Visible is true if a person can see the node, now or after scrolling.
func (n *Node) Visible() bool { return n.Hidden&Unseen == 0 }

// Interactive is true if a person could act on the node.
func (n *Node) Interactive() bool { return n.Acts != 0 }

// Attrs are the attributes worth carrying, in source order: those that identify an element or say what it is for.
type Attrs []Attr

// Attr is one attribute.
type Attr struct{ Name, Value string }

// Get returns the value of an attribute; an empty string if it is not there.
func (a Attrs) Get(name string) string {
	v, _ := a.Lookup(name)
	return v
}

// Lookup is Get that tells an empty attribute from none.
func (a Attrs) Lookup(name string) (string, bool) {
	for _, attr := range a {
		if attr.Name == name {
			return attr.Value, true
		}
	}
	return "", false
}

// TestID is the value of whichever attribute the page's own tests use.
func (n *Node) TestID() string {
	for _, name := range []string{"data-testid", "data-test", "data-cy"} {
		if v := n.Attrs.Get(name); v != "" {
			return v
		}
	}
	return ""
}

// Hide is a set of reasons why a node cannot be seen.
type Hide uint16

// The reasons, in the order of the engine's table (visibility.ts).
const (
	HiddenDisplay Hide = 1 << iota
	HiddenDetails
	HiddenContentVisibility
	HiddenVisibility
	HiddenOpacity
	HiddenSize
	HiddenClip
	HiddenOffscreen
	HiddenInert
	HiddenAria
	HiddenCovered
)

// Unseen are the reasons that keep a node from a person's eyes; inert and aria-hidden content is seen all the same, and what
// is covered now may be uncovered by scrolling.
const Unseen = HiddenDisplay | HiddenVisibility | HiddenOpacity | HiddenSize | HiddenClip | HiddenOffscreen |
	HiddenContentVisibility | HiddenDetails

var hideNames = []string{"display", "details", "content-visibility", "visibility", "opacity", "size", "clip", "offscreen",
	"inert", "aria-hidden", "covered"}

// Reasons names the reasons.
func (h Hide) Reasons() []string { return bits(uint(h), hideNames) }

// Act is a set of reasons why a node is taken to be interactive.
type Act uint16

// The reasons, in the order of the engine's table (interactive.ts). Those from ActCursor on are guesses.
const (
	ActNative Act = 1 << iota
	ActRole
	ActTabindex
	ActEditable
	ActHandler   // an onclick attribute or property
	ActListener  // a listener seen by the browser
	ActFramework // ng-click, v-on:click, a framework's own binding
	ActCursor
	ActClass
)

// Inferred is true if nothing certain says that the node can be acted on.
func (a Act) Inferred() bool { return a != 0 && a < ActCursor<<2 && a&(ActCursor-1) == 0 }

var actNames = []string{"native", "role", "tabindex", "editable", "handler", "listener", "framework", "cursor", "class"}

// Reasons names the reasons.
func (a Act) Reasons() []string { return bits(uint(a), actNames) }

// Mark is a set of plain facts about a node's place in the page.
type Mark uint16

// The marks, in the order of the engine's table (walk.ts).
const (
	MarkFrame      Mark = 1 << iota // holds another document
	MarkOpenRoot                    // hosts an open shadow root
	MarkClosedRoot                  // hosts a closed shadow root that was opened to us
	MarkInShadow                    // stands in a shadow tree
	MarkInFrame                     // stands in a frame's document
	MarkTopLayer                    // an open dialog, popover or full-screen element
	_                               // once: stays when the page scrolls
	MarkScrolls                     // scrolls its own content
	MarkPassword                    // its value is a secret
	_                               // once: a frame that could not be read
	MarkBroken                      // a picture that did not load
)

func bits(set uint, names []string) []string {
	var out []string
	for i, name := range names {
		if set&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}
