package diff

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// Field is one fact that differs. A state that does not apply is an empty string.
type Field struct{ Name, Old, New string }

// The names of fields that are not states. States go by the names of dom.State.Flags.
const (
	Text        = "text"
	Role        = "role"
	Name        = "name"
	Value       = "value"
	Description = "description"
	Placeholder = "placeholder"
	Href        = "href"
	Level       = "level"
	Interactive = "interactive"
	Current     = "current"
	Popup       = "popup"
	Position    = "position" // "x,y" in the document
	Size        = "size"     // "w,h"
)

// compare lists the facts that differ between two captures of one node. Visibility is not one of them: what comes into sight is
// an addition.
func compare(a, b *dom.Node) []Field {
	var out []Field
	add := func(name, old, new string) {
		if old != new {
			out = append(out, Field{name, old, new})
		}
	}
	add(Text, strings.TrimSpace(a.Text), strings.TrimSpace(b.Text))
	add(Role, a.Role, b.Role)
	add(Name, a.Name, b.Name)
	add(Value, a.Value, b.Value)
	add(Description, a.Description, b.Description)
	add(Placeholder, a.Attrs.Get("placeholder"), b.Attrs.Get("placeholder"))
	add(Href, a.Attrs.Get("href"), b.Attrs.Get("href"))
	add(Level, strconv.Itoa(a.Level), strconv.Itoa(b.Level))
	add(Interactive, strconv.FormatBool(a.Interactive()), strconv.FormatBool(b.Interactive()))
	if a.State == b.State {
		return out
	}
	was, is := flags(a), flags(b)
	for _, name := range flagNames {
		add(name, was[name], is[name])
	}
	add(Current, a.State.Current, b.State.Current)
	add(Popup, a.State.Popup, b.State.Popup)
	return out
}

// flagNames are those of a state in which every flag applies, in their order.
var flagNames = func() (names []string) {
	all := dom.State{Checked: dom.True, Selected: dom.True, Expanded: dom.True, Pressed: dom.True, Disabled: dom.True,
		ReadOnly: dom.True, Required: dom.True, Invalid: dom.True, Focused: true, Busy: true, Modal: true}
	for _, f := range all.Flags() {
		names = append(names, f.Name)
	}
	return names
}()

func flags(n *dom.Node) map[string]string {
	out := make(map[string]string)
	for _, f := range n.State.Flags() {
		out[f.Name] = f.Value.String()
	}
	return out
}

func sameSize(a, b dom.Box) bool { return a.W == b.W && a.H == b.H }

func compareBoxes(a, b dom.Box) (out []Field) {
	if a.X != b.X || a.Y != b.Y {
		out = append(out, Field{Position, fmt.Sprintf("%d,%d", a.X, a.Y), fmt.Sprintf("%d,%d", b.X, b.Y)})
	}
	if !sameSize(a, b) {
		out = append(out, Field{Size, fmt.Sprintf("%d,%d", a.W, a.H), fmt.Sprintf("%d,%d", b.W, b.H)})
	}
	return out
}

// Field finds a field of a change by its name.
func (c Change) Field(name string) (Field, bool) {
	for _, f := range c.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// OnlyBox is true of a change of nothing but position and size.
func (c Change) OnlyBox() bool {
	for _, f := range c.Fields {
		if f.Name != Position && f.Name != Size {
			return false
		}
	}
	return c.Kind == Changed
}
