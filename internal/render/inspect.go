package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
)

// Inspected is all that is known of one element, ready to be told.
type Inspected struct {
	Snapshot *dom.Snapshot
	Node     int

	Attributes []Pair // all of them, in source order
	Box        [4]int // in the viewport of its document
	Hiders     []Cause
	Hit        string // clear, covered, partly, offscreen, none
	HitBy      int    // node on top, -1 for none
	Disablers  []Cause
	Names      []Pair // sources of a name, the first counts
	Scroller   int    // node it scrolls in, -1 for the page
	Twins      int    // other elements with its id
	Styles     []Pair
	Rules      []Rule
	RulesLost  int // style sheets that may not be read
	Hints      []string
	Listeners  []Heard
	Listening  bool // listeners are known

	Include InspectSections
}

// InspectSections are the parts of an inspection that were asked for.
type InspectSections struct {
	Attributes, ComputedStyles, MatchedStyles, Children, Siblings, Parents, Text bool
}

// Pair is a name and a value.
type Pair struct{ Name, Value string }

// Cause is an element and why it hides or disables another; node -1 stands for one that is not in the model.
type Cause struct {
	Node int
	Why  string
}

// Rule is a style rule that matches.
type Rule struct{ Selector, From, Style string }

// Heard is a listener: on the element itself, or on one around it that hears what happens in it.
type Heard struct {
	Type         string
	On           int    // node; HeardDocument, HeardWindow
	URL          string // of the script; empty if it has none
	Line, Column int
	Capture      bool
}

// where is the place of the code, in words that cannot be taken for ours.
func (h Heard) where() string {
	place := fmt.Sprintf("line %d:%d", h.Line, h.Column)
	if h.URL != "" {
		place = fmt.Sprintf("%s:%d:%d", plain(clip(h.URL, 120)), h.Line, h.Column)
	}
	if h.Capture {
		place += " capture"
	}
	return place
}

// Where a listener is that is not on an element.
const (
	HeardDocument = -1
	HeardWindow   = -2
	HeardRoot     = -3 // the html element
)

// Text is the inspection as an agent reads it.
func (in *Inspected) Text(at Where, show Show) string {
	s, n := in.Snapshot, in.Snapshot.Nodes[in.Node]
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "\n%s: "+format, append([]any{name}, args...)...)
	}
	ref := func(i int) string {
		if i < 0 {
			return "an element above the body"
		}
		return show(i).String() + " " + named(s.Nodes[i], s.Nodes[i].Name)
	}
	fmt.Fprintf(&b, "%s\n%s %s", at, show(in.Node), element(s, in.Node))
	if n.Role != "" {
		line("Role", "%s", n.Role)
	}
	if len(in.Names) > 1 || n.Name != "" {
		var names []string
		for _, p := range in.Names {
			names = append(names, p.Name+" "+quote(clip(p.Value, 60)))
		}
		from := ""
		if n.Name != "" {
			from = fmt.Sprintf("%s, from %s; ", quote(clip(n.Name, 160)), n.NameFrom)
		}
		line("Name", "%ssources: %s", from, strings.Join(names, ", "))
	}
	if n.Description != "" {
		line("Description", "%s", quote(clip(n.Description, 160)))
	}
	line("Box", "%dx%d at %d,%d%s", in.Box[2], in.Box[3], in.Box[0], in.Box[1], in.frame())
	line("Visible", "%s", in.visible(ref))
	line("A click meets", "%s", in.met(ref))
	if in.Scroller >= 0 {
		line("Scrolls in", "%s", ref(in.Scroller))
	}
	if len(in.Disablers) > 0 {
		line("Disabled", "%s", causes(in.Disablers, in.Node, ref))
	}
	if n.Acts != 0 {
		line("Interactive", "%s", strings.Join(n.Acts.Reasons(), ", "))
	}
	in.heard(line, ref)
	if in.Twins > 0 {
		line("Duplicates", "%d other %s with this id", in.Twins, plural(in.Twins, "element", "elements"))
	}
	if same := in.sameName(); len(same) > 0 {
		var list []string
		for _, i := range same[:min(3, len(same))] {
			_, row := find.RowOf(s, i)
			word := show(i).String()
			if row != "" {
				word += " in " + quote(row)
			}
			list = append(list, word)
		}
		line("Same role and name", "%d more: %s", len(same), strings.Join(list, ", "))
	}
	if _, row := find.RowOf(s, in.Node); row != "" {
		line("Row", "%s", quote(row))
	}
	line("Selectors", "%s", strings.Join(in.Hints, "  |  "))
	in.sections(&b, line, show)
	return counted(b.String() + noticed(at))
}

func (in *Inspected) frame() string {
	if in.Snapshot.Nodes[in.Node].Marks&dom.MarkInFrame != 0 {
		return " in its frame"
	}
	return ""
}

func (in *Inspected) visible(ref func(int) string) string {
	n := in.Snapshot.Nodes[in.Node]
	if len(in.Hiders) > 0 {
		word := "no, by "
		if n.Visible() {
			word = "yes, but "
		}
		return word + causes(in.Hiders, in.Node, ref)
	}
	if !n.Visible() {
		return "no, by " + strings.Join(n.Hidden.Reasons(), ", ") + " of what is around it"
	}
	return "yes"
}

func (in *Inspected) met(ref func(int) string) string {
	switch in.Hit {
	case "clear":
		return "it"
	case "offscreen":
		return "nothing yet: it is not on screen"
	case "none":
		return "nothing: it has no area"
	}
	by := "something else"
	if in.HitBy >= 0 {
		by = ref(in.HitBy)
	}
	if in.Hit == "partly" {
		return "it, but parts of it lie under " + by
	}
	return by + ", which lies on top"
}

func causes(list []Cause, self int, ref func(int) string) string {
	var out []string
	for _, c := range list {
		if c.Node == self {
			out = append(out, c.Why)
		} else {
			out = append(out, c.Why+" of "+ref(c.Node))
		}
	}
	return strings.Join(out, "; ")
}

// heard tells own listeners and those around that hear a click.
func (in *Inspected) heard(line func(string, string, ...any), ref func(int) string) {
	if !in.Listening {
		return
	}
	var own, around []string
	for _, h := range in.Listeners {
		event, place := plain(clip(h.Type, 40)), h.where()
		switch {
		case h.On == in.Node:
			own = append(own, event+" "+place)
		case h.On == HeardDocument:
			around = append(around, event+" on document "+place)
		case h.On == HeardWindow:
			around = append(around, event+" on window "+place)
		case h.On == HeardRoot:
			around = append(around, event+" on html "+place)
		default:
			around = append(around, event+" on "+ref(h.On)+" "+place)
		}
	}
	tell := func(name string, list []string) {
		if len(list) == 0 {
			list = []string{"none"}
		}
		if more := len(list) - mostHeard; more > 0 {
			list = append(list[:mostHeard:mostHeard], fmt.Sprintf("and %d more", more))
		}
		line(name, "%s", strings.Join(list, "; "))
	}
	tell("Listeners", own)
	tell("Listeners around", around)
}

const mostHeard = 8

// sameName are the other elements with the same role and name.
func (in *Inspected) sameName() (out []int) {
	n := in.Snapshot.Nodes[in.Node]
	if n.Name == "" || n.Role == "" {
		return nil
	}
	for i := range in.Snapshot.Elements() {
		if o := in.Snapshot.Nodes[i]; i != in.Node && o.Role == n.Role && o.Name == n.Name && o.Visible() {
			out = append(out, i)
		}
	}
	return out
}
