package fingerprint

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

// comparing is one comparison under way.
type comparing struct {
	noise   Noise
	changes []Change
	touched map[string]bool // categories with changes
}

func (c *comparing) add(category string, t Type, element, in string, node int, was, now, description string) {
	if c.touched == nil {
		c.touched = map[string]bool{}
	}
	c.touched[category] = true
	if in != "" && in != element {
		description += " (in " + in + ")"
	}
	c.changes = append(c.changes, Change{Type: t, Severity: t.Severity(), Element: element, In: in, Was: clip(was, 200), Now: clip(now, 200),
		Description: description, Node: node})
}

func (c *comparing) title(was, now *Fingerprint) {
	if was.Title == now.Title || c.noise.textMask(item{kind: "title", text: was.Title}) != "" && c.noise.textMask(item{kind: "title", text: now.Title}) != "" {
		return
	}
	c.add("title", TextChanged, "title", "", -1, was.Title, now.Title, fmt.Sprintf("the title changed from %q to %q", clip(was.Title, 60), clip(now.Title, 60)))
}

const (
	fewWords = 20 // a region with fewer cannot be told to have lost its text
	lost     = 5  // what has less than a fifth of its words has lost its text
)

func (c *comparing) landmarks(was, now map[string]Landmark) {
	for _, l := range landmarks {
		a, b := was[l.name], now[l.name]
		mask := item{kind: "landmark", typ: l.name}
		if c.noise.allows(mask, "presence") {
			continue
		}
		switch {
		case a.Present && (!b.Present || a.Role == l.role && b.Role != l.role):
			c.add("landmarks", LandmarkMissing, l.name, l.name, -1, "", "", fmt.Sprintf("the %s region is missing", l.name))
			continue
		case !a.Present && b.Present:
			c.add("landmarks", LandmarkAdded, l.name, l.name, b.Node, "", "", fmt.Sprintf("there is a %s region now", l.name))
			continue
		case !a.Present:
			continue
		}
		if a.Words >= fewWords && b.Words < a.Words/lost {
			c.add("landmarks", EmptyStateAppeared, l.name, l.name, b.Node, plural(a.Words, "word"), plural(b.Words, "word"),
				fmt.Sprintf("the %s region lost most of its text: %d words, now %d", l.name, a.Words, b.Words))
		}
		for _, part := range a.lost(b) {
			c.add("landmarks", ElementMissing, part, l.name, -1, plural(a.Parts[part], "word"), "", fmt.Sprintf("%s is missing, with its %s", part, plural(a.Parts[part], "word")))
		}
		if gone, came := differ(a.Contains, b.Contains); len(gone)+len(came) > 0 && !c.noise.allows(mask, "contains") {
			c.add("landmarks", TextChanged, l.name, l.name, b.Node, joined(gone), joined(came), fmt.Sprintf("the %s region holds other parts", l.name))
		}
	}
}

// lost are the parts that are gone, and their words with them: a wrapper that went took no words.
func (l Landmark) lost(now Landmark) (parts []string) {
	for _, part := range slices.Sorted(maps.Keys(l.Parts)) {
		if _, there := now.Parts[part]; !there && !slices.Contains(now.Contains, part) && l.Words-now.Words >= l.Parts[part]/2 && l.Words-now.Words >= fewestWords {
			parts = append(parts, part)
		}
	}
	return parts
}

func (c *comparing) images(was, now Images) {
	mask := item{kind: "images"}
	if now.Broken > was.Broken && !c.noise.allows(mask, "broken") {
		c.add("images", ImageBroken, "images", "", -1, fmt.Sprintf("%d broken", was.Broken), fmt.Sprintf("%d broken", now.Broken),
			fmt.Sprintf("%s did not load", plural(now.Broken-was.Broken, "image")))
	}
	switch {
	case was == now || c.noise.allows(mask, "count"):
	case was.Count > 0 && now.Count == 0:
		c.add("images", ListEmpty, "images", "", -1, plural(was.Count, "image"), "", fmt.Sprintf("all %s are gone", plural(was.Count, "image")))
	case was.Count != now.Count:
		c.add("images", TextChanged, "images", "", -1, strconv.Itoa(was.Count), strconv.Itoa(now.Count), fmt.Sprintf("%s, now %d", plural(was.Count, "image"), now.Count))
	case was.WithAlt != now.WithAlt:
		c.add("images", TextChanged, "images", "", -1, strconv.Itoa(was.WithAlt), strconv.Itoa(now.WithAlt),
			fmt.Sprintf("%d of %s have an alt text, now %d", was.WithAlt, plural(was.Count, "image"), now.WithAlt))
	case was.Broken > now.Broken:
		c.add("images", TextChanged, "images", "", -1, fmt.Sprintf("%d broken", was.Broken), fmt.Sprintf("%d broken", now.Broken), "images load again")
	}
}

// items compares the items of one kind.
func (c *comparing) items(kind string, was, now []item) {
	pairs, gone, came := match(was, now, passes(kind, c.noise))
	for _, p := range pairs {
		c.pair(p[0], p[1])
	}
	for _, i := range gone {
		if !c.noise.allows(i, "presence") {
			c.gone(i)
		}
	}
	for _, i := range came {
		if !c.noise.allows(i, "presence") && !c.noise.allows(i, "extra") {
			c.came(i)
		}
	}
}

func (c *comparing) gone(i item) {
	about := category[i.kind]
	switch {
	case i.kind == "state":
		t := map[string]Type{"error_elements": ErrorCleared, "loading_indicators": LoadingFinished, "modals_open": ModalClosed}[i.typ]
		if t == "" {
			t = TextChanged
		}
		c.add(about, t, i.String(), i.in, -1, i.text, "", signWords[i.typ]+" "+i.String()+" is gone")
	case i.kind == "list":
		if i.count == 0 {
			c.add(about, TextChanged, i.String(), i.in, -1, "", "", i.String()+", which was empty, is gone")
			return
		}
		c.add(about, ListEmpty, i.String(), i.in, -1, plural(i.count, "item"), "", fmt.Sprintf("%s with its %s is gone", i, plural(i.count, "item")))
	case i.many:
		c.add(about, TextChanged, i.String(), i.in, -1, i.text, "", i.String()+", one of several alike, is gone")
	default:
		c.add(about, ElementMissing, i.String(), i.in, -1, "", "", i.String()+" is missing")
	}
}

var signWords = map[string]string{"error_elements": "error", "loading_indicators": "loading indicator", "empty_states": "empty state",
	"modals_open": "dialog", "notifications": "notification"}

func (c *comparing) came(i item) {
	if i.kind != "state" {
		c.add(category[i.kind], ElementAdded, i.String(), i.in, i.node, "", "", i.String()+" is new")
		return
	}
	t := map[string]Type{"error_elements": ErrorAppeared, "loading_indicators": LoadingStarted, "empty_states": EmptyStateAppeared,
		"modals_open": ModalOpened, "notifications": NotificationAppeared}[i.typ]
	c.add(category[i.kind], t, i.String(), i.in, i.node, "", i.text, signWords[i.typ]+" appeared: "+i.String())
}

// pair reports what changed of an item that is still there.
func (c *comparing) pair(a, b item) {
	about := category[a.kind]
	says := func(t Type, was, now, format string, args ...any) {
		c.add(about, t, b.String(), b.in, b.node, was, now, fmt.Sprintf(format, args...))
	}
	named := a.kind == "interactive" || a.kind == "heading" || a.kind == "state"
	if named && a.text != b.text && !c.noise.sameText(a, b) {
		if garbage.MatchString(b.text) && !garbage.MatchString(a.text) {
			says(ElementMissing, a.text, b.text, "%s says %s instead", a, quoted(b.text))
			return
		}
		says(TextChanged, a.text, b.text, "%s is now called %s", a, quoted(b.text))
	}
	if a.kind == "heading" && a.typ != b.typ {
		says(TextChanged, a.typ, b.typ, "%s is now at level %s", a, b.typ[1:])
	}
	for _, fact := range []string{"enabled", "href", "value", "columns"} {
		was, now := a.facts[fact], b.facts[fact]
		if was == now || c.noise.allows(a, fact) {
			continue
		}
		switch fact {
		case "enabled":
			if now == "false" {
				says(ElementDisabled, "enabled", "disabled", "%s is disabled now", b)
			} else {
				says(ElementEnabled, "disabled", "enabled", "%s is enabled now", b)
			}
		case "href":
			says(TextChanged, was, now, "%s leads elsewhere: %s, was %s", b, now, was)
		case "value":
			says(TextChanged, was, now, map[bool]string{true: "%s has a value now", false: "%s has no value any more"}[now != ""], b)
		case "columns":
			if len(a.parts) == 0 && number(now) < number(was) {
				says(ElementMissing, was, now, "%s lost columns: %s, now %s", b, was, now)
			} else {
				says(TextChanged, was, now, "%s has %s columns, had %s", b, now, was)
			}
		}
	}
	c.count(a, b, says)
	c.parts(a, b, says)
}

// garbage is what a program prints when it has nothing to say.
var garbage = regexp.MustCompile(`\bundefined\b|\bNaN\b|\[object |^null$|\{\{|\$\{|^[a-z]+([._][a-z]+)*(\.[a-zA-Z_]+)+$`)

// count compares how much is in a list or a table; a table's first row is its head, if it has one.
func (c *comparing) count(a, b item, says func(Type, string, string, string, ...any)) {
	head := 0
	word := "item"
	if a.kind == "table" {
		word = "row"
		if len(a.parts) > 0 {
			head = 1
		}
	}
	if a.kind == "interactive" {
		word = "option"
	}
	switch was, now := a.count-head, b.count-head; {
	case was == now || a.kind == "interactive" && now > 0:
	case was > 0 && now <= 0:
		if !c.noise.allowsNone(a) {
			says(ListEmpty, plural(was, word), "0 "+word+"s", "%s is empty; it had %s", b, plural(was, word))
		}
	case !c.noise.allows(a, "count"):
		says(TextChanged, plural(was, word), plural(now, word), "%s has %s, had %d", b, plural(now, word), was)
	}
}

// parts compares the columns of a table and the labels of a form. A label that is gone is told with its element.
func (c *comparing) parts(a, b item, says func(Type, string, string, string, ...any)) {
	gone, came := differ(a.parts, b.parts)
	switch {
	case len(gone)+len(came) == 0 || c.noise.allows(a, "parts"):
	case a.kind == "table" && len(gone) > len(came):
		says(ElementMissing, joined(gone), joined(came), "%s lost columns: %s", b, joined(gone))
	case a.kind == "table" || len(gone)+len(came) > 0:
		says(TextChanged, joined(gone), joined(came), "%s has other %s", b, map[string]string{"table": "columns", "form": "fields or buttons"}[a.kind])
	}
}

// differ lists what only one of two lists has, each as often as it has it more.
func differ(a, b []string) (gone, came []string) {
	rest := slices.Clone(b)
	for _, x := range a {
		if i := slices.Index(rest, x); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			gone = append(gone, x)
		}
	}
	return gone, rest
}

func joined(list []string) string {
	text := ""
	for i, x := range list {
		if i == 5 {
			return text + fmt.Sprintf(" and %d more", len(list)-i)
		}
		if i > 0 {
			text += ", "
		}
		text += clip(x, 60)
	}
	return text
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
