// Package find asks a snapshot for elements. It knows the model only: CSS selectors are resolved in the page, and come here as
// the set of elements they match.
package find

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// Query is what an element must be. All that is given must hold; what is empty or nil is not asked.
type Query struct {
	Text         string            // within its text, name, value, placeholder or title, in any case
	Role, Tag    string            // in any case
	NameContains string            // in any case
	NameExact    string            // letter by letter
	Attributes   map[string]string // an empty value asks only that the attribute is there

	Visible, Enabled, Interactive *bool

	Within func(dom.ID) bool // those that a selector matches
	Limit  int               // most matches returned; 0 for all
}

// Result is what was found.
type Result struct {
	Matches []int // indexes, in page order
	Total   int   // how many there are, whatever the limit
	Near    []int // where nothing was found by its words: up to five elements that may be meant, the likeliest first
}

// In finds the elements of a snapshot that fit a query. Of elements that hold the text only because they hold each other, the
// innermost is found; a control that takes its name from its content counts as one.
func In(s *dom.Snapshot, q Query) Result {
	f := &finder{s: s, q: q, needle: strings.TrimSpace(fold(q.Text)), name: strings.TrimSpace(fold(q.NameContains))}
	var all []int
	if f.needle != "" {
		all = f.byText()
	} else {
		for i := range s.Elements() {
			if f.fits(i) {
				all = append(all, i)
			}
		}
	}
	r := Result{Matches: all, Total: len(all)}
	if q.Limit > 0 && len(all) > q.Limit {
		r.Matches = all[:q.Limit]
	}
	if len(all) == 0 {
		r.Near = f.near()
	}
	return r
}

type finder struct {
	s            *dom.Snapshot
	q            Query
	needle, name string // folded
}

// fits is true if everything but the text of the query holds for an element.
func (f *finder) fits(i int) bool {
	n, q := f.s.Nodes[i], &f.q
	return f.kindFits(n) &&
		(q.Role == "" || strings.EqualFold(q.Role, n.Role)) &&
		(f.name == "" || strings.Contains(fold(n.Name), f.name)) &&
		(q.NameExact == "" || q.NameExact == n.Name)
}

// kindFits leaves out the role and the name as well.
func (f *finder) kindFits(n *dom.Node) bool {
	q := &f.q
	if n.IsText() || q.Tag != "" && !strings.EqualFold(q.Tag, n.Tag) || !is(q.Visible, n.Visible()) ||
		!is(q.Enabled, !n.State.Disabled.Is()) || !is(q.Interactive, n.Interactive()) || q.Within != nil && !q.Within(n.ID) {
		return false
	}
	for name, want := range q.Attributes {
		if value, there := n.Attrs.Lookup(name); !there || want != "" && value != want {
			return false
		}
	}
	return true
}

func is(asked *bool, fact bool) bool { return asked == nil || *asked == fact }
