package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
)

// fill gives a row its refs and its words.
func (p *picker) fill(row *Interactive) {
	n := p.s.Nodes[row.Nodes[0]]
	row.Tag, row.Type, row.Hints = n.Tag, kindOf(n), []string{}
	if form := p.form(row.Nodes[0]); form >= 0 {
		row.form = form
		row.Form = p.show(form).String()
	}
	if len(row.Nodes) > 1 {
		p.fillGroup(row)
		return
	}
	row.ID = p.show(row.Nodes[0]).String()
	row.State = stateWords(n)
	row.Below = p.below(row.Nodes[0])
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
			row.Text = clip(once(n.Name), 80)
		} else if n.Name == "" {
			row.Text = p.name(row.Nodes[0])
		} else {
			row.Label = clip(n.Name, 80)
		}
		if p.twin(row.Nodes[0]) {
			_, row.Row = find.RowOf(p.s, row.Nodes[0])
		}
	default:
		row.Label = clip(n.Name, 80)
		row.Value = clip(n.Value, 80)
	}
}

// fillGroup gives each member its ref and what tells it from the others: its own name, or the row it stands in.
func (p *picker) fillGroup(row *Interactive) {
	n := p.s.Nodes[row.Nodes[0]]
	row.Count, row.Group, row.terse = len(row.Nodes), selectorLike(n), terse(n)
	same := true
	refs := make([]dom.Ref, len(row.Nodes))
	for k, i := range row.Nodes {
		refs[k] = p.show(i)
		same = same && p.name(i) == p.name(row.Nodes[0])
	}
	if same {
		row.Text = clip(p.name(row.Nodes[0]), 80)
	}
	row.ID = rangeOf(refs)
	row.Pattern = !same && row.lead != nil && p.pattern(row)
	cut := 0
	if !same && !row.Pattern {
		if cut = p.common(row.Nodes); cut > 0 {
			row.Text = p.name(row.Nodes[0])[:cut] + "…"
		}
	}
	for k, i := range row.Nodes {
		m := Member{ID: refs[k].String(), State: stateWords(p.s.Nodes[i]), Below: p.below(i), Value: clip(p.s.Nodes[i].Value, 40)}
		if choice(p.s.Nodes[i]) {
			m.Value = ""
		}
		if !same {
			m.Text = clip(p.name(i)[cut:], 60)
		}
		if same && len(row.in) > k {
			m.Row = row.in[k]
		}
		row.Members = append(row.Members, m)
	}
	row.Set = p.set(row.Nodes)
	row.State = row.Members[0].State
	for _, m := range row.Members {
		if m.State != row.State {
			row.State = ""
		}
	}
}

// common is how much of their beginning all names share, in whole words, if that is much.
func (p *picker) common(nodes []int) int {
	first := p.name(nodes[0])
	shared := len(first)
	for _, i := range nodes[1:] {
		name := p.name(i)
		k := 0
		for k < min(shared, len(name)) && name[k] == first[k] {
			k++
		}
		shared = k
	}
	shared = strings.LastIndexByte(first[:shared], ' ') + 1
	if shared < 8 {
		return 0
	}
	return shared
}

// pattern is true if every name is the same words around the name of its row; the words become the text of the group.
func (p *picker) pattern(row *Interactive) bool {
	words := ""
	for k, i := range row.Nodes {
		title, name := p.name(row.lead.Nodes[k]), p.name(i)
		if title == "" || !strings.Contains(name, title) {
			return false
		}
		rest := strings.Replace(name, title, "…", 1)
		if words != "" && rest != words {
			return false
		}
		words = rest
	}
	row.Text = clip(words, 80)
	return true
}

// name is what an element is called: its name, said once, else the text in it.
func (p *picker) name(i int) string {
	if n := p.s.Nodes[i]; n.Name != "" || kindOf(n) != "button" && kindOf(n) != "link" {
		return once(n.Name)
	}
	return clip(p.s.Text(i, 200), 60)
}

// once is a name that says a thing twice, said once: a picture and its caption.
func once(name string) string {
	if half := len(name) / 2; len(name)%2 == 1 && name[half] == ' ' && name[:half] == name[half+1:] {
		return name[:half]
	}
	return name
}

// twin is true if another visible element has the same role and name.
func (p *picker) twin(i int) bool {
	if p.names == nil {
		p.names = map[[2]string]int{}
		for _, n := range p.s.Nodes {
			if n.Interactive() && n.Visible() {
				p.names[[2]string{n.Role, n.Name}]++
			}
		}
	}
	n := p.s.Nodes[i]
	return p.names[[2]string{n.Role, n.Name}] > 1
}

// below is true of what is only seen after scrolling down.
func (p *picker) below(i int) bool {
	return !p.o.Viewport && p.s.Boxes[i].Y >= int32(p.s.Viewport.ScrollY+p.s.Viewport.Height)
}

// form is the form that a field stands in, if that has several; -1 for none.
func (p *picker) form(i int) int {
	for a := range p.s.Ancestors(i) {
		if p.s.Nodes[a].Tag != "form" && p.s.Nodes[a].Role != "form" {
			continue
		}
		fields := 0
		for _, n := range p.s.Nodes[a:p.s.End(a)] {
			if k := kindOf(n); n.Interactive() && n.Visible() && n.Tag != "option" && k != "link" && k != "button" {
				fields++
			}
		}
		if fields > 1 {
			return a
		}
		return -1
	}
	return -1
}

// set is the name of the fieldset or group that all of some choices stand in.
func (p *picker) set(nodes []int) string {
	for a := range p.s.Ancestors(nodes[0]) {
		n := p.s.Nodes[a]
		if nodes[len(nodes)-1] >= p.s.End(a) || a == 0 {
			continue
		}
		if n.Role == "group" || n.Role == "radiogroup" || n.Role == "tablist" || n.Role == "navigation" || n.Role == "toolbar" {
			return clip(n.Name, 40)
		}
	}
	return ""
}
