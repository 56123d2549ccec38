package fingerprint

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// certain are the reasons that make an element interactive here. Guesses do not count, nor listeners, which not every
// transport can see.
const certain = dom.ActNative | dom.ActRole | dom.ActTabindex | dom.ActEditable | dom.ActHandler

// controls lists the interactive elements, in page order. One without a name is skipped, unless it is a field.
func (w *walk) controls() []Control {
	list := []Control{}
	w.each(func(i int, n *dom.Node) {
		kind := controlType(n)
		if kind == "" {
			return
		}
		c := Control{Type: kind, Text: w.label(i), Visible: true, Enabled: !n.State.Disabled.Is() && n.Hidden&dom.HiddenInert == 0, Place: w.place(i)}
		if c.Text == "" && !field(n) {
			return
		}
		c.At = identity(n)
		if href, ok := n.Attrs.Lookup("href"); ok && kind == "link" {
			c.Href = path(w.URL, href)
		}
		if field(n) {
			value := ""
			if n.Value != "" || n.State.Checked.Is() {
				value = HasValue
			}
			c.Value = &value
			for _, o := range w.Nodes[i+1 : w.End(i)] {
				if o.Tag == "option" {
					c.Options++
				}
			}
		}
		list = append(list, c)
	})
	return list
}

// controlType is the type by which an interactive element is counted, "" for what is none.
func controlType(n *dom.Node) string {
	if n.Acts&certain == 0 || n.Tag == "option" || n.Tag == "optgroup" || n.Tag == "body" {
		return ""
	}
	switch {
	case n.Tag == "button" || n.Attrs.Get("role") == "button" || n.Tag == "input" && buttonType(n):
		return "button"
	case n.Tag == "a" && n.Acts&dom.ActNative != 0 || n.Role == "link":
		return "link"
	case n.Tag == "input" || n.Tag == "select" || n.Tag == "textarea":
		return n.Tag
	}
	return "interactive"
}

// identity is a selector that would still be this element's if its text changed; "" if there is none.
func identity(n *dom.Node) string {
	if id := n.Attrs.Get("id"); id != "" && !generated(id) {
		return "#" + clip(id, 80)
	}
	if id := n.TestID(); id != "" {
		return `[data-testid="` + clip(id, 80) + `"]`
	}
	if name := n.Attrs.Get("name"); name != "" && n.Tag != "a" {
		return `[name="` + clip(name, 80) + `"]`
	}
	for _, class := range strings.Fields(n.Attrs.Get("class")) {
		if !generated(class) {
			return "." + clip(class, 80)
		}
	}
	return n.Tag
}
