package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
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
		fmt.Fprintf(&b, "\n[INTERACTIVES - %d found, showing %d", o.Summary.Found, shown)
		if o.Summary.Off > 0 {
			fmt.Fprintf(&b, ", %d more off screen", o.Summary.Off)
		}
		b.WriteString("]\n")
		form := ""
		for _, row := range rows {
			if row.Form != form && row.Form != "" {
				b.WriteString(row.Form + " " + named(s.Nodes[row.form], s.Nodes[row.form].Name) + ":\n")
			}
			if form = row.Form; form != "" {
				b.WriteString("  ")
			}
			b.WriteString(row.line(s, o.brief) + "\n")
		}
		if pages := o.Sections.Pages; pages != nil {
			b.WriteString(pages.line() + "\n")
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
	if note := coverNote(o.snapshot); note != "" {
		b.WriteString("\n" + note)
	}
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
	} else if o.brief {
		b.WriteString("\nBrief: budget: 2000 tells more")
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

func (row *Interactive) line(s *dom.Snapshot, brief bool) string {
	n := s.Nodes[row.Nodes[0]]
	var b strings.Builder
	b.WriteString(row.ID + " ")
	if row.Count > 0 {
		b.WriteString(row.members(brief))
		return b.String()
	}
	if brief {
		b.WriteString(terse(n))
	} else {
		b.WriteString(selectorLike(n))
	}
	if row.Text != "" {
		b.WriteString(" " + quote(row.Text))
	}
	switch {
	case row.Label == "":
	case brief:
		b.WriteString(" " + quote(row.Label))
	case n.NameFrom == "label" || n.NameFrom == "":
		b.WriteString(" aria-label=" + quote(row.Label))
	default:
		b.WriteString(" label=" + quote(row.Label))
	}
	if ph := row.Attributes["placeholder"]; ph != "" && row.Value == "" && ph != row.Label && !brief {
		b.WriteString(" placeholder=" + quote(ph))
	}
	if row.Value != "" {
		b.WriteString(" value=" + quote(row.Value))
	}
	if count := row.Attributes["options"]; count != "" {
		b.WriteString(" (" + count + " options)")
	}
	if href := row.Attributes["href"]; href != "" && href != "#" && (!brief || row.Text+row.Label == "") {
		b.WriteString(" href=" + quote(href))
	}
	if row.Row != "" {
		b.WriteString(" in " + quote(row.Row))
	}
	if row.State != "" {
		b.WriteString(" " + row.State)
	}
	if row.Below {
		b.WriteString(" below")
	}
	return b.String()
}

// members is a group: what its members have in common, then each with what tells it apart. Where another group of the same rows
// tells that, and the refs follow each other, only what is unlike the others is said.
func (row *Interactive) members(short bool) string {
	var b strings.Builder
	group := row.Group
	if short {
		group = row.terse
	}
	fmt.Fprintf(&b, "%d similar: %s", row.Count, group)
	if row.Set != "" {
		b.WriteString(" in " + quote(row.Set))
	}
	if row.Text != "" {
		b.WriteString(" " + quote(row.Text))
	}
	value := row.Members[0].Value
	for _, m := range row.Members {
		if m.Value != value {
			value = ""
		}
	}
	if value != "" {
		b.WriteString(" value=" + quote(value))
	}
	if row.State != "" {
		b.WriteString(" " + row.State)
	}
	follows := row.lead != nil && row.lead.ID != "" && (row.Pattern || row.Members[0].Text == "")
	if follows {
		b.WriteString(", rows as " + strings.Trim(row.lead.ID, "[]"))
	}
	b.WriteString(":")
	brief := follows && row.dense()
	longest := 40
	if row.Count > 8 {
		longest = 24
	}
	for k, m := range row.Members {
		words := ""
		switch {
		case short && !follows && row.Count > 8 && k >= 4 && k < row.Count-1:
			if k == 4 {
				b.WriteString(" …")
			}
			if m.State == "" || row.State != "" {
				continue
			}
		case follows:
		case m.Text != "":
			words = " " + quote(clip(m.Text, longest))
		case m.Row != "":
			words = " " + quote(clip(m.Row, longest))
		}
		if m.Value != "" && value == "" {
			words += " value=" + quote(m.Value)
		}
		if m.State != "" && row.State == "" {
			words += " " + m.State
		}
		if m.Below {
			words += " below"
		}
		if words != "" || !brief {
			b.WriteString(" " + strings.Trim(m.ID, "[]") + words)
		}
	}
	return strings.TrimSuffix(b.String(), ":")
}

// dense is true if the refs of the members follow each other, so that the range says them all.
func (row *Interactive) dense() bool {
	first, ok := dom.ParseRef(row.Members[0].ID)
	last, _ := dom.ParseRef(row.Members[len(row.Members)-1].ID)
	return ok && int(last-first) == len(row.Members)-1
}

// terse is selectorLike without the words around the type: checkbox, email#mail.
func terse(n *dom.Node) string {
	out := selectorLike(n)
	if t := n.Attrs.Get("type"); n.Tag == "input" && t != "" {
		out = strings.Replace(out, `input[type="`+plain(t)+`"]`, plain(t), 1)
	}
	return strings.Replace(out, `[role="`+n.Role+`"]`, ":"+n.Role, 1)
}

// selectorLike names an element the way a person would write a selector for it: tag and id, or name, or class.
func selectorLike(n *dom.Node) string {
	out := n.Tag
	if t := n.Attrs.Get("type"); n.Tag == "input" && t != "" && t != "text" && t != "search" {
		out += `[type="` + plain(t) + `"]`
	}
	id, name := n.Attrs.Get("id"), n.Attrs.Get("name")
	switch {
	case id != "" && !find.Generated(id):
		return out + "#" + plain(clip(id, 40))
	case name != "":
		return out + `[name="` + plain(clip(name, 40)) + `"]`
	}
	if class := find.Classes(n, 1); class != "" {
		return out + "." + plain(clip(class, 40))
	}
	if n.Attrs.Get("role") != "" && n.Role != "" {
		return out + `[role="` + n.Role + `"]`
	}
	return out
}
