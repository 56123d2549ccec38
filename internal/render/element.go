package render

import (
	"strings"
	"unicode/utf8"

	"github.com/domsight/domsight/internal/dom"
)

// element is one element in a line, without its ref: button.solid "Add to cart" disabled.
func element(s *dom.Snapshot, i int) string { return elementWith(s, i, said(s, i, 60)) }

// elementWith is element with words of the caller's choice.
func elementWith(s *dom.Snapshot, i int, words string) string {
	n := s.Nodes[i]
	out := selectorLike(n)
	if n.Role != "" && !telling(n) {
		out += " " + n.Role
	}
	if words != "" {
		out += " " + quote(words)
	}
	if n.Value != "" && n.Value != words {
		out += " value=" + quote(clip(n.Value, 80))
	}
	if ph := n.Attrs.Get("placeholder"); ph != "" && n.Value == "" && ph != words {
		out += " placeholder=" + quote(clip(ph, 40))
	}
	if href := n.Attrs.Get("href"); href != "" && href != "#" && n.Tag == "a" {
		out += " href=" + quote(clip(href, 50))
	}
	if words := stateWords(n); words != "" {
		out += " " + words
	}
	return out
}

// said is what an element says: its name, else the text in it, at most so many characters.
func said(s *dom.Snapshot, i, most int) string {
	n := s.Nodes[i]
	if n.Name != "" {
		return clip(n.Name, most)
	}
	text := s.Text(i, 4*most+4)
	if utf8.RuneCountInString(text) > most {
		return clip(text, most)
	}
	return text
}

// telling is true if an element's role can be told from its tag, or from the role attribute that is shown with it.
func telling(n *dom.Node) bool {
	switch n.Role {
	case "button", "link", "img", "image", "table", "row", "cell", "list", "listitem", "paragraph", "heading", "form", "navigation", "main",
		"banner", "contentinfo", "complementary", "article", "dialog", "group", "option", "term", "definition", "figure", "document", "rowgroup",
		"columnheader", "rowheader", "label", "text", "emphasis", "strong", "code", "time", "separator", "caption", "textbox", "searchbox", "region",
		"checkbox", "radio", "slider", "spinbutton", "combobox", "listbox", "sectionheader", "sectionfooter", "search":
		return n.Attrs.Get("role") == "" || n.Tag == n.Role || strings.Contains(selectorLike(n), `role=`)
	}
	return strings.Contains(selectorLike(n), `role=`)
}
