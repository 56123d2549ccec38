package find

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// RowOf is the repeated thing an element stands in (a table row, a list item, a card) and the words by which a person tells it
// from the next; -1 if it stands in none. The element's own words never tell its row.
func RowOf(s *dom.Snapshot, i int) (row int, title string) {
	for a := range s.Ancestors(i) {
		n := s.Nodes[a]
		if a == 0 || n.Marks&dom.MarkFrame != 0 || borders[n.Role] {
			break
		}
		if !Repeats(s, a) {
			continue
		}
		if title := TitleOf(s, a, i); title != "" {
			return a, title
		}
	}
	return -1, ""
}

// Repeats is true of an element that is one of many: by its role, or because it has siblings of its own kind.
func Repeats(s *dom.Snapshot, i int) bool {
	n := s.Nodes[i]
	switch n.Role {
	case "row", "listitem", "treeitem", "option":
		return true
	}
	if n.Interactive() || s.Parent(i) < 0 {
		return false
	}
	least, count := 1, 0
	if Classes(n, 1) == "" && !strings.Contains(n.Tag, "-") && n.Role == "" && n.Tag != "section" && n.Tag != "article" {
		least = 2 // plain containers: two may be anything
	}
	for c := range s.Children(s.Parent(i)) {
		if c != i && Kin(s, c, i) {
			if count++; count == least {
				return true
			}
		}
	}
	return false
}

// Kin is true of elements of the same tag and first class, a made-up one aside, that are built alike: a selected row has one
// class more, and one without a picture is a row too.
func Kin(s *dom.Snapshot, a, b int) bool {
	x, y := s.Nodes[a], s.Nodes[b]
	if x.Tag != y.Tag || x.Role != y.Role || Classes(x, 1) != Classes(y, 1) {
		return false
	}
	return Classes(x, 1) != "" || strings.Contains(x.Tag, "-") || firstTag(s, a) == firstTag(s, b)
}

func firstTag(s *dom.Snapshot, i int) string {
	for c := range s.Children(i) {
		if n := s.Nodes[c]; !n.IsText() {
			return n.Tag + " " + n.Role
		}
	}
	return ""
}

// TitleOf is what names a row: its heading, its row header, its first link or strong words, else its first words; never those of
// the element asked about.
func TitleOf(s *dom.Snapshot, row, but int) string {
	if n := s.Nodes[row]; n.NameFrom != "" && n.NameFrom != "content" && n.Name != "" {
		return shorten(n.Name)
	}
	best, rank := "", 9
	for i := row + 1; i < s.End(row); i++ {
		n := s.Nodes[i]
		if i == but {
			i = s.End(i) - 1
			continue
		}
		r := 9
		switch {
		case !n.Visible():
			continue
		case n.Role == "heading":
			r = 0
		case n.Role == "rowheader":
			r = 1
		case n.Role == "link" || n.Tag == "strong" || n.Tag == "b":
			r = 3
		case n.IsText() && !inControl(s, i, row):
			r = 4
		case n.Tag == "img" && n.Name != "":
			r = 5
		}
		if r >= rank {
			continue
		}
		if words := wordsOf(s, i); letters(words) {
			best, rank = words, r
		}
	}
	return best
}

func inControl(s *dom.Snapshot, i, row int) bool {
	for a := range s.Ancestors(i) {
		if a == row {
			return false
		}
		if s.Nodes[a].Interactive() {
			return true
		}
	}
	return false
}

// letters is true of words with at least one letter or digit.
func letters(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0xbf
	})
}

// borders are the roles of what no row reaches beyond.
var borders = map[string]bool{"banner": true, "main": true, "navigation": true, "complementary": true, "contentinfo": true, "form": true, "search": true,
	"dialog": true, "alertdialog": true, "tabpanel": true, "toolbar": true, "table": true, "list": true}

func wordsOf(s *dom.Snapshot, i int) string {
	if name := s.Nodes[i].Name; name != "" {
		return shorten(name)
	}
	return shorten(s.Text(i, 4*longestTitle))
}

// longestTitle is how many characters are enough to tell a row.
const longestTitle = 40

func shorten(words string) string {
	r := []rune(words)
	if len(r) <= longestTitle {
		return words
	}
	return strings.TrimRight(string(r[:longestTitle-1]), " ") + "…"
}
