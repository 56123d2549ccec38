package find

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// table reads rows and cells; a cell belongs to the column whose head it stands under, so that spans and gaps keep their place.
func table(s *dom.Snapshot, i int) (Collection, bool) {
	c := Collection{Node: i, Kind: "table", Name: s.Nodes[i].Name}
	var heads, rows []int
	for k := i + 1; k < s.End(i); k++ {
		switch n := s.Nodes[k]; n.Role {
		case "row":
			if isHead(s, k) && heads == nil {
				heads = cells(s, k)
			} else if n.Visible() {
				rows = append(rows, k)
			}
			k = s.End(k) - 1
		case "table", "grid", "treegrid":
			k = s.End(k) - 1
		case "caption":
			if c.Name == "" {
				c.Name = s.Text(k, 0)
			}
		}
	}
	width := len(heads)
	for _, row := range rows {
		width = max(width, len(cells(s, row)))
	}
	if width == 0 || len(rows) == 0 {
		return c, false
	}
	c.Columns = make([]Column, width)
	for k, head := range heads {
		c.Columns[k].Name = cellText(s, head)
	}
	for _, row := range rows {
		out := Row{Node: row, Cells: make([]string, width)}
		for k, cell := range cells(s, row) {
			if at := columnOf(s, heads, cell, k); at < width {
				out.Cells[at] = strings.TrimSpace(out.Cells[at] + " " + cellText(s, cell))
			}
		}
		c.Rows = append(c.Rows, out)
	}
	return c, true
}

func isHead(s *dom.Snapshot, row int) bool {
	all := cells(s, row)
	for _, c := range all {
		if s.Nodes[c].Role != "columnheader" {
			return false
		}
	}
	return len(all) > 0
}

func cells(s *dom.Snapshot, row int) (out []int) {
	for k := row + 1; k < s.End(row); k++ {
		switch s.Nodes[k].Role {
		case "cell", "gridcell", "columnheader", "rowheader":
			out = append(out, k)
			k = s.End(k) - 1
		}
	}
	return out
}

// columnOf is the head that a cell stands under the most, else its own place in the row.
func columnOf(s *dom.Snapshot, heads []int, cell, place int) int {
	best, shared := place, int32(0)
	b := s.Boxes[cell]
	for k, head := range heads {
		h := s.Boxes[head]
		if width := min(b.X+b.W, h.X+h.W) - max(b.X, h.X); width > shared {
			best, shared = k, width
			if b.W > h.W+h.W/2 { // it spans several: the first
				break
			}
		}
	}
	return best
}

// cellText is what a cell says: its text, and where it has none the state or value of the control in it.
func cellText(s *dom.Snapshot, i int) string {
	if text := s.Text(i, 400); text != "" {
		return text
	}
	for k := i; k < s.End(i); k++ {
		switch n := s.Nodes[k]; {
		case !n.Visible():
		case n.State.Checked != dom.Absent:
			return n.State.Checked.String()
		case n.Value != "":
			return n.Value
		case n.Name != "" && (n.Interactive() || n.Role == "img" || n.Role == "image"):
			return n.Name
		}
	}
	return ""
}
