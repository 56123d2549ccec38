package domtest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// Print writes a snapshot as the outline that Page reads as the same snapshot, keys included.
func Print(s *dom.Snapshot) string {
	var b strings.Builder
	for i := range s.Nodes {
		depth := 0
		for range s.Ancestors(i) {
			depth++
		}
		b.WriteString(strings.Repeat("  ", depth))
		b.WriteString(Line(s, i))
		b.WriteByte('\n')
	}
	return b.String()
}

// Line writes one node of a snapshot, without its indentation.
func Line(s *dom.Snapshot, i int) string {
	n := s.Nodes[i]
	first, usual := word(n)
	parts := []string{first}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if text := n.Name + n.Text; text != "" {
		add("%q", text)
	}
	if n.ID.Doc == Doc {
		add("@%d", n.ID.Key)
	} else {
		add("@%s:%d", n.ID.Doc, n.ID.Key)
	}
	for _, a := range n.Attrs {
		add("#%s=%s", a.Name, quoted(a.Value))
	}
	if n.Role != usual.role {
		add("role=%s", quoted(n.Role))
	}
	for _, f := range []struct{ name, value string }{{"from", n.NameFrom}, {"description", n.Description}, {"value", n.Value},
		{"current", n.State.Current}, {"popup", n.State.Popup}} {
		if f.value != "" {
			add("%s=%s", f.name, quoted(f.value))
		}
	}
	if n.Level != 0 {
		add("level=%d", n.Level)
	}
	for _, f := range n.State.Flags() {
		add("%s", strings.TrimSuffix(f.Name+"="+f.Value.String(), "=true"))
	}
	if box := s.Boxes[i]; box != (dom.Box{}) {
		add("box=%d,%d,%d,%d", box.X, box.Y, box.W, box.H)
	}
	own := n.Hidden
	if p := s.Parent(i); p >= 0 {
		own &^= s.Nodes[p].Hidden
	}
	if own != 0 {
		add("hidden=%s", strings.Join(own.Reasons(), ","))
	}
	if n.Acts != usual.acts {
		add("acts=%s", strings.Join(append(n.Acts.Reasons(), "none")[:max(1, len(n.Acts.Reasons()))], ","))
	}
	if n.Marks != 0 {
		add("marks=%d", n.Marks)
	}
	return strings.Join(parts, " ")
}

// quoted leaves a value bare where the reader cannot misread it.
func quoted(s string) string {
	if s == "" || strings.ContainsAny(s, " \"\\\n\t") {
		return strconv.Quote(s)
	}
	return s
}
