package render

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
)

// RecordList is one collection, and how complete it is.
type RecordList struct {
	find.Collection
	Total    int
	Pane     int // node that scrolls it, -1 for the page
	Hidden   int // pixels out of view
	Scrolled string
	Gone     []bool
}

// Only so many collections are shown with their rows; the others are named.
const mostLists = 3

// Recorded shows collections as rows with columns; limit is the most rows of each.
func Recorded(s *dom.Snapshot, lists []RecordList, limit int, at Where, show Show) string {
	var b strings.Builder
	b.WriteString(at.String())
	if len(lists) == 0 {
		b.WriteString("\nno table, list or grid of cards is in sight\nnext: dom_structure shows how the page is built")
		return counted(b.String() + noticed(at))
	}
	for k := range lists {
		l := &lists[k]
		if k == mostLists {
			b.WriteString("\nalso:")
		}
		if k >= mostLists {
			fmt.Fprintf(&b, "\n%s %s%s: %d rows", show(l.Node), l.Kind, listName(l.Name), len(l.Rows))
			continue
		}
		fmt.Fprintf(&b, "\n%s %s%s: %s", show(l.Node), l.Kind, listName(l.Name), l.complete(limit, show))
		var heads []string
		for _, c := range l.Columns {
			head := quote(clip(c.Name, 30))
			if c.Type != "text" {
				head += " " + c.Type
			}
			heads = append(heads, head)
		}
		b.WriteString("\n  columns: " + strings.Join(heads, " | "))
		for r, row := range l.Rows[:min(limit, len(l.Rows))] {
			b.WriteString("\n  " + l.ref(r, show) + " " + strings.Join(cellsOf(row), " | "))
		}
	}
	if len(lists) > mostLists {
		b.WriteString("\nquery.selector picks one")
	}
	return counted(b.String() + noticed(at))
}

func listName(name string) string {
	if name == "" {
		return ""
	}
	return " " + quote(clip(name, 60))
}

func (l *RecordList) ref(r int, show Show) string {
	if l.Gone != nil && l.Gone[r] {
		return "[-]"
	}
	return show(l.Rows[r].Node).String()
}

func cellsOf(row find.Row) []string {
	out := make([]string, len(row.Cells))
	for k, cell := range row.Cells {
		out[k] = quote(clip(cell, 80))
	}
	return out
}

// complete says how many rows there are, how many are shown, and how to get the rest.
func (l *RecordList) complete(limit int, show Show) string {
	out := fmt.Sprintf("%d rows", len(l.Rows))
	if l.Total > len(l.Rows) {
		out = fmt.Sprintf("%d rows rendered of %d", len(l.Rows), l.Total)
	} else if l.Total == len(l.Rows) {
		out += ", all"
	}
	if limit < len(l.Rows) {
		out += fmt.Sprintf(", the first %d shown: raise limit", limit)
	}
	where := "the page"
	if l.Pane >= 0 {
		where = show(l.Pane).String()
	}
	switch {
	case l.Scrolled != "":
		out += "; " + l.Scrolled
		if l.Total > len(l.Rows) {
			out += ", and the rest did not come"
		}
		if l.Gone != nil {
			out += "; [-] is not in the page now"
		}
	case l.Total == len(l.Rows) && l.Total > 0:
	case l.Hidden > 0 && (l.Total > len(l.Rows) || l.Pane >= 0):
		out += fmt.Sprintf("; %s scrolls: scroll: true looks for more", where)
	case l.Total > len(l.Rows):
		out += "; the rest is on other pages"
	}
	return out
}

// RecordsJSON is the same as data: cells have the type of their column, empty ones are null.
func RecordsJSON(s *dom.Snapshot, lists []RecordList, limit int, at Where, show Show) (string, error) {
	type column struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	type row struct {
		Ref   *int  `json:"ref"`
		Cells []any `json:"cells"`
	}
	type list struct {
		Ref      int      `json:"ref"`
		Kind     string   `json:"kind"`
		Name     string   `json:"name"`
		Columns  []column `json:"columns"`
		Rows     []row    `json:"rows"`
		Rendered int      `json:"rendered"`
		Total    *int     `json:"total"` // null where the page does not say
		Scrolled string   `json:"scrolled,omitempty"`
	}
	out := struct {
		URL   string `json:"url"`
		Title string `json:"title"`
		Lists []list `json:"lists"`
	}{at.URL, at.Title, []list{}}
	for k := range lists {
		l := &lists[k]
		one := list{Ref: int(show(l.Node)), Kind: l.Kind, Name: l.Name, Rendered: len(l.Rows), Scrolled: l.Scrolled, Rows: []row{}}
		if l.Total > 0 {
			one.Total = &l.Total
		}
		for _, c := range l.Columns {
			one.Columns = append(one.Columns, column(c))
		}
		for r := range l.Rows[:min(limit, len(l.Rows))] {
			line := row{Cells: []any{}}
			if l.Gone == nil || !l.Gone[r] {
				ref := int(show(l.Rows[r].Node))
				line.Ref = &ref
			}
			for c, cell := range l.Rows[r].Cells {
				line.Cells = append(line.Cells, typed(cell, l.Columns[c].Type))
			}
			one.Rows = append(one.Rows, line)
		}
		out.Lists = append(out.Lists, one)
	}
	return compact(out)
}

// typed is a cell as its column's type; what cannot be read as such stays text.
func typed(cell, kind string) any {
	switch cell = strings.TrimSpace(cell); {
	case cell == "":
		return nil
	case kind == "boolean":
		return cell == "true"
	case kind == "number":
		plain := strings.NewReplacer(",", "", " ", "", "'", "", "\u00a0", "", "−", "-").Replace(cell)
		if _, err := strconv.ParseFloat(plain, 64); err == nil {
			return json.Number(strings.TrimPrefix(plain, "+"))
		}
	}
	return cell
}
