package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/find"
)

// Element is one element of the page as it is now.
type Element struct {
	*dom.Snapshot
	Node int
}

// Resolve finds the element an agent means: by a ref in any spelling, or by a selector or hint that matches it alone.
func (t *Tab) Resolve(ctx context.Context, what string) (Element, error) {
	ctx, cancel := context.WithTimeout(ctx, t.deadlines.Capture)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return Element{}, err
	}
	defer t.unlock()
	return t.resolve(ctx, what)
}

// resolve is Resolve for who has the tab already.
func (t *Tab) resolve(ctx context.Context, what string) (Element, error) {
	what = strings.TrimSpace(what)
	if what == "" {
		return Element{}, fault.New(fault.BadArgument, "which element?").Nextf("give a ref such as 12, or a selector")
	}
	if err := t.readable(); err != nil {
		return Element{}, err
	}
	now, err := t.capture(ctx)
	if err != nil {
		return Element{}, err
	}
	if ref, ok := dom.ParseRef(what); ok {
		i, found := t.Refs.Find(now, ref)
		if !found {
			return Element{}, t.lost(now, ref)
		}
		return Element{now, i}, nil
	}
	now, matches, err := t.selected(ctx, now, what, false)
	switch {
	case err != nil:
		return Element{}, err
	case len(matches) == 0:
		return Element{}, fault.Newf(fault.SelectorNoMatch, "nothing matches %q", short(what, 200))
	case len(matches) > 1:
		return Element{}, t.several(now, what, matches)
	}
	return Element{now, matches[0]}, nil
}

// selected are the nodes that a selector matches, in page order, in the page as it is now. An element that is not part of the
// model, such as a script, is left out.
func (t *Tab) selected(ctx context.Context, now *dom.Snapshot, selector string, pierce bool) (*dom.Snapshot, []int, error) {
	for again := false; ; again = true {
		ids, err := t.reader.Select(ctx, selector, pierce)
		if err != nil {
			return now, nil, err
		}
		var nodes []int
		for _, id := range ids {
			if i, ok := now.Index(id); ok {
				nodes = append(nodes, i)
			}
		}
		if len(nodes) == len(ids) || again {
			slices.Sort(nodes)
			return now, slices.Compact(nodes), nil
		}
		if now, err = t.capture(ctx); err != nil { // the page may have changed in between
			return now, nil, err
		}
	}
}

// lost says what became of a ref that names nothing now.
func (t *Tab) lost(now *dom.Snapshot, ref dom.Ref) error {
	was, ok := t.Refs.last(ref)
	if !ok {
		return fault.Newf(fault.RefNotFound, "no element of this tab was ever shown as %s", ref)
	}
	err := fault.Newf(fault.RefNotFound, "%s was %s and is no longer in the page", ref, words(was.role, was.name))
	for _, i := range alike(now, was) {
		err.SimilarRefs = append(err.SimilarRefs, t.label(now, i))
	}
	if len(err.SimilarRefs) > 0 {
		err.Nextf("if one of the similar elements is meant, use its ref")
	}
	return err
}

// alike finds elements that may be meant by one that is gone.
func alike(now *dom.Snapshot, was shown) []int {
	if was.name == "" {
		return nil
	}
	visible := true
	found := find.In(now, find.Query{Role: was.role, NameExact: was.name, Visible: &visible, Limit: mostSimilar})
	if len(found.Matches) == 0 {
		return found.Near
	}
	return found.Matches
}

const mostSimilar = 5

// several refuses a selector that means more than one element, and names the first of them.
func (t *Tab) several(now *dom.Snapshot, what string, matches []int) error {
	var list []string
	for _, i := range matches[:min(len(matches), mostSimilar)] {
		list = append(list, t.label(now, i))
	}
	if more := len(matches) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return fault.Newf(fault.Ambiguous, "%d elements match %q", len(matches), short(what, 200)).
		Nextf("use the ref of the one you mean: %s", strings.Join(list, ", "))
}

// label shows an element in a few words: [12] button "Save".
func (t *Tab) label(s *dom.Snapshot, i int) string {
	n := s.Nodes[i]
	name, kind := n.Name, n.Role
	if name == "" {
		name = s.Text(i, 60)
	}
	if kind == "" {
		kind = n.Tag
	}
	return t.Refs.Show(s, i).String() + " " + words(kind, name)
}

func words(kind, name string) string {
	switch {
	case kind == "" && name == "":
		return "a plain container"
	case kind == "":
		return fmt.Sprintf("%q", short(name, 60))
	case name == "":
		return kind
	}
	return fmt.Sprintf("%s %q", kind, short(name, 60))
}
