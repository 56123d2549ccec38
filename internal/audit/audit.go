// Package audit finds what keeps people from using a page, from the facts that the engine recorded: a snapshot in, findings
// out. It asks the page nothing.
package audit

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// Finding is one element, or one page, that fails a rule.
type Finding struct {
	Rule   Rule
	Node   int    // in the snapshot; -1 for the page as a whole
	Detail string // what is wrong with this one
	Target string // the element in a few words
}

// Rule names what is asked of a page.
type Rule string

// The rules.
const (
	NoName       Rule = "name"          // a control without an accessible name
	NoLabel      Rule = "label"         // a field without one
	NoAlt        Rule = "alt"           // a picture without a text for those who do not see it
	HeadingOrder Rule = "heading-order" // a level was skipped, or there is no first one
	HiddenFocus  Rule = "hidden-focus"  // the keyboard reaches what a screen reader does not read
	Unreachable  Rule = "keyboard"      // a click target that the keyboard does not reach
	TwiceID      Rule = "duplicate-id"
	Contrast     Rule = "contrast"
	PageFacts    Rule = "page" // no title, no language
)

// Rules says of each rule why it matters, in the order of a report.
var Rules = []struct {
	Rule Rule
	Why  string
}{
	{NoName, "a control without a name cannot be announced, or called by voice"},
	{NoLabel, "a field without a label does not say what to enter"},
	{NoAlt, "a picture without an alt text says nothing to those who do not see it"},
	{Unreachable, "what only a mouse can click is out of the keyboard's reach"},
	{HiddenFocus, "the focus goes where a screen reader is silent"},
	{HeadingOrder, "headings that skip a level hide the outline of the page"},
	{TwiceID, "labels and links lead to the first element of that id"},
	{Contrast, "text that hardly differs from its background is not read"},
	{PageFacts, "a page is announced by its title and read in its language"},
}

// Facts are what an audit needs and a snapshot does not have.
type Facts struct {
	Lang     string
	Contrast []Ratio // texts that do not stand out enough
}

// Ratio is the contrast of the text in an element.
type Ratio struct {
	ID          dom.ID
	Ratio, Need float64
}

// Of finds what is wrong with a page, by rule in the order of Rules, in each in page order.
func Of(s *dom.Snapshot, f Facts) []Finding {
	a := &auditing{s: s}
	a.page(f)
	ids := map[string]int{}
	level := 0
	for i := range s.Elements() {
		n := s.Nodes[i]
		if id := n.Attrs.Get("id"); id != "" && n.Marks&(dom.MarkInShadow|dom.MarkInFrame) == 0 {
			if ids[id]++; ids[id] == 2 {
				a.add(TwiceID, i, fmt.Sprintf("id %q is there more than once", id))
			}
		}
		if n.Acts&dom.ActNative != 0 && n.Hidden&dom.HiddenAria != 0 && n.Visible() && !n.State.Disabled.Is() && n.Tag != "option" {
			a.add(HiddenFocus, i, "it takes the focus, but aria-hidden silences it")
		}
		if n.Hidden&(dom.HiddenDisplay|dom.HiddenVisibility|dom.HiddenAria|dom.HiddenInert|dom.HiddenDetails|dom.HiddenContentVisibility) != 0 {
			continue
		}
		a.named(i, n)
		a.reachable(i, n)
		if n.Role == "heading" && n.Level > 0 {
			if n.Level > level+1 {
				a.add(HeadingOrder, i, fmt.Sprintf("level %d follows level %d", n.Level, level))
			}
			level = n.Level
		}
	}
	for _, r := range f.Contrast {
		if i, ok := s.Index(r.ID); ok && s.Nodes[i].Visible() {
			a.add(Contrast, i, fmt.Sprintf("%.1f:1, where %.1f:1 is needed", r.Ratio, r.Need))
		}
	}
	slices.SortStableFunc(a.found, func(x, y Finding) int { return cmp.Compare(order(x.Rule), order(y.Rule)) })
	return a.found
}

func order(r Rule) int {
	for i, rule := range Rules {
		if rule.Rule == r {
			return i
		}
	}
	return len(Rules)
}

type auditing struct {
	s     *dom.Snapshot
	found []Finding
}

func (a *auditing) add(rule Rule, node int, detail string) {
	f := Finding{Rule: rule, Node: node, Detail: detail}
	if node >= 0 {
		f.Target = target(a.s, node)
	}
	a.found = append(a.found, f)
}

// target is an element in a few words: what it is, what it is called, how it is found in the source.
func target(s *dom.Snapshot, i int) string {
	n := s.Nodes[i]
	words := "<" + n.Tag + ">"
	if n.Role != "" && n.Role != n.Tag {
		words = n.Role
	}
	text := n.Name
	if text == "" {
		text = s.Text(i, 60)
	}
	if r := []rune(text); len(r) > 40 {
		text = string(r[:39]) + "…"
	}
	if text != "" {
		words += fmt.Sprintf(" %q", text)
	}
	for _, hint := range []struct{ mark, value string }{{"#", n.Attrs.Get("id")}, {"testid=", n.TestID()}, {"name=", n.Attrs.Get("name")},
		{".", strings.SplitN(n.Attrs.Get("class")+" ", " ", 2)[0]}} {
		if plain.MatchString(hint.value) {
			return words + " " + hint.mark + hint.value
		}
	}
	return words
}

// plain are names that can stand without quotation marks.
var plain = regexp.MustCompile(`^[\pL\d_.:-]{1,60}$`)

func (a *auditing) page(f Facts) {
	if strings.TrimSpace(a.s.Title) == "" {
		a.add(PageFacts, -1, "the page has no title")
	}
	if strings.TrimSpace(f.Lang) == "" {
		a.add(PageFacts, -1, "the page does not say its language (<html lang>)")
	}
}

// controls are the roles that need a name.
var controls = []string{"button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "slider", "treeitem"}

var fields = []string{"textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider"}

func (a *auditing) named(i int, n *dom.Node) {
	switch {
	case n.Tag == "img" || n.Tag == "area" || n.Role == "img" || n.Role == "image":
		_, has := n.Attrs.Lookup("alt")
		if n.Name == "" && !has && n.Attrs.Get("role") != "presentation" && n.Attrs.Get("role") != "none" && !a.labelled(i) && n.Tag != "svg" {
			a.add(NoAlt, i, "it has no alt text; a picture that only decorates has an empty one")
		}
	case n.Name != "" || n.Acts&^(dom.ActCursor|dom.ActClass) == 0:
	case slices.Contains(fields, n.Role) || n.Tag == "input" || n.Tag == "select" || n.Tag == "textarea":
		a.add(NoLabel, i, "it has no label")
	case slices.Contains(controls, n.Role):
		a.add(NoName, i, "it has no name")
	}
}

// labelled is true of a picture in a control that has a name without it.
func (a *auditing) labelled(i int) bool {
	for p := range a.s.Ancestors(i) {
		if n := a.s.Nodes[p]; n.Interactive() && n.Name != "" {
			return true
		}
	}
	return false
}

func (a *auditing) reachable(i int, n *dom.Node) {
	clicked := n.Acts&(dom.ActHandler|dom.ActListener|dom.ActFramework|dom.ActRole) != 0
	reached := n.Acts&(dom.ActNative|dom.ActTabindex|dom.ActEditable) != 0 || n.Attrs.Get("tabindex") != ""
	if !clicked || reached || n.Tag == "body" || n.Tag == "label" || n.State.Disabled.Is() || n.Tag == "form" {
		return
	}
	if slices.Contains([]string{"tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem", "radio"}, n.Role) {
		return // the arrow keys reach these from the one that has the focus
	}
	inside, holds := false, false
	for p := range a.s.Ancestors(i) {
		inside = inside || a.s.Nodes[p].Acts&(dom.ActNative|dom.ActTabindex) != 0
	}
	for _, c := range a.s.Nodes[i+1 : a.s.End(i)] {
		holds = holds || c.Acts&(dom.ActNative|dom.ActTabindex) != 0
	}
	if !inside && !holds {
		a.add(Unreachable, i, "it can be clicked, but the keyboard does not reach it")
	}
}
