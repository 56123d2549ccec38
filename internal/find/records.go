package find

import (
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// Collection is a table, a list or a grid of cards, read as rows with columns. Every row has a cell for every column.
type Collection struct {
	Node    int    // the table, the list, or what holds the cards
	Kind    string // "table", "list", "cards"
	Name    string
	Columns []Column
	Rows    []Row
}

// Column is what the cells of one place have in common.
type Column struct {
	Name string
	Type string // text, number, money, date, link, boolean
}

// Row is one record.
type Row struct {
	Node  int
	Cells []string
}

// Collections finds what repeats in a page, the largest first. A collection inside a row of another is left to that one.
func Collections(s *dom.Snapshot) []Collection {
	var out []Collection
	for i := 0; i < len(s.Nodes); i++ {
		n := s.Nodes[i]
		if n.IsText() || !n.Visible() && n.Hidden&dom.HiddenSize == 0 {
			continue
		}
		c, ok := collectionAt(s, i)
		if !ok {
			continue
		}
		c.finish(s)
		if len(c.Rows) > 0 && len(c.Columns) > 0 {
			out = append(out, c)
			i = s.End(i) - 1
		}
	}
	slices.SortStableFunc(out, func(a, b Collection) int { return b.weight() - a.weight() })
	return out
}

func (c *Collection) weight() int { return len(c.Rows) * len(c.Columns) }

func collectionAt(s *dom.Snapshot, i int) (Collection, bool) {
	switch n := s.Nodes[i]; n.Role {
	case "table", "grid", "treegrid":
		return table(s, i)
	case "list", "listbox", "feed":
		if inNavigation(s, i) {
			return Collection{}, false
		}
		return repeated(s, i, "list")
	default:
		if n.Interactive() || n.Role == "row" || n.Role == "navigation" || n.Tag == "tr" || inNavigation(s, i) {
			return Collection{}, false
		}
		return repeated(s, i, "cards")
	}
}

func inNavigation(s *dom.Snapshot, i int) bool {
	for a := range s.Ancestors(i) {
		switch s.Nodes[a].Role {
		case "navigation", "menu", "menubar", "tablist", "toolbar":
			return true
		}
	}
	return false
}

// Fewer alike elements than this are no grid of cards.
const fewestCards = 3

// repeated reads the children of a node as rows: list items, or alike cards.
func repeated(s *dom.Snapshot, i int, kind string) (Collection, bool) {
	c := Collection{Node: i, Kind: kind, Name: s.Nodes[i].Name}
	kinds := map[string][]int{}
	var order []string
	for k := range s.Children(i) {
		n := s.Nodes[k]
		if n.IsText() || !n.Visible() {
			continue
		}
		sign := n.Tag
		switch {
		case kind == "cards":
			first, _, _ := strings.Cut(n.Attrs.Get("class"), " ")
			sign += "." + first
		case n.Role == "listitem" || n.Role == "option" || n.Role == "article":
			sign = n.Role
		}
		if kinds[sign] == nil {
			order = append(order, sign)
		}
		kinds[sign] = append(kinds[sign], k)
	}
	var rows []int
	for _, sign := range order {
		if len(kinds[sign]) > len(rows) {
			rows = kinds[sign]
		}
	}
	least := 2
	if kind == "cards" {
		least = fewestCards
	}
	if len(rows) < least {
		return c, false
	}
	c.Columns, c.Rows = fields(s, rows)
	c.Rows = slices.DeleteFunc(c.Rows, func(r Row) bool { return r.Key() == "" })
	if kind == "cards" && (len(c.Columns) < 2 || len(c.Rows) < fewestCards) {
		return c, false
	}
	return c, true
}

// finish names and types the columns and drops those that say nothing.
func (c *Collection) finish(s *dom.Snapshot) {
	if c.Name == "" {
		c.Name = headingBefore(s, c.Node)
	}
	for k := len(c.Columns) - 1; k >= 0; k-- {
		empty := true
		for _, row := range c.Rows {
			empty = empty && row.Cells[k] == ""
		}
		if empty && (c.Kind != "table" || c.Columns[k].Name == "") {
			c.Columns = slices.Delete(c.Columns, k, k+1)
			for r := range c.Rows {
				c.Rows[r].Cells = slices.Delete(c.Rows[r].Cells, k, k+1)
			}
		}
	}
	for k := range c.Columns {
		cells := make([]string, len(c.Rows))
		for r, row := range c.Rows {
			cells[r] = row.Cells[k]
		}
		c.Columns[k].Type = typeOf(cells)
	}
}

// headingBefore is the nearest heading above a node, in the part of the page it stands in.
func headingBefore(s *dom.Snapshot, i int) string {
	for a := range s.Ancestors(i) {
		if name := s.Nodes[a].Name; name != "" && s.Nodes[a].Role != "" && a > 0 && s.Nodes[a].Role != "main" {
			return name
		}
		for k := i - 1; k > a; k-- {
			if n := s.Nodes[k]; n.Role == "heading" && n.Visible() {
				return n.Name
			}
		}
		if s.Nodes[a].Role == "main" {
			break
		}
	}
	return ""
}
