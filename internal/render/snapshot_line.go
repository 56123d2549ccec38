package render

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/domsight/domsight/internal/dom"
)

// writer prints lines of a sketch.
//
//	[3] textbox "Email" value="" focused   an element: its ref, its role, its name, how it stands
//	[4]"Home"                              a link
//	[6]?"More"                             something that only looks as if it could be acted on
//	[-] navigation "Main"                  an element without a ref
//	## Results                             a heading
//	> See the [5]"guide" for more          text of the page; what follows a ref in it is that element's name
//	> Ann | 42 | [6] button "Edit"         a row of cells
//
// Text of the page stands behind > or # or in quotation marks, and nowhere else. In it, [5] is written \[5].
type writer struct {
	*sketch
	strings.Builder
	ref   func(node int) dom.Ref
	fold  bool  // long lists of options are only counted
	open  []int // but not those in these nodes
	room  int   // for the options of one select, 0 for all
	terse bool  // what is left out is only counted

	options, letters int // what was left out
}

// line prints a line with about room bytes of text; 0 for all of it.
func (w *writer) line(l line, room int) {
	for range l.depth {
		w.WriteByte(' ')
	}
	if w.changed != nil && w.fresh(l) {
		w.WriteString("~ ")
	}
	switch l.kind {
	case groupLine:
		w.element(int(l.node))
	case soleLine, linksLine:
		w.room = room
		for _, p := range w.parts[l.first:l.last] {
			w.element(int(p.node))
		}
	case headLine:
		w.head(l, room)
	case rowLine:
		if w.facts.acts(int(l.node)) {
			w.element(int(l.node))
			w.WriteByte(' ')
		}
		w.WriteString("> ")
		w.flow(l, room)
	default:
		w.WriteString("> ")
		w.flow(l, room)
	}
	w.WriteByte('\n')
}

// head prints a heading, or a message that is one line.
func (w *writer) head(l line, room int) {
	n := w.s.Nodes[l.node]
	if n.Role == "heading" {
		w.WriteString("######"[:min(max(n.Level, 1), 6)])
	} else {
		w.WriteString("[-] " + roleWord(n) + " >")
	}
	w.WriteByte(' ')
	if l.first == l.last {
		w.WriteString(harmless(n.Name, false))
	}
	w.flow(l, room)
}

// fresh is true of a line on which something has changed.
func (w *writer) fresh(l line) bool {
	if l.kind != flowLine && w.changed(int(l.node)) {
		return true
	}
	for _, p := range w.parts[l.first:l.last] {
		if w.changed(int(p.node)) {
			return true
		}
	}
	return false
}

// flow prints text and the elements in it. Where text follows an element that has said more than its name, > tells so.
func (w *writer) flow(l line, room int) {
	start, said := true, false
	space := false // a space is due before the next word
	cut := room > 0
	for at, p := range w.parts[l.first:l.last] {
		switch p.kind {
		case cellPart:
			w.WriteString(" |")
			space, said, start = true, false, false
		case elementPart:
			if !start && (space || said || w.apart(int(p.node))) {
				w.WriteByte(' ')
			}
			w.element(int(p.node))
			start, space, said = false, w.trails(int(p.node)), true
		default:
			text := w.s.Nodes[p.node].Text
			if start || space {
				text = strings.TrimPrefix(text, " ")
			}
			if text == "" || text == " " {
				space = space || text == " "
				continue
			}
			if space {
				w.WriteByte(' ')
			}
			if said && w.loud(l, p) {
				w.WriteString(" >")
				if text[0] != ' ' {
					w.WriteByte(' ')
				}
			}
			if cut && len(text) > room {
				kept := firstWords(text, room)
				w.WriteString(harmless(kept, l.kind == rowLine))
				w.rest(l, l.first+int32(at), len(text)-len(kept))
				return
			}
			space = strings.HasSuffix(text, " ")
			w.WriteString(harmless(strings.TrimSuffix(text, " "), l.kind == rowLine))
			start, said = false, false
		}
		if room -= w.weight(p); cut && room <= 0 && l.first+int32(at)+1 < l.last {
			w.rest(l, l.first+int32(at), 0)
			return
		}
	}
}

// rest tells how much of a line is left out: so many letters of the part at, and all parts after it.
func (w *writer) rest(l line, at int32, letters int) {
	for _, p := range w.parts[at+1 : l.last] {
		letters += w.weight(p)
	}
	w.letters += letters
	if w.terse {
		w.WriteString(" …")
		return
	}
	ref := w.ref(w.holder(l))
	w.WriteString(" … " + strconv.Itoa(letters) + " more characters in " + ref.String() + "; expand: " + strconv.Itoa(int(ref)))
}

// holder is the element that a line of text is in.
func (w *writer) holder(l line) int {
	if l.kind != flowLine {
		return int(l.node)
	}
	return w.s.Parent(int(w.parts[l.first].node))
}

// firstWords is the beginning of text, about most bytes.
func firstWords(text string, most int) string {
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	if space := strings.LastIndexByte(text[:most], ' '); space > most/2 {
		most = space
	}
	return text[:most]
}

// loud is true if the part before p, an element, has more after its name.
func (w *writer) loud(l line, p part) bool {
	for q := l.last - 1; q > l.first; q-- {
		if w.parts[q] == p {
			n := w.s.Nodes[w.parts[q-1].node]
			return w.parts[q-1].kind == elementPart && (isField(n) || flagWords(n) != "" || w.facts.shows(int(w.parts[q-1].node)) != "")
		}
	}
	return false
}

// apart is true if an element's own text stands apart from what is before it.
func (w *writer) apart(i int) bool {
	for c := i + 1; c < w.s.End(i); c++ {
		if n := w.s.Nodes[c]; n.IsText() && n.Visible() {
			return n.Text[0] == ' '
		}
	}
	return true
}

// trails is true if an element's own text ends with a space.
func (w *writer) trails(i int) bool {
	for c := w.s.End(i) - 1; c > i; c-- {
		if n := w.s.Nodes[c]; n.IsText() && n.Visible() {
			return n.Text[len(n.Text)-1] == ' '
		}
	}
	return false
}

// element prints one element: ref, role, name, and how it stands.
func (w *writer) element(i int) {
	n := w.s.Nodes[i]
	acts := w.facts.acts(i)
	if acts {
		w.WriteByte('[')
		w.WriteString(strconv.Itoa(int(w.ref(i))))
		w.WriteByte(']')
	} else {
		w.WriteString("[-]")
	}
	role := roleWord(n)
	switch {
	case role == "link" && acts && w.facts.whole(i) && w.label(i) != "":
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
	if name := w.label(i); name != "" {
		if len(role) > 1 {
			w.WriteByte(' ')
		}
		w.WriteString(quoted(name))
	}
	w.manner(i)
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
			w.WriteString(" value=" + quote(n.Value))
		}
		if ph := n.Attrs.Get("placeholder"); ph != "" && n.Value == "" && ph != n.Name {
			w.WriteString(" placeholder=" + quote(ph))
		}
	}
	if href := n.Attrs.Get("href"); href != "" && w.label(i) == "" && w.facts.whole(i) {
		_, path, found := strings.Cut(href, "://")
		if !found {
			path = href
		}
		w.WriteString(" href=" + quote(clip(path, 30)))
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
		w.WriteString(" options=" + quote(strings.Join(shown, " | ")))
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

// quoted is quote without a backslash in the commonest case, so that a name reads as it does in the page.
func quoted(name string) string {
	if strings.Contains(name, `"`) && !strings.ContainsAny(name, "“”\\\n\r\t") {
		return "“" + name + "”"
	}
	return quote(name)
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

// harmless keeps text of the page from looking like a mark of ours.
func harmless(text string, row bool) string {
	if row && strings.IndexByte(text, '|') >= 0 {
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	for at := 0; ; {
		open := strings.IndexByte(text[at:], '[')
		if open < 0 {
			return text
		}
		at += open
		if looksLikeRef(text[at:]) {
			text = text[:at] + `\` + text[at:]
			at++
		}
		at++
	}
}

// looksLikeRef is true of text that begins with [12] or [-].
func looksLikeRef(text string) bool {
	end := strings.IndexByte(text, ']')
	if end < 2 || end > 12 {
		return false
	}
	return strings.Trim(text[1:end], "0123456789") == "" || text[1:end] == "-"
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
