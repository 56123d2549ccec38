package render

import (
	"fmt"
	"testing"

	"github.com/domsight/domsight/internal/dom"
)

// A page of 10,000 elements is printed with the usual budget in under 10 ms, one of 100,000 in under 60.
func BenchmarkSnapshotText(b *testing.B) {
	for _, size := range []int{10_000, 100_000} {
		s := cards(size)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			for b.Loop() {
				SnapshotText(s, SnapshotOptions{Budget: DefaultBudget}, here, numbers())
			}
		})
	}
}

// cards is a page with about so many elements: headings, text, links, buttons, fields.
func cards(elements int) *dom.Snapshot {
	s, add := grower()
	list := add(add(0, dom.Node{Tag: "main", Role: "main"}), dom.Node{Tag: "div"})
	for i := range elements / 8 {
		card := add(list, dom.Node{Tag: "div", Attrs: dom.Attrs{{Name: "class", Value: "card"}}})
		title, text, open := fmt.Sprint("Item ", i), fmt.Sprintf(" Some text about item %d that is long enough to matter here.", i), fmt.Sprint("Open ", i)
		add(add(add(card, dom.Node{Tag: "div"}), dom.Node{Tag: "h3", Role: "heading", Level: 3, Name: title}), dom.Node{Tag: dom.Text, Text: " " + title})
		add(add(add(card, dom.Node{Tag: "div"}), dom.Node{Tag: "p"}), dom.Node{Tag: dom.Text, Text: text})
		add(add(card, dom.Node{Tag: "a", Role: "link", Name: open, NameFrom: "content", Acts: dom.ActNative}), dom.Node{Tag: dom.Text, Text: " " + open})
		add(add(card, dom.Node{Tag: "button", Role: "button", Name: "Edit", NameFrom: "content", Acts: dom.ActNative}), dom.Node{Tag: dom.Text, Text: " Edit"})
		add(card, dom.Node{Tag: "input", Role: "textbox", Name: fmt.Sprint("Quantity ", i), Acts: dom.ActNative})
	}
	return s.Seal()
}
