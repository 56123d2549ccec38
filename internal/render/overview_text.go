package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/tokens"
)

// Text is the overview as an agent reads it.
func (o *Overview) Text() string {
	s := o.snapshot
	var b strings.Builder
	fmt.Fprintf(&b, "=== DOM OVERVIEW: %s ===\n%s\n", plain(clip(o.URL, 200)), o.at.short())
	if rows := o.Sections.Outline; rows != nil {
		b.WriteString("\n[OUTLINE - Page Structure]\n")
		for _, row := range rows {
			b.WriteString(row.line(s) + "\n")
		}
	}
	if rows := o.Sections.Interactives; rows != nil || slices.Contains(o.Summary.Truncated, "interactives") {
		shown := 0
		for _, row := range rows {
			shown += len(row.Nodes)
		}
		fmt.Fprintf(&b, "\n[INTERACTIVES - %d found, showing %d]\n", o.Summary.Found, shown)
		for _, row := range rows {
			b.WriteString(row.line(s) + "\n")
		}
	}
	if rows := o.Sections.Headings; rows != nil {
		b.WriteString("\n[HEADINGS & TEXT]\n")
		for _, row := range rows {
			fmt.Fprintf(&b, "%s %s: %s", row.ID, row.Tag, quote(row.Text))
			if row.Tag == "p" {
				fmt.Fprintf(&b, " (%d chars)", row.Length)
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString("\n[SUMMARY]\n")
	sum := &o.Summary
	fmt.Fprintf(&b, "Snapshot: %s | Total: %d | Shown: %d | Truncated: [%s]\n", o.SnapshotID, sum.Total, sum.Shown, strings.Join(sum.Truncated, ", "))
	v := sum.Viewport
	fmt.Fprintf(&b, "Viewport: %dx%d | Scroll: %d/%d", v.Width, v.Height, v.Scroll, v.ContentHeight)
	if sum.Canvas >= 10 {
		fmt.Fprintf(&b, "\n%d %% of the viewport is canvas: use screenshot", sum.Canvas)
	}
	for _, frame := range sum.Unread {
		fmt.Fprintf(&b, "\nNot read: frame %s", plain(clip(frame, 120)))
	}
	if sum.Cut > 0 {
		fmt.Fprintf(&b, "\nNot read: %d nodes beyond the engine's limits", sum.Cut)
	}
	if o.at.Age > 0 {
		fmt.Fprintf(&b, "\nFrom the cache, %d s old, %d changes since; refresh: true reads anew", sum.CachedSec, sum.Changes)
	}
	if len(sum.Truncated) > 0 {
		b.WriteString("\nMore: raise max_rows or budget")
	}
	for _, notice := range sum.Notices {
		b.WriteString("\n" + notice)
	}
	sum.Tokens = tokens.Estimate(b.String()) + 4
	fmt.Fprintf(&b, " | Tokens: ~%d", sum.Tokens)
	return b.String()
}

func (row *OutlineElement) line(s *dom.Snapshot) string {
	n := s.Nodes[row.node]
	var b strings.Builder
	b.WriteString(strings.Repeat("  ", row.Depth) + row.ID + " ")
	if row.Frame != "" {
		b.WriteString("[iframe] ")
	}
	b.WriteString(selectorLike(n))
	switch {
	case row.Frame != "":
		b.WriteString(" " + plain(clip(row.Frame, 60)))
	case n.Name != "" && (landmark[n.Role] || semantic[n.Tag]):
		b.WriteString(" " + quote(clip(n.Name, 40)))
	}
	if !row.inner && row.Children > 0 {
		fmt.Fprintf(&b, " (%d children)", row.Children)
	}
	return b.String()
}

func (row *Interactive) line(s *dom.Snapshot) string {
	n := s.Nodes[row.Nodes[0]]
	var b strings.Builder
	b.WriteString(row.ID + " ")
	if row.Count > 0 {
		fmt.Fprintf(&b, "%d similar: %s", row.Count, row.Group)
		if row.Text != "" {
			b.WriteString(" " + quote(row.Text))
		}
		b.WriteString(":")
		for _, m := range row.Members {
			b.WriteString(" " + strings.Trim(m.ID, "[]"))
			if row.Text == "" && m.Text != "" {
				b.WriteString(" " + quote(clip(m.Text, 40)))
			}
		}
		return b.String()
	}
	b.WriteString(selectorLike(n))
	if row.Text != "" {
		b.WriteString(" " + quote(row.Text))
	}
	if row.Label != "" {
		name := "label"
		if n.NameFrom == "label" || n.NameFrom == "" {
			name = "aria-label"
		}
		b.WriteString(" " + name + "=" + quote(row.Label))
	}
	if ph := row.Attributes["placeholder"]; ph != "" && row.Value == "" && ph != row.Label {
		b.WriteString(" placeholder=" + quote(ph))
	}
	if row.Value != "" {
		b.WriteString(" value=" + quote(row.Value))
	}
	if count := row.Attributes["options"]; count != "" {
		b.WriteString(" (" + count + " options)")
	}
	if href := row.Attributes["href"]; href != "" && href != "#" {
		b.WriteString(" href=" + quote(href))
	}
	if row.State != "" {
		b.WriteString(" " + row.State)
	}
	return b.String()
}

// selectorLike names an element the way a person would write a selector for it: tag and id, or name, or class.
func selectorLike(n *dom.Node) string {
	out := n.Tag
	if t := n.Attrs.Get("type"); n.Tag == "input" && t != "" && t != "text" && t != "search" {
		out += `[type="` + plain(t) + `"]`
	}
	id, name := n.Attrs.Get("id"), n.Attrs.Get("name")
	switch {
	case id != "" && !Generated(id):
		return out + "#" + plain(clip(id, 40))
	case name != "":
		return out + `[name="` + plain(clip(name, 40)) + `"]`
	}
	if class := classes(n, 1); class != "" {
		return out + "." + plain(clip(class, 40))
	}
	if n.Attrs.Get("role") != "" && n.Role != "" {
		return out + `[role="` + n.Role + `"]`
	}
	return out
}
