package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// interactives lists what can be acted on, alike ones in one row.
func (p *picker) interactives() []*Interactive {
	var rows []*Interactive
	byShape := map[string]*Interactive{}
	for i := range p.s.Elements() {
		n := p.s.Nodes[i]
		if !n.Interactive() || n.Acts == dom.ActClass || n.Tag == "option" || !p.in(i) {
			continue
		}
		shape := p.shape(i)
		if row := byShape[shape]; row != nil {
			row.Nodes = append(row.Nodes, i)
			continue
		}
		row := &Interactive{Nodes: []int{i}}
		rows, byShape[shape] = append(rows, row), row
	}
	return p.ungroup(rows)
}

// Fewer alike elements than this are listed one by one.
const fewest = 3

// ungroup puts small groups back as single rows, in page order.
func (p *picker) ungroup(rows []*Interactive) []*Interactive {
	var out []*Interactive
	for _, row := range rows {
		if len(row.Nodes) >= fewest {
			out = append(out, row)
			continue
		}
		for _, i := range row.Nodes {
			out = append(out, &Interactive{Nodes: []int{i}})
		}
	}
	// A row stands where its first element stands in the page.
	sortBy(out, func(r *Interactive) int { return r.Nodes[0] })
	return out
}

// shape is equal for elements that are alike: same kind, same classes, same place in containers of the same kind. Fields are
// never alike: each has its own label and value.
func (p *picker) shape(i int) string {
	n := p.s.Nodes[i]
	if kindOf(n) != "button" && kindOf(n) != "link" || n.Attrs.Get("id") != "" && !Generated(n.Attrs.Get("id")) {
		return fmt.Sprint("one ", i)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s|%s|%s|%v", n.Tag, n.Attrs.Get("class"), n.Role, n.State)
	if cells := p.s.Parent(i); cells >= 0 {
		up := 0
		for a := range p.s.Ancestors(i) {
			if up++; up > 3 {
				fmt.Fprintf(&b, "|%d", a)
				break
			}
			fmt.Fprintf(&b, "|%s.%s", p.s.Nodes[a].Tag, p.s.Nodes[a].Attrs.Get("class"))
		}
	}
	return b.String()
}

// fill gives a row its refs and its words.
func (p *picker) fill(row *Interactive) {
	n := p.s.Nodes[row.Nodes[0]]
	row.Tag, row.Type, row.Hints = n.Tag, kindOf(n), []string{}
	if len(row.Nodes) > 1 {
		row.Count = len(row.Nodes)
		row.Group = selectorLike(n)
		first := p.show(row.Nodes[0])
		last := first
		same := true
		for _, i := range row.Nodes {
			last = p.show(i)
			row.Members = append(row.Members, Member{last.String(), clip(p.s.Nodes[i].Name, 60)})
			same = same && p.s.Nodes[i].Name == n.Name
		}
		row.ID = rangeOf(first, last)
		if same {
			row.Text = clip(n.Name, 80)
		}
		return
	}
	row.ID = p.show(row.Nodes[0]).String()
	row.State = stateWords(n)
	row.Attributes = map[string]string{}
	for name, most := range map[string]int{"name": 60, "placeholder": 40, "href": 50, "type": 20, "role": 20} {
		if v := n.Attrs.Get(name); v != "" {
			row.Attributes[name] = clip(v, most)
		}
	}
	if n.Tag == "select" {
		row.Attributes["options"] = fmt.Sprint(p.options(row.Nodes[0]))
	}
	switch {
	case row.Type == "button" || row.Type == "link":
		if n.NameFrom == "content" || n.NameFrom == "value" {
			row.Text = clip(n.Name, 80)
		} else {
			row.Label = clip(n.Name, 80)
		}
	default:
		row.Label = clip(n.Name, 80)
		row.Value = clip(n.Value, 80)
	}
}

func (p *picker) options(i int) (count int) {
	for _, n := range p.s.Nodes[i:p.s.End(i)] {
		if n.Tag == "option" {
			count++
		}
	}
	return count
}

// kindOf puts an element into one of the seed's five kinds.
func kindOf(n *dom.Node) string {
	switch {
	case n.Tag == "input" && isButton(n.Attrs.Get("type")):
		return "button"
	case n.Tag == "input", n.Tag == "select", n.Tag == "textarea":
		return n.Tag
	case n.Tag == "a", n.Role == "link":
		return "link"
	}
	switch n.Role {
	case "textbox", "searchbox", "spinbutton", "checkbox", "radio", "switch", "slider":
		return "input"
	case "combobox", "listbox":
		return "select"
	}
	if n.Acts&dom.ActEditable != 0 {
		return "input"
	}
	return "button"
}

func isButton(inputType string) bool {
	switch inputType {
	case "button", "submit", "reset", "image":
		return true
	}
	return false
}

// stateWords lists the states worth a word: those that are not as usual.
func stateWords(n *dom.Node) string {
	var words []string
	s := n.State
	add := func(word string, when bool) {
		if when {
			words = append(words, word)
		}
	}
	add("checked", s.Checked == dom.True)
	add("checked=mixed", s.Checked == dom.Mixed)
	add("selected", s.Selected == dom.True)
	add("expanded", s.Expanded == dom.True)
	add("collapsed", s.Expanded == dom.False)
	add("pressed", s.Pressed == dom.True)
	add("pressed=mixed", s.Pressed == dom.Mixed)
	add("disabled", s.Disabled.Is())
	add("readonly", s.ReadOnly.Is())
	add("required", s.Required.Is())
	add("invalid", s.Invalid.Is())
	add("focused", s.Focused)
	add("busy", s.Busy)
	add("current", s.Current != "")
	add("hidden", !n.Visible())
	add("inferred", n.Acts.Inferred())
	return strings.Join(words, " ")
}

// Nodes lists the nodes that selector hints are wanted for.
func (o *Overview) Nodes() []int {
	var out []int
	for _, row := range o.Sections.Interactives {
		out = append(out, row.Nodes[0])
	}
	return out
}

// SetHints adds the selectors, in the order of Nodes.
func (o *Overview) SetHints(hints [][]string) {
	for i, row := range o.Sections.Interactives {
		row.Hints = hints[i]
	}
}
