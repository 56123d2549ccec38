package find

import (
	"regexp"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// fields reads alike rows: a column is a place in the row's own tree, told by tags and classes.
func fields(s *dom.Snapshot, rows []int) ([]Column, []Row) {
	type column struct {
		Column
		at   int
		seen int
	}
	columns := map[string]*column{}
	var order []string
	read := make([]map[string]string, len(rows))
	for r, row := range rows {
		read[r] = map[string]string{}
		for _, f := range fieldsOf(s, row) {
			c := columns[f.place]
			if c == nil {
				c = &column{Column: Column{Name: f.name}, at: len(order)}
				columns[f.place] = c
				order = append(order, f.place)
			}
			c.seen++
			read[r][f.place] = f.text
		}
	}
	var names []string
	for _, place := range order {
		if c := columns[place]; c.seen*4 >= len(rows) || len(rows) < 4 {
			names = append(names, place)
		}
	}
	var out []Column
	used := map[string]int{}
	for _, place := range names {
		c := columns[place].Column
		if used[c.Name]++; used[c.Name] > 1 {
			c.Name += " " + string(rune('0'+min(used[c.Name], 9)))
		}
		out = append(out, c)
	}
	list := make([]Row, len(rows))
	for r, row := range rows {
		list[r] = Row{Node: row, Cells: make([]string, len(names))}
		for k, place := range names {
			list[r].Cells[k] = read[r][place]
		}
	}
	return out, list
}

// field is one text of a row, and where in the row it stands.
type field struct{ place, name, text string }

// fieldsOf are the texts of a row, in page order. Buttons are no data.
func fieldsOf(s *dom.Snapshot, row int) (out []field) {
	times := map[string]int{}
	var visit func(i int, path string)
	visit = func(i int, path string) {
		n := s.Nodes[i]
		if !n.Visible() || n.IsText() || n.Role == "button" || n.Tag == "label" && s.End(i) > i+1 && holdsControl(s, i) {
			return
		}
		first, _, _ := strings.Cut(n.Attrs.Get("class"), " ")
		if i != row {
			path += "/" + n.Tag + "." + first
		}
		if text := leafText(s, i); text != "" {
			times[path]++
			place := path + strings.Repeat("+", times[path])
			out = append(out, field{place, fieldName(n, first), text})
			return
		}
		for c := range s.Children(i) {
			visit(c, path)
		}
	}
	visit(row, "")
	return out
}

func holdsControl(s *dom.Snapshot, i int) bool {
	for _, n := range s.Nodes[i+1 : s.End(i)] {
		if n.Interactive() {
			return true
		}
	}
	return false
}

// leafText is the text of an element that has text of its own, or the name of a picture; "" for what only holds others.
func leafText(s *dom.Snapshot, i int) string {
	n := s.Nodes[i]
	switch {
	case n.State.Checked != dom.Absent:
		return n.State.Checked.String()
	case n.Value != "":
		return n.Value
	case n.Role == "img" || n.Role == "image":
		return n.Name
	}
	for c := range s.Children(i) {
		if t := s.Nodes[c]; t.IsText() && t.Visible() && strings.TrimSpace(t.Text) != "" {
			return s.Text(i, 400)
		}
	}
	return ""
}

// fieldName is a short word for a place: the last part of its class, else what kind of thing it is.
func fieldName(n *dom.Node, class string) string {
	word := class
	for _, cut := range []string{"__", "--", "-", "_"} {
		if at := strings.LastIndex(word, cut); at >= 0 && at+len(cut) < len(word) && cut != "--" {
			word = word[at+len(cut):]
		}
	}
	switch {
	case plainWord.MatchString(word):
		return strings.ToLower(word)
	case n.Role == "heading":
		return "title"
	case n.Role == "link":
		return "link"
	case n.Role == "img" || n.Role == "image":
		return "image"
	case n.Tag == "time":
		return "time"
	}
	return "text"
}

var plainWord = regexp.MustCompile(`^[A-Za-z]{3,20}$`)

var (
	numberLike = regexp.MustCompile(`^[-+−]?\d{1,3}(?:[,. ' ]?\d{3})*(?:[.,]\d+)?\s*%?$|^[-+−]?\d+(?:[.,]\d+)?\s*%?$`)
	moneyLike  = regexp.MustCompile(`^[-+−]?\s*(?:[$€£¥₹]|(?:USD|EUR|GBP|CHF|JPY)\s)\s*[\d.,' ]+$|^[-+−]?[\d.,' ]+\s*(?:[$€£¥₹]|USD|EUR|GBP|CHF|JPY)$`)
	dateLike   = regexp.MustCompile(`(?i)^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d.*)?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? ?\d{0,4}$|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:, ?\d{4})?$`)
)

// typeOf is the narrowest type that all cells with something in them have.
func typeOf(cells []string) string {
	kinds := []struct {
		name string
		is   func(string) bool
	}{
		{"boolean", func(s string) bool { return s == "true" || s == "false" }},
		{"number", numberLike.MatchString},
		{"money", moneyLike.MatchString},
		{"date", dateLike.MatchString},
		{"link", func(s string) bool { return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") }},
	}
	for _, kind := range kinds {
		all, any := true, false
		for _, cell := range cells {
			if cell = strings.TrimSpace(cell); cell != "" {
				any = true
				all = all && kind.is(cell)
			}
		}
		if any && all {
			return kind.name
		}
	}
	return "text"
}
