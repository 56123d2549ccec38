package render

import (
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
// Text of the page stands behind > or # or in quotation marks, and nowhere else. In it, [5] is written \[5]: a ref without a
// backslash before it is ours.
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
			if !start && (space || said || w.apart(int(p.node)) || strings.HasSuffix(w.String(), `\`)) {
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
			if said && w.tells(w.parts[int(l.first)+at-1]) {
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

// apart is true if an element's own text stands apart from what is before it.
func (w *writer) apart(i int) bool {
	for c := i + 1; c < w.s.End(i); c++ {
		if n := w.s.Nodes[c]; n.IsText() && n.Visible() {
			return strings.HasPrefix(n.Text, " ")
		}
	}
	return true
}

// trails is true if an element's own text ends with a space.
func (w *writer) trails(i int) bool {
	for c := w.s.End(i) - 1; c > i; c-- {
		if n := w.s.Nodes[c]; n.IsText() && n.Visible() {
			return strings.HasSuffix(n.Text, " ")
		}
	}
	return false
}

// harmless keeps text of the page from looking like a mark of ours.
func harmless(text string, row bool) string {
	if strings.ContainsAny(text, "\n\r") { // the engine sends none
		text = escaper.Replace(text)
	}
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

// looksLikeRef is true of text that begins with [12] or [-], or that what follows may make to.
func looksLikeRef(text string) bool {
	digits := 1
	for digits < len(text) && (text[digits] >= '0' && text[digits] <= '9' || text[digits] == '-') {
		digits++
	}
	return digits == len(text) || digits > 1 && text[digits] == ']'
}
