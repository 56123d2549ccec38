package find

import (
	"slices"
	"sort"
	"strings"
)

// byText finds the elements with the text of the query, from the last to the first, so that those inside are known before
// those around them.
func (f *finder) byText() []int {
	held := f.holders()
	var found []int // last first
	for i := len(f.s.Nodes) - 1; i >= 0; i-- {
		n := f.s.Nodes[i]
		if n.IsText() || !f.fits(i) {
			continue
		}
		holds := len(found) > 0 && found[len(found)-1] < f.s.End(i) // one that was found
		named := f.has(n.Name)
		switch {
		case held[i], f.has(n.Value), f.has(n.Attrs.Get("placeholder")), f.has(n.Attrs.Get("title")):
		case named && n.NameFrom != "content" && f.control(i) == i:
		case named && n.NameFrom == "content" && !holds:
		default:
			continue
		}
		found = append(found, i)
	}
	slices.Reverse(found)
	return found
}

func (f *finder) has(text string) bool { return text != "" && strings.Contains(fold(text), f.needle) }

// holders are the innermost elements around each place where the text of the page has the text of the query, though it may be
// broken over several runs.
func (f *finder) holders() map[int]bool {
	var all strings.Builder
	var runs, starts []int
	for i, n := range f.s.Nodes {
		if n.IsText() && is(f.q.Visible, n.Visible()) {
			text := fold(n.Text)
			if strings.HasSuffix(all.String(), " ") {
				text = strings.TrimPrefix(text, " ")
			}
			runs, starts = append(runs, i), append(starts, all.Len())
			all.WriteString(text)
		}
	}
	held := make(map[int]bool)
	page, known := all.String(), -1 // known: the last run with the text in it
	for at := 0; ; at++ {
		next := strings.Index(page[at:], f.needle)
		if next < 0 {
			return held
		}
		at += next
		first := sort.SearchInts(starts, at+1) - 1
		last := sort.SearchInts(starts, at+len(f.needle)) - 1
		if first == last && first == known {
			continue
		}
		if first == last {
			known = first
		}
		if holder := f.holder(runs[first], runs[last]); holder >= 0 {
			held[holder] = true
		}
	}
}

// holder is the innermost element around two runs that fits the query, -1 for none.
func (f *finder) holder(first, last int) int {
	at := f.s.Parent(first)
	for at > 0 && f.s.End(at) <= last {
		at = f.s.Parent(at)
	}
	for at = f.control(at); at >= 0 && !f.fits(at); {
		at = f.s.Parent(at)
	}
	return at
}

// control is the element that a person would name for what is in element i: the nearest one around it that takes its name from
// its content, if that name has the text too. An element with a role of its own only gives way to what can be acted on.
func (f *finder) control(i int) int {
	if i < 0 || f.s.Nodes[i].Interactive() {
		return i
	}
	for a := range f.s.Ancestors(i) {
		n := f.s.Nodes[a]
		if n.NameFrom == "content" && f.has(n.Name) && (n.Interactive() || f.s.Nodes[i].Role == "") && f.fits(a) {
			return a
		}
	}
	return i
}
