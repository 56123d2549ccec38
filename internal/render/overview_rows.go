package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
)

// interactives lists what can be acted on, alike ones in one row, in page order.
func (p *picker) interactives() []*Interactive {
	var order []string
	shapes := map[string][]int{}
	for i := range p.s.Elements() {
		n := p.s.Nodes[i]
		if !n.Interactive() || n.Acts == dom.ActClass || n.Tag == "option" {
			continue
		}
		if !p.in(i) {
			if n.Visible() {
				p.off++
			}
			continue
		}
		shape := p.shape(i)
		if shapes[shape] == nil {
			order = append(order, shape)
		}
		shapes[shape] = append(shapes[shape], i)
	}
	var rows []*Interactive
	for _, shape := range order {
		for _, group := range p.byName(shapes[shape]) {
			rows = append(rows, &Interactive{Nodes: group})
		}
	}
	sortBy(rows, func(r *Interactive) int { return r.Nodes[0] })
	p.lineUp(rows)
	return rows
}

// Fewer alike elements than this are listed one by one; choices of one field are a group from two on.
const fewest = 3

// byName takes elements of one shape apart: twins together, those with names of their own together, few one by one.
func (p *picker) byName(alike []int) [][]int {
	times := map[string]int{}
	for _, i := range alike {
		times[p.name(i)]++
	}
	var order []string
	groups := map[string][]int{}
	for _, i := range alike {
		name := p.name(i)
		if times[name] < fewest {
			name = "\x00 of their own"
		}
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], i)
	}
	var out [][]int
	for _, name := range order {
		group := groups[name]
		if len(group) >= fewest || len(group) == 2 && choice(p.s.Nodes[group[0]]) {
			out = append(out, group)
			continue
		}
		for _, i := range group {
			out = append(out, []int{i})
		}
	}
	return out
}

// choice is true of what is chosen among others.
func choice(n *dom.Node) bool {
	return n.Role == "radio" || n.Role == "checkbox" || n.Role == "tab" || n.Role == "switch"
}

// shape is equal for elements that are alike: same kind, same classes, same place in containers of the same kind. Fields that are
// filled in are alike only in rows that repeat: elsewhere each has its own label and value.
func (p *picker) shape(i int) string {
	n := p.s.Nodes[i]
	alone := fmt.Sprint("one ", i)
	if id := n.Attrs.Get("id"); id != "" && !find.Generated(id) {
		return alone
	}
	if kind := kindOf(n); kind != "button" && kind != "link" && !choice(n) {
		if row, _ := find.RowOf(p.s, i); row < 0 {
			return alone
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s|%s|%s|%s", n.Tag, find.Classes(n, 1), n.Attrs.Get("type"), n.Role)
	up := 0
	for a := range p.s.Ancestors(i) {
		if up++; up > 3 {
			fmt.Fprintf(&b, "|%d", a)
			break
		}
		fmt.Fprintf(&b, "|%s.%s", p.s.Nodes[a].Tag, find.Classes(p.s.Nodes[a], 1))
	}
	return b.String()
}

// lineUp finds groups that stand in the same rows. The one whose names tell the rows apart speaks for all of them.
func (p *picker) lineUp(rows []*Interactive) {
	leaders := map[string]*Interactive{}
	for _, row := range rows {
		if len(row.Nodes) < 2 {
			continue
		}
		var b strings.Builder
		for _, i := range row.Nodes {
			in, title := find.RowOf(p.s, i)
			row.in = append(row.in, title)
			fmt.Fprint(&b, in, " ")
		}
		row.rows = b.String()
		if strings.Contains(row.rows, "-1") {
			row.rows = ""
		}
		if lead := leaders[row.rows]; row.rows != "" && (lead == nil || p.tells(row) && !p.tells(lead) || p.tells(row) && p.words(row) < p.words(lead)) {
			leaders[row.rows] = row
		}
	}
	for _, row := range rows {
		if lead := leaders[row.rows]; row.rows != "" && lead != row && p.tells(lead) {
			row.lead = lead
		}
	}
}

// tells is true of a group in which every name is another.
func (p *picker) tells(row *Interactive) bool {
	seen := map[string]bool{}
	for _, i := range row.Nodes {
		name := p.name(i)
		if name == "" || seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}

func (p *picker) words(row *Interactive) (length int) {
	for _, i := range row.Nodes {
		length += len(p.name(i))
	}
	return length
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

// stateWords are the states worth a word, and whether the element can be seen and is sure to act.
func stateWords(n *dom.Node) string {
	words := strings.Fields(flagWords(n))
	if !n.Visible() {
		words = append(words, "hidden")
	}
	if n.Acts.Inferred() {
		words = append(words, "inferred")
	}
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
		for _, hint := range hints[i] {
			row.Confidence = append(row.Confidence, Confidence(hint))
		}
	}
}
