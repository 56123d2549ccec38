package fingerprint

import (
	"slices"

	"github.com/domsight/domsight/internal/dom"
)

func (w *walk) content(tables bool) *Content {
	c := &Content{Headings: []Heading{}, Lists: []List{}, Forms: []Form{}}
	if tables {
		c.Tables = []Table{}
	}
	w.each(func(i int, n *dom.Node) {
		switch {
		case n.Role == "heading":
			if text := w.text(i, 200); text != "" {
				c.Headings = append(c.Headings, Heading{Level: n.Level, Text: text, Item: n.Level > 1 && w.repeated(i), Place: w.place(i)})
			}
		case isList(n):
			c.Lists = append(c.Lists, List{Selector: selector(n), Items: w.items(i), Type: listType(n), Place: w.place(i)})
		case n.Tag == "form":
			c.Forms = append(c.Forms, w.form(i))
		case tables && isTable(n):
			c.Tables = append(c.Tables, w.table(i))
		case slices.Contains(embedding, n.Tag) && n.Visible():
			c.Embeds = append(c.Embeds, Embed{Type: n.Tag, Selector: selector(n), Place: w.place(i)})
		case n.Tag == "img":
			c.Images.Count++
			if _, ok := n.Attrs.Lookup("alt"); ok {
				c.Images.WithAlt++
			}
			if n.Marks&dom.MarkBroken != 0 {
				c.Images.Broken++
			}
		}
	})
	return c
}

var embedding = []string{"iframe", "video", "audio", "canvas", "embed", "object"}

func isList(n *dom.Node) bool {
	return n.Tag == "ul" || n.Tag == "ol" || n.Tag == "dl" || n.Attrs.Get("role") == "list"
}

func listType(n *dom.Node) string {
	if n.Tag == "ul" || n.Tag == "ol" || n.Tag == "dl" {
		return n.Tag
	}
	return "list"
}

// items counts the items of a list: those of lists in it are theirs.
func (w *walk) items(list int) (count int) {
	for i := list + 1; i < w.End(list); i++ {
		n := w.Nodes[i]
		if isList(n) {
			i = w.End(i) - 1
			continue
		}
		if w.counts[i-w.from] && (n.Tag == "li" || n.Tag == "dt" || n.Role == "listitem") {
			count++
		}
	}
	return count
}

// repeated is true of a heading in one of several alike: an item, an article, a row, a card beside cards.
func (w *walk) repeated(i int) bool {
	for a := range w.Ancestors(i) {
		if a < w.from {
			return false
		}
		n := w.Nodes[a]
		switch {
		case n.Tag == "li" || n.Tag == "tr" || n.Tag == "td" || n.Role == "listitem" || n.Role == "row":
			return true
		case n.Tag == "main" || n.Tag == "body":
			return false
		}
		if w.twins(a) > 0 && n.Tag != "section" || n.Tag == "section" && n.Attrs.Get("id") == "" && w.twins(a) > 1 {
			return true
		}
	}
	return false
}

// twins counts the siblings of node i with its tag and class.
func (w *walk) twins(i int) (count int) {
	n := w.Nodes[i]
	class := n.Attrs.Get("class")
	for c := range w.Children(w.Parent(i)) {
		if o := w.Nodes[c]; c != i && o.Tag == n.Tag && o.Attrs.Get("class") == class && (class != "" || n.Tag == "article") {
			count++
		}
	}
	return count
}

func (w *walk) form(i int) Form {
	f := Form{Selector: selector(w.Nodes[i]), Fields: []string{}, Buttons: []string{}, Place: w.place(i)}
	w.eachIn(i+1, w.End(i), func(j int, n *dom.Node) {
		switch kind := controlType(n); {
		case field(n) && kind != "":
			f.Fields = append(f.Fields, w.label(j))
		case kind == "button":
			if label := w.label(j); label != "" {
				f.Buttons = append(f.Buttons, label)
			}
		}
	})
	return f
}

func isTable(n *dom.Node) bool {
	return n.Tag == "table" || n.Role == "table" || n.Role == "grid" || n.Role == "treegrid"
}

// table counts rows and columns; tables in its cells are not its own.
func (w *walk) table(at int) Table {
	t := Table{Selector: selector(w.Nodes[at]), Place: w.place(at)}
	for i := at + 1; i < w.End(at); i++ {
		n := w.Nodes[i]
		if isTable(n) {
			i = w.End(i) - 1
			continue
		}
		if !w.counts[i-w.from] || n.Tag != "tr" && n.Role != "row" {
			continue
		}
		t.Rows++
		cells := 0
		for c := range w.cells(i) {
			cells++
			if t.Rows == 1 && (w.Nodes[c].Tag == "th" || w.Nodes[c].Role == "columnheader") {
				t.Headers = append(t.Headers, w.text(c, 60))
			}
		}
		t.Columns = max(t.Columns, cells)
	}
	return t
}

var cellRoles = []string{"cell", "gridcell", "columnheader", "rowheader"}

func (w *walk) cells(row int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := row + 1; i < w.End(row); i++ {
			n := w.Nodes[i]
			if n.Tag != "td" && n.Tag != "th" && !slices.Contains(cellRoles, n.Role) {
				continue
			}
			if w.counts[i-w.from] && !yield(i) {
				return
			}
			i = w.End(i) - 1
		}
	}
}
