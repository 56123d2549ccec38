package session

import (
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// rowOf is the repeated thing a node stands in (a table row, a list item, a card), -1 if it stands in none, and the words by which
// a person tells it from the next: its first ones that are not the node's own.
func rowOf(s *dom.Snapshot, i int) (row int, title string) {
	for a := range s.Ancestors(i) {
		if a == 0 {
			break
		}
		if !repeats(s, a) {
			continue
		}
		if title = firstWords(s, a, i); title != "" {
			return a, title
		}
	}
	return -1, ""
}

// repeats is true of an element that is one of many by nature, or has a sibling with the same tag and first class.
func repeats(s *dom.Snapshot, i int) bool {
	n := s.Nodes[i]
	if slices.Contains([]string{"row", "listitem", "article", "treeitem"}, n.Role) || n.Tag == "tr" || n.Tag == "li" {
		return true
	}
	class, _, _ := strings.Cut(n.Attrs.Get("class"), " ")
	if class == "" {
		return false
	}
	seen := 0
	for c := range s.Children(s.Parent(i)) {
		if other, _, _ := strings.Cut(s.Nodes[c].Attrs.Get("class"), " "); c != i && s.Nodes[c].Tag == n.Tag && other == class {
			return true
		}
		if seen++; seen > 50 {
			break
		}
	}
	return false
}

// firstWords are those of the first text in a row that is not in a control and not in the node itself.
func firstWords(s *dom.Snapshot, row, but int) string {
	for i := row + 1; i < s.End(row); i++ {
		n := s.Nodes[i]
		if i == but || n.Role == "button" || n.Role == "textbox" {
			i = s.End(i) - 1
			continue
		}
		if text := strings.TrimSpace(n.Text); n.IsText() && text != "" && n.Visible() {
			return short(text, 60)
		}
	}
	return ""
}
