package render

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
)

// SearchOptions say how matches are shown.
type SearchOptions struct {
	Asked   string // the query in words
	Needle  string // text to show the place of
	Context int    // most levels shown above a match
	Hint    string // what else could be tried where nothing was found
}

// Searched lists matches under the elements they stand in, as grep does with the lines around: those that stand together share
// one line above them.
func Searched(s *dom.Snapshot, found find.Result, o SearchOptions, at Where, show Show) string {
	var b strings.Builder
	b.WriteString(at.String() + "\n")
	if found.Total == 0 {
		fmt.Fprintf(&b, "nothing has %s", o.Asked)
		if len(found.Near) > 0 {
			b.WriteString("\ndid you mean")
			for _, i := range found.Near {
				fmt.Fprintf(&b, "\n  %s %s", show(i), element(s, i))
			}
		} else {
			b.WriteString("\nnext: " + o.Hint)
		}
		return counted(b.String() + noticed(at))
	}
	fmt.Fprintf(&b, "%d %s: %s", found.Total, plural(found.Total, "match", "matches"), o.Asked)
	if len(found.Matches) < found.Total {
		fmt.Fprintf(&b, "; the first %d, raise limit (at most 100) or narrow the query", len(found.Matches))
	}
	last := ""
	for _, i := range found.Matches {
		if above := path(s, i, o.Context); above != last {
			b.WriteString("\n" + above)
			last = above
		}
		b.WriteString("\n  " + show(i).String() + " " + matched(s, i, o.Needle))
	}
	return counted(b.String() + noticed(at))
}

func noticed(at Where) string {
	if len(at.Notices) == 0 {
		return ""
	}
	return "\n" + strings.Join(at.Notices, "\n")
}

// matched is the line of a match. Of a long text it shows the part around the needle.
func matched(s *dom.Snapshot, i int, needle string) string {
	words := said(s, i, 80)
	if needle == "" || strings.Contains(strings.ToLower(words), strings.ToLower(needle)) {
		return elementWith(s, i, words)
	}
	return elementWith(s, i, excerpt(s.Text(i, 0), needle, words))
}

// excerpt is the part of a text near the needle, or what is given instead where it is not there.
func excerpt(text, needle, instead string) string {
	at := strings.Index(strings.ToLower(text), strings.ToLower(needle))
	if at < 0 || at > len(text) {
		return instead
	}
	before, after := []rune(text[:at]), []rune(text[at:])
	out := ""
	if len(before) > 30 {
		before, out = before[len(before)-30:], "…"
	}
	return out + string(before) + clip(string(after), 50)
}

// path is what a match stands in, from outside in: landmarks, named groups, rows, what has an id.
func path(s *dom.Snapshot, i, most int) string {
	var steps []string
	for a := range s.Ancestors(i) {
		if len(steps) == most {
			break
		}
		if a == 0 {
			break
		}
		if step := station(s, a, i); step != "" {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		if most == 0 {
			return ""
		}
		return "in body"
	}
	for l, r := 0, len(steps)-1; l < r; l, r = l+1, r-1 {
		steps[l], steps[r] = steps[r], steps[l]
	}
	return "in " + strings.Join(steps, " > ")
}

// station names an ancestor that a person would use to say where something is; "" for the others.
func station(s *dom.Snapshot, a, from int) string {
	n := s.Nodes[a]
	id := n.Attrs.Get("id")
	switch {
	case n.Marks&dom.MarkFrame != 0:
		return "[iframe] " + named(n, cmp.Or(n.Name, n.Attrs.Get("title")))
	case n.Tag == "slot", n.Tag == "label":
		return ""
	case find.Repeats(s, a):
		return named(n, find.TitleOf(s, a, from))
	case landmark[n.Role] || semantic[n.Tag]:
		name := n.Name
		if name == "" && (n.Tag == "section" || n.Tag == "article" || n.Tag == "dialog") {
			name = headingIn(s, a)
		}
		return named(n, name)
	case id != "" && !find.Generated(id):
		return named(n, "")
	}
	return ""
}

func named(n *dom.Node, name string) string {
	if name == "" {
		return selectorLike(n)
	}
	return selectorLike(n) + " " + quote(clip(name, 40))
}

// headingIn is the first heading of a part of the page.
func headingIn(s *dom.Snapshot, a int) string {
	for i := a + 1; i < s.End(a); i++ {
		if n := s.Nodes[i]; n.Role == "heading" && n.Visible() {
			return clip(n.Name, 40)
		}
	}
	return ""
}
