package fingerprint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Noise is what varies by itself on a page.
type Noise []Mask

// Mask names some items and says what of them may vary. It is written to be read and edited: a mask fits an item if every
// field that is not empty does.
type Mask struct {
	Kind   string   `json:"kind"`            // title, landmark, heading, list, form, table, images, embed, interactive or state
	Type   string   `json:"type,omitempty"`  // h2, ul, button, error_elements...
	In     string   `json:"in,omitempty"`    // the landmark around it
	At     string   `json:"at,omitempty"`    // its selector
	Match  string   `json:"match,omitempty"` // its text; of lists, forms and tables their selector: # is any number, * anything, \ takes their meaning
	Varies string   `json:"varies"`          // text, presence, extra, count, enabled, href, value, contains, broken or parts
	Seen   []string `json:"seen,omitempty"`  // what was there when it was learnt
}

// Extra is presence for learnt masks: more of these may appear, but those that were always there must stay.
const extra = "extra"

// Check says what is wrong with a mask that was written by hand.
func (m Mask) Check() error {
	if m.Kind == "" || !slices.Contains([]string{"title", "landmark", "heading", "list", "form", "table", "images", "embed", "interactive", "state"}, m.Kind) {
		return fmt.Errorf("kind %q is none of title, landmark, heading, list, form, table, images, embed, interactive, state", m.Kind)
	}
	if !slices.Contains([]string{"text", "presence", extra, "count", "enabled", "href", "value", "contains", "broken", "parts", "columns"}, m.Varies) {
		return fmt.Errorf("varies %q is none of text, presence, extra, count, enabled, href, value, contains, broken, parts, columns", m.Varies)
	}
	return nil
}

func (m Mask) fits(i item) bool {
	return m.Kind == i.kind && (m.Type == "" || m.Type == i.typ) && (m.In == "" || m.In == i.in) &&
		(m.At == "" || glob(m.At).MatchString(i.at)) && (m.Match == "" || glob(m.Match).MatchString(i.text))
}

// allows is true if a mask says that this may vary.
func (n Noise) allows(i item, varies string) bool {
	return slices.ContainsFunc(n, func(m Mask) bool { return m.Varies == varies && m.fits(i) })
}

// allowsNone is true if a list was seen empty by itself.
func (n Noise) allowsNone(i item) bool {
	return slices.ContainsFunc(n, func(m Mask) bool { return m.Varies == "count" && m.fits(i) && slices.Contains(m.Seen, "0") })
}

// textMask is a key shared by the items that a mask says are the same under varying texts; "" for an item that has none.
func (n Noise) textMask(i item) string {
	for k, m := range n {
		if m.Varies == "text" && m.fits(i) {
			return fmt.Sprintf("mask %d %s", k, i.typ)
		}
	}
	return ""
}

func (n Noise) sameText(a, b item) bool {
	mask := n.textMask(a)
	return mask != "" && mask == n.textMask(b)
}

// glob reads a pattern.
func glob(pattern string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`(?s)^`)
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i++
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		case c == '*':
			b.WriteString(`.*`)
		case c == '#':
			b.WriteString(`\d+(?:[.,:]\d+)*`)
		case c >= 0x80:
			b.WriteByte(c)
		default:
			b.WriteString(regexp.QuoteMeta(string(rune(c))))
		}
	}
	b.WriteByte('$')
	re, err := regexp.Compile(b.String())
	if err != nil { // not UTF-8: fits nothing
		return regexp.MustCompile(`a^`)
	}
	return re
}

// literal writes a text as a pattern that fits it alone.
func literal(s string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `#`, `\#`).Replace(s)
}

// pattern is the narrowest pattern we can write for all of the texts.
func pattern(texts []string) string {
	same := func(f func(string) string) bool {
		return !slices.ContainsFunc(texts, func(t string) bool { return f(t) != f(texts[0]) })
	}
	switch {
	case len(texts) == 0:
		return "*"
	case same(func(s string) string { return s }):
		return literal(texts[0])
	case same(func(s string) string { return fold(literal(s)) }):
		return fold(literal(texts[0]))
	}
	words := make([][]string, len(texts))
	for i, t := range texts {
		words[i] = strings.Fields(fold(literal(t)))
	}
	prefix, suffix := 0, 0
	shared := func(at func(w []string) (string, bool)) bool {
		first, ok := at(words[0])
		return ok && !slices.ContainsFunc(words, func(w []string) bool { x, ok := at(w); return !ok || x != first })
	}
	for shared(func(w []string) (string, bool) { return get(w, prefix) }) {
		prefix++
	}
	for shared(func(w []string) (string, bool) {
		if len(w)-1-suffix < prefix {
			return "", false
		}
		return get(w, len(w)-1-suffix)
	}) {
		suffix++
	}
	w := words[0]
	parts := append(slices.Clone(w[:prefix]), "*")
	return strings.Join(append(parts, w[len(w)-suffix:]...), " ")
}

func get(w []string, i int) (string, bool) {
	if i < 0 || i >= len(w) {
		return "", false
	}
	return w[i], true
}
