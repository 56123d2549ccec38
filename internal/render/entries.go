package render

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
)

// Entry is one element of a snapshot, or one text between elements, in the shape of seed 001. Every field is always there.
type Entry struct {
	Ref             *int    `json:"ref"`
	Tag             string  `json:"tag"`
	Role            string  `json:"role"`
	Name            string  `json:"name"`
	Description     string  `json:"description"`
	Interactive     bool    `json:"interactive"`
	State           Flags   `json:"state"`
	Box             BBox    `json:"bbox"`
	Fingerprint     string  `json:"fingerprint"`
	RecentlyChanged bool    `json:"recently_changed"`
	Value           *string `json:"value"`
	Placeholder     *string `json:"placeholder"`
}

// BBox is a box in the document.
type BBox struct {
	X int32 `json:"x"`
	Y int32 `json:"y"`
	W int32 `json:"w"`
	H int32 `json:"h"`
}

// Flags are the states of an entry. Those that are nil do not apply, or are neither true nor false.
type Flags struct {
	Visible      bool  `json:"visible"`
	Enabled      bool  `json:"enabled"`
	Disabled     bool  `json:"disabled"`
	Focused      bool  `json:"focused"`
	Busy         bool  `json:"busy"`
	ShadowClosed bool  `json:"shadow_closed"`
	Checked      *bool `json:"checked"`
	Selected     *bool `json:"selected"`
	Expanded     *bool `json:"expanded"`
	Pressed      *bool `json:"pressed"`
	ReadOnly     *bool `json:"readonly"`
	Required     *bool `json:"required"`
	Invalid      *bool `json:"invalid"`
}

// seat is where an entry comes from.
type seat struct {
	node int // the element, or the first run of text
	line int // the line it is on
	text string
}

// seats lists what has an entry, in page order: all that is on the lines, and the landmarks and tables that have none.
func (k *sketch) seats() []seat {
	var out []seat
	for j, l := range k.lines {
		switch l.kind {
		case groupLine, headLine:
			out = append(out, seat{int(l.node), j, ""})
		case rowLine:
			if k.facts.acts(int(l.node)) {
				out = append(out, seat{int(l.node), j, ""})
			}
		}
		out = k.seatsOn(out, j, l)
	}
	return k.silent(out)
}

func (k *sketch) seatsOn(out []seat, j int, l line) []seat {
	open := -1 // the text that is being put together
	for _, p := range k.parts[l.first:l.last] {
		switch {
		case p.kind == elementPart:
			out, open = append(out, seat{int(p.node), j, ""}), -1
		case p.kind == cellPart:
			open = -1
		case l.kind == headLine: // its words are its name
		case open < 0:
			open = len(out)
			out = append(out, seat{int(p.node), j, k.s.Nodes[p.node].Text})
		default:
			out[open].text += k.s.Nodes[p.node].Text
		}
	}
	return out
}

// silent adds the elements that give the page its order without a line of their own.
func (k *sketch) silent(seats []seat) []seat {
	var more []seat
	at := 0
	for i := k.facts.root; i < k.s.End(k.facts.root); i++ {
		n := k.s.Nodes[i]
		if !orders[n.Role] || !n.Visible() {
			continue
		}
		for at < len(seats) && seats[at].node < i {
			at++
		}
		if at < len(seats) && seats[at].node != i && seats[at].node < k.s.End(i) {
			more = append(more, seat{i, seats[at].line, ""})
		}
	}
	if len(more) > 0 {
		seats = append(seats, more...)
		slices.SortStableFunc(seats, func(a, b seat) int { return a.node - b.node })
	}
	return seats
}

var orders = map[string]bool{"banner": true, "main": true, "navigation": true, "complementary": true, "contentinfo": true, "search": true, "form": true,
	"region": true, "table": true, "grid": true, "dialog": true, "alertdialog": true, "article": true, "heading": true, "status": true, "alert": true}

// entry fills an entry, but for its ref.
func (k *sketch) entry(at seat) Entry {
	s, n := k.s, k.s.Nodes[at.node]
	if n.IsText() {
		parent := max(s.Parent(at.node), 0)
		e := Entry{Tag: s.Nodes[parent].Tag, Role: "text", Name: strings.TrimSpace(at.text), Box: BBox(s.Boxes[parent])}
		e.State = Flags{Visible: n.Visible(), Enabled: true}
		e.Fingerprint = textFingerprint(s, at.node, e.Name)
		return e
	}
	e := Entry{Tag: n.Tag, Role: n.Role, Name: n.Name, Description: n.Description, Interactive: k.facts.acts(at.node), State: flagsOf(n),
		Box: BBox(s.Boxes[at.node]), Fingerprint: diff.Fingerprint(s, at.node)}
	if e.Name == "" && (e.Interactive && k.facts.whole(at.node) && !isField(n) || n.Role == "heading" || n.Role == "status" || n.Role == "alert") {
		e.Name = clip(s.Text(at.node, 1000), 1000)
	}
	if isField(n) && n.State.Checked == dom.Absent {
		e.Value = &n.Value
	}
	if text, ok := n.Attrs.Lookup("placeholder"); ok {
		e.Placeholder = &text
	}
	return e
}

func flagsOf(n *dom.Node) Flags {
	s := n.State
	f := Flags{Visible: n.Visible(), Enabled: !s.Disabled.Is(), Disabled: s.Disabled.Is(), Focused: s.Focused, Busy: s.Busy,
		ShadowClosed: n.Marks&dom.MarkClosedRoot != 0, Checked: truth(s.Checked), Selected: truth(s.Selected), Expanded: truth(s.Expanded),
		Pressed: truth(s.Pressed), ReadOnly: truth(s.ReadOnly), Required: truth(s.Required), Invalid: truth(s.Invalid)}
	if isField(n) { // of a field it is always known
		for _, flag := range []**bool{&f.ReadOnly, &f.Required, &f.Invalid} {
			if *flag == nil {
				*flag = new(bool)
			}
		}
	}
	return f
}

func truth(t dom.Tri) *bool {
	switch t {
	case dom.True, dom.False:
		is := t == dom.True
		return &is
	}
	return nil
}

// textFingerprint is diff.Fingerprint for a text: its role is text, and its name what it says.
func textFingerprint(s *dom.Snapshot, i int, text string) string {
	h := fnv.New32a()
	h.Write([]byte("text\x00" + text + "\x00"))
	found := 0
	for a := range s.Ancestors(i) {
		if role := s.Nodes[a].Role; role != "" && found < 3 {
			h.Write([]byte(role + "\x00"))
			found++
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}
