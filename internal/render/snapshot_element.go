package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// element prints one element: ref, role, name, and how it stands.
func (w *writer) element(i int) {
	w.who(i, w.label(i))
	w.manner(i)
}

// who prints an element's ref, its role and its name.
func (w *writer) who(i int, name string) {
	n := w.s.Nodes[i]
	acts := w.facts.acts(i)
	ref := dom.NoRef
	if acts {
		ref = w.ref(i)
	}
	if ref == dom.NoRef {
		w.WriteString("[-]")
	} else {
		w.WriteByte('[')
		w.WriteString(strconv.Itoa(int(ref)))
		w.WriteByte(']')
	}
	role := roleWord(n)
	switch {
	case role == "link" && acts && w.facts.whole(i) && name != "":
		role = ""
	case role == "clickable" && n.Acts.Inferred():
		role = "?"
		w.WriteByte('?')
	default:
		w.WriteString(" " + role)
		if n.Acts.Inferred() && acts {
			w.WriteByte('?')
		}
	}
	if name != "" {
		if len(role) > 1 {
			w.WriteByte(' ')
		}
		w.WriteString(quoted(name))
	}
}

// label is the name of an element as it is printed.
func (w *writer) label(i int) string {
	n := w.s.Nodes[i]
	switch {
	case n.Name == "" && w.facts.whole(i) && !isField(n):
		return w.s.Text(i, 0)
	case !w.facts.whole(i) && titled(w.s, i):
		return ""
	case strings.HasSuffix(n.Name, "…") && len(n.Name) >= 900 && w.facts.whole(i):
		return w.s.Text(i, 0)
	}
	return n.Name
}

// manner prints what an element has beside its name.
func (w *writer) manner(i int) {
	n := w.s.Nodes[i]
	if isField(n) {
		if n.Value != "" || isText(n) {
			w.WriteString(" value=" + quoted(n.Value))
		}
		if ph := n.Attrs.Get("placeholder"); ph != "" && n.Value == "" && ph != n.Name {
			w.WriteString(" placeholder=" + quoted(ph))
		}
	}
	if href := n.Attrs.Get("href"); href != "" && w.label(i) == "" && w.facts.whole(i) && !w.twin(i, href) {
		w.WriteString(" href=" + quoted(lastStep(href)))
	}
	if words := flagWords(n); words != "" {
		w.WriteString(" " + words)
	}
	if n.Tag == "select" {
		w.list(i)
	}
	if text := w.facts.shows(i); text != "" {
		w.WriteString(" > " + harmless(text, false))
	}
}

// twin is true if a link beside node i leads to the same address and has a name: a picture and its title.
func (w *writer) twin(i int, href string) bool {
	around := i
	for range 3 {
		around = max(w.s.Parent(around), 0)
	}
	for _, n := range w.s.Nodes[max(around, i-30):min(w.s.End(around), i+30)] {
		if n.Role == "link" && n.Name != "" && n.Attrs.Get("href") == href {
			return true
		}
	}
	return false
}

// lastStep is the end of an address, which says more than its beginning.
func lastStep(href string) string {
	href, _, _ = strings.Cut(href, "?")
	href = strings.TrimRight(href, "/")
	return clip(href[strings.LastIndexByte(href, '/')+1:], 20)
}

// The longest list of options that is printed where room is short.
const fewOptions = 6

// list prints the options of a select.
func (w *writer) list(i int) {
	var names []string
	for c := i + 1; c < w.s.End(i); c++ {
		if n := w.s.Nodes[c]; n.Tag == "option" && n.Name != "" {
			names = append(names, n.Name)
		}
	}
	switch {
	case len(names) == 0:
	case w.fold && len(names) > fewOptions && !w.opened(i):
		w.options += len(names)
		fmt.Fprintf(w, " (%d options; expand: %d)", len(names), int(w.ref(i)))
	default:
		shown := names
		for all := 0; w.room > 0 && all < len(names); all++ {
			if w.room -= len(names[all]) + 3; w.room <= 0 {
				shown = names[:all]
			}
		}
		w.WriteString(" options=" + quoted(strings.Join(shown, " | ")))
		if more := len(names) - len(shown); more > 0 {
			w.options += more
			fmt.Fprintf(w, " … %d more options", more)
		}
	}
}

func (w *writer) opened(i int) bool {
	for _, n := range w.open {
		if n <= i && i < w.s.End(n) {
			return true
		}
	}
	return false
}

// quoted puts page text in quotation marks, in which [12] is written \[12]. Where the text has quotation marks itself, ours are
// others, so that it reads as it does in the page.
func quoted(text string) string {
	if strings.Contains(text, `"`) && !strings.ContainsAny(text, "“”\\\n\r\t") {
		text = "“" + text + "”"
	} else {
		text = quote(text)
	}
	return harmless(text, false)
}

// roleWord is the shortest word for what an element is.
func roleWord(n *dom.Node) string {
	switch {
	case n.Role == "image":
		return "img"
	case n.Role != "":
		return n.Role
	case n.Tag == "input":
		if t := n.Attrs.Get("type"); t != "" {
			return plain(clip(strings.ToLower(t), 20))
		}
		return "textbox"
	case n.Tag == "a" && n.Interactive():
		return "link"
	case n.Interactive() && n.Tag != "iframe" && n.Tag != "summary" && n.Tag != "video" && n.Tag != "audio":
		return "clickable"
	}
	return n.Tag
}

// isField is true of what holds a value that is not its name.
func isField(n *dom.Node) bool {
	switch n.Tag {
	case "select", "textarea":
		return true
	case "input":
		return !isButton(n.Attrs.Get("type"))
	}
	return n.Value != ""
}

// isText is true of a field that text can be typed into.
func isText(n *dom.Node) bool {
	switch n.Role {
	case "checkbox", "radio", "switch", "slider", "combobox", "listbox", "button":
		return false
	}
	return true
}

// flagWords are the states worth a word: those that are not as usual.
func flagWords(n *dom.Node) string {
	s := &n.State
	if *s == (dom.State{}) {
		return ""
	}
	var words []string
	add := func(word string, when bool) {
		if when {
			words = append(words, word)
		}
	}
	add("checked", s.Checked == dom.True)
	add("checked=mixed", s.Checked == dom.Mixed)
	add("selected", s.Selected == dom.True)
	add("expanded", s.Expanded == dom.True)
	add("collapsed", s.Expanded == dom.False)
	add("pressed", s.Pressed == dom.True)
	add("pressed=mixed", s.Pressed == dom.Mixed)
	add("disabled", s.Disabled.Is())
	add("readonly", s.ReadOnly.Is())
	add("required", s.Required.Is())
	add("invalid", s.Invalid.Is())
	add("focused", s.Focused)
	add("busy", s.Busy)
	add("current", s.Current != "")
	return strings.Join(words, " ")
}
