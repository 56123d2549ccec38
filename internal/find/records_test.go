package find

import (
	"strings"
	"testing"
)

func TestTypeOf(t *testing.T) {
	for cells, want := range map[string]string{
		"1|2|-3.5|12,000":     "number",
		"€ 12.50|€ 8||$1,000": "money",
		"2026-11-01|2026-1-2": "text",
		"2026-11-01||1.2.26":  "date",
		"3 May|12 June 2026":  "date",
		"true|false|":         "boolean",
		"12|twelve":           "text",
		"||":                  "text",
		"12 %|3%":             "number",
	} {
		if got := typeOf(strings.Split(cells, "|")); got != want {
			t.Errorf("%s: %s, want %s", cells, got, want)
		}
	}
}

func TestTotalIn(t *testing.T) {
	for _, c := range []struct {
		text string
		rows int
		want int
	}{
		{"Showing 1-25 of 237 orders", 25, 237}, {"1–25 of 1,237", 25, 1237}, {"25 of 30 shown", 25, 30}, {"12 products", 12, 12},
		{"3 of 4 stars", 25, 0}, {"1-10 of 237", 25, 0}, {"2 results", 25, 0}, {"", 3, 0},
	} {
		if got := totalIn(c.text, c.rows); got != c.want {
			t.Errorf("%q with %d rows: %d, want %d", c.text, c.rows, got, c.want)
		}
	}
}

// Views of one list overlap, jump, repeat and bring new columns.
func TestAppend(t *testing.T) {
	view := func(columns string, rows ...string) Collection {
		c := Collection{}
		for name := range strings.SplitSeq(columns, ",") {
			c.Columns = append(c.Columns, Column{Name: name})
		}
		for _, row := range rows {
			c.Rows = append(c.Rows, Row{Cells: strings.Split(row, ",")})
		}
		return c
	}
	for _, c := range []struct {
		name        string
		first, next Collection
		want        string
	}{
		{"overlapping", view("a", "1", "2", "3"), view("a", "2", "3", "4"), "1 2 3 4"},
		{"twins stay", view("a", "1", "1"), view("a", "1", "1", "1", "2"), "1 1 1 2"},
		{"grown", view("a", "1", "2"), view("a", "1", "2", "3"), "1 2 3"},
		{"a jump", view("a", "1", "2"), view("a", "7", "1"), "1 2 7"},
		{"the same", view("a", "1", "2"), view("a", "1", "2"), "1 2"},
		{"a new column", view("a", "1"), view("a,b", "1,", "2,x"), "1, 2,x"},
	} {
		c.first.Append(c.next)
		var got []string
		for _, row := range c.first.Rows {
			got = append(got, strings.Join(row.Cells, ","))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
