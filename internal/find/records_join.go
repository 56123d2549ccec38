package find

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// Key is equal for rows that say the same.
func (r Row) Key() string { return strings.TrimRight(strings.Join(r.Cells, "\x00"), "\x00") }

// Append adds the rows of a later view of the same collection that the earlier ones do not have, and says how many. Views overlap:
// the end of the one is the beginning of the other.
func (c *Collection) Append(view Collection) int {
	rows := c.conform(view)
	overlap := c.overlap(rows)
	fresh := rows[overlap:]
	if overlap == 0 { // a jump: what was seen before is not seen again
		known := map[string]bool{}
		for _, row := range c.Rows {
			known[row.Key()] = true
		}
		fresh = slices.DeleteFunc(fresh, func(row Row) bool { return known[row.Key()] })
	}
	c.Rows = append(c.Rows, fresh...)
	return len(fresh)
}

// Joins is true if a later view begins with rows that are the last so far: nothing is missing in between.
func (c *Collection) Joins(view Collection) bool {
	own := Collection{Columns: slices.Clone(c.Columns), Rows: slices.Clone(c.Rows)}
	return own.overlap(own.conform(view)) > 0
}

// overlap is how many rows at the end so far are those at the beginning of a view.
func (c *Collection) overlap(rows []Row) int {
	for n := min(len(c.Rows), len(rows)); n > 0; n-- {
		if slices.EqualFunc(c.Rows[len(c.Rows)-n:], rows[:n], func(a, b Row) bool { return a.Key() == b.Key() }) {
			return n
		}
	}
	return 0
}

// conform gives the rows of a view the columns of the collection; columns that it has not had yet are added to all.
func (c *Collection) conform(view Collection) []Row {
	place := make([]int, len(view.Columns))
	for k, column := range view.Columns {
		place[k] = slices.IndexFunc(c.Columns, func(own Column) bool { return own.Name == column.Name })
		if place[k] < 0 {
			place[k] = len(c.Columns)
			c.Columns = append(slices.Clip(c.Columns), column)
			for r := range c.Rows {
				c.Rows[r].Cells = append(slices.Clip(c.Rows[r].Cells), "")
			}
		}
	}
	out := make([]Row, len(view.Rows))
	for r, row := range view.Rows {
		out[r] = Row{Node: row.Node, Cells: make([]string, len(c.Columns))}
		for k, cell := range row.Cells {
			out[r].Cells[place[k]] = cell
		}
	}
	return out
}

var (
	ranged  = regexp.MustCompile(`(?i)\b(\d[\d,.]*)\s*(?:[-–—]|to)\s*(\d[\d,.]*)\s+(?:of|von|de|sur|/)\s+(?:about\s+)?(\d[\d,.]*)`)
	outOf   = regexp.MustCompile(`(?i)\b(\d[\d,.]*)\s+(?:of|out of)\s+(\d[\d,.]*)`)
	counted = regexp.MustCompile(`(?i)\b(\d[\d,.]*)\s+(?:results?|items?|rows?|products?|entries|records?|messages?|orders?|customers?|users?|people|files?|issues?|stories|comments?)\b`)
)

// TotalNear is how many rows a collection has by what is written beside it ("1-25 of 237", "237 results"), between the heading
// before it and the one after; 0 where nothing says.
func TotalNear(s *dom.Snapshot, list, rows int) int {
	at := list
	for range 4 {
		around := s.Parent(at)
		if around < 0 {
			break
		}
		var before, after strings.Builder
		for c := range s.Children(around) {
			switch {
			case c < at && holdsHeading(s, c):
				before.Reset()
				fallthrough
			case c < at:
				before.WriteString(" " + s.Text(c, 2000))
			case c > at && holdsHeading(s, c):
				return totalIn(before.String()+" "+after.String(), rows)
			case c > at:
				after.WriteString(" " + s.Text(c, 2000))
			}
		}
		if total := totalIn(before.String()+" "+after.String(), rows); total > 0 {
			return total
		}
		at = around
	}
	return 0
}

func holdsHeading(s *dom.Snapshot, i int) bool {
	for _, n := range s.Nodes[i:s.End(i)] {
		if n.Role == "heading" {
			return true
		}
	}
	return false
}

func totalIn(text string, rows int) int {
	for _, m := range ranged.FindAllStringSubmatch(text, -1) {
		if first, last, total := count(m[1]), count(m[2]), count(m[3]); last-first+1 == rows && total >= rows {
			return total
		}
	}
	for _, m := range outOf.FindAllStringSubmatch(text, -1) {
		if shown, total := count(m[1]), count(m[2]); shown == rows && total >= rows {
			return total
		}
	}
	for _, m := range counted.FindAllStringSubmatch(text, -1) {
		if total := count(m[1]); total >= rows && rows > 1 {
			return total
		}
	}
	return 0
}

func count(digits string) int {
	n, _ := strconv.Atoi(strings.NewReplacer(",", "", ".", "").Replace(digits)) // too many digits are no count
	return n
}
