package render

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// label finds the labels whose words are the name of a control, and the controls with a label that can be seen.
func (f *facts) label(labels []int) {
	if len(labels) == 0 {
		return
	}
	f.told, f.labels = map[int32]bool{}, map[int32]bool{}
	targets := f.targets(labels)
	for _, l := range labels {
		control := f.inside(l)
		if id := f.s.Nodes[l].Attrs.Get("for"); id != "" {
			control = targets[target{f.s.Nodes[l].ID.Doc, id}]
		}
		if control <= 0 {
			continue
		}
		if text := f.beside(l, control); text != "" {
			f.labels[int32(control)] = true
			f.told[int32(l)] = f.seen(control) && covers(f.s.Nodes[control].Name, text)
		}
	}
}

// target is what a label's for attribute means.
type target struct{ doc, id string }

// targets finds the elements that labels name by id; the first one, where an id is used twice.
func (f *facts) targets(labels []int) map[target]int {
	found := map[target]int{}
	for _, l := range labels {
		if id := f.s.Nodes[l].Attrs.Get("for"); id != "" {
			found[target{f.s.Nodes[l].ID.Doc, id}] = 0
		}
	}
	if len(found) == 0 {
		return nil
	}
	for i := f.root; i < f.s.End(f.root); i++ {
		n := f.s.Nodes[i]
		if !n.Interactive() && n.Role == "" {
			continue
		}
		key := target{n.ID.Doc, n.Attrs.Get("id")}
		if at, wanted := found[key]; wanted && at == 0 {
			found[key] = i
		}
	}
	return found
}

// inside is the first control in a label, 0 if there is none.
func (f *facts) inside(l int) int {
	for c := l + 1; c < f.s.End(l); c++ {
		switch f.s.Nodes[c].Tag {
		case "input", "select", "textarea", "button":
			return c
		}
	}
	return 0
}

// beside is the text of a label without that of the control in it.
func (f *facts) beside(l, control int) string {
	var b strings.Builder
	for c := l + 1; c < f.s.End(l); c++ {
		if c == control {
			c = f.s.End(c) - 1
			continue
		}
		if n := f.s.Nodes[c]; n.IsText() && n.Visible() {
			b.WriteString(n.Text)
		}
	}
	return strings.TrimSpace(b.String())
}

// caption finds the legends and captions whose words are the name of what holds them.
func (f *facts) caption(captions []int) {
	for _, c := range captions {
		if p := f.s.Parent(c); f.knows(p) && f.as(p) == asGroup && covers(f.s.Nodes[p].Name, f.s.Text(c, 0)) {
			if f.told == nil {
				f.told = map[int32]bool{}
			}
			f.told[int32(c)] = true
		}
	}
}

// covers is true if every letter of text is in name, in the same order and in whole words; white space does not count.
func covers(name, text string) bool {
	if strings.Contains(name, text) {
		return true
	}
	for word := range strings.FieldsSeq(text) {
		at := strings.Index(name, word)
		if at < 0 {
			return spaceless(name) == spaceless(text)
		}
		name = name[at+len(word):]
	}
	return true
}

func spaceless(s string) string { return strings.ReplaceAll(s, " ", "") }

// titled is true of a group that is named by the first words or the first heading in it.
func titled(s *dom.Snapshot, i int) bool {
	name := s.Nodes[i].Name
	if s.Nodes[i].NameFrom != "labelledby" {
		return false
	}
	runs := 0
	for c := i + 1; c < s.End(i) && runs < 3; c++ {
		n := s.Nodes[c]
		if n.Role == "heading" && n.Visible() {
			return n.Name == name
		}
		if n.IsText() && n.Visible() {
			if runs++; strings.TrimSpace(n.Text) == name {
				return true
			}
		}
	}
	return false
}
