package session

import (
	"context"
	"slices"
	"time"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/find"
)

// Records are the collections of a page, and how complete each is.
type Records struct {
	*dom.Snapshot
	Lists []List
}

// List is one collection.
type List struct {
	find.Collection
	Total    int    // rows there are, by the page's own word; 0 if it does not say
	Pane     int    // node that scrolls it; -1 for the page
	Hidden   int    // pixels of it that are out of view
	Scrolled string // what scrolling for more came to; empty if that was not asked for
	Gone     []bool // by row: it was seen while scrolling and is not in the page now; nil if all are there
}

// The bounds of scrolling for more.
const (
	scrollFor  = 15 * time.Second
	mostRows   = 1000
	emptySteps = 6 // scrolls in a row that bring nothing: that was the end
	mostBack   = 4 // steps back in a row
)

// Records finds tables, lists and cards in the page, or in what the selector matches. With more it scrolls the largest one to its
// end and back, and collects what comes into view.
func (t *Tab) Records(ctx context.Context, selector string, more bool) (Records, error) {
	var r Records
	err := t.alone(ctx, func(ctx context.Context) (err error) {
		if r.Snapshot, err = t.capture(ctx); err != nil {
			return err
		}
		var only []int
		if selector != "" {
			if r.Snapshot, only, err = t.selected(ctx, r.Snapshot, selector, true); err != nil {
				return err
			}
		}
		if err = t.lists(ctx, &r, only, selector != ""); err != nil || !more || len(r.Lists) == 0 {
			return err
		}
		return t.collect(ctx, &r)
	})
	return r, err
}

// lists fills in the collections, and what the page says of their extent.
func (t *Tab) lists(ctx context.Context, r *Records, only []int, filtered bool) error {
	r.Lists = nil
	var ids []dom.ID
	for _, c := range find.Collections(r.Snapshot) {
		if filtered && !slices.ContainsFunc(only, func(i int) bool {
			return i == c.Node || i > c.Node && i < r.End(c.Node) || c.Node > i && c.Node < r.End(i)
		}) {
			continue
		}
		r.Lists = append(r.Lists, List{Collection: c, Pane: -1})
		ids = append(ids, r.Nodes[c.Node].ID)
	}
	extents, err := t.reader.Extents(ctx, ids)
	if err != nil {
		return err
	}
	for i := range r.Lists {
		r.Lists[i].measure(r.Snapshot, ids[i].Doc, extents[ids[i]])
	}
	return nil
}

func (l *List) measure(s *dom.Snapshot, doc string, e engine.Extent) {
	l.Total, l.Hidden = e.Total, max(0, e.Height-e.View)
	if e.Total > 0 && l.Kind == "table" && e.Total == len(l.Rows)+1 { // it counts the head
		l.Total = len(l.Rows)
	}
	if e.Pane != 0 {
		if i, ok := s.Index(dom.ID{Doc: doc, Key: e.Pane}); ok {
			l.Pane = i
		}
	}
	if l.Total == 0 {
		l.Total = find.TotalNear(s, l.Node, len(l.Rows))
	}
}

// collect scrolls the first list to its end, and the pane back to where it was.
func (t *Tab) collect(ctx context.Context, r *Records) error {
	l := &r.Lists[0]
	list := r.Nodes[l.Node].ID
	extents, err := t.reader.Extents(ctx, []dom.ID{list})
	if err != nil {
		return err
	}
	began := extents[list].Top
	pane := dom.ID{Doc: list.Doc, Key: extents[list].Pane}
	all := find.Collection{Columns: slices.Clone(l.Columns), Rows: slices.Clone(l.Rows)}
	end, err := t.drain(ctx, pane, list, &all)
	if err != nil {
		return err
	}
	if _, _, err := t.reader.Scroll(ctx, pane, &began); err != nil {
		return err
	}
	now, err := t.capture(ctx)
	if err != nil {
		return err
	}
	r.Snapshot = now
	if err := t.lists(ctx, r, nil, false); err != nil {
		return err
	}
	for i := range r.Lists {
		if now.Nodes[r.Lists[i].Node].ID != list {
			continue
		}
		l := r.Lists[i]
		l.Scrolled = end
		l.keep(all)
		r.Lists = append([]List{l}, slices.Delete(r.Lists, i, i+1)...)
		break
	}
	return nil
}

// drain scrolls a pane down to its end and adds the rows that come into view. It says how that ended.
func (t *Tab) drain(ctx context.Context, pane, list dom.ID, all *find.Collection) (end string, err error) {
	deadline := time.Now().Add(scrollFor)
	for empty, back := 0, 0; ; {
		moved, top, err := t.reader.Scroll(ctx, pane, nil)
		if err != nil {
			return "", err
		}
		found, err := t.again(ctx, list)
		switch {
		case err != nil:
			return "", err
		case found == nil:
			return "the list went away while it was scrolled", nil
		case moved > 1 && back < mostBack && !all.Joins(*found): // rows were passed by: a smaller step, or the page was not done
			back++
			half := top - moved + moved/2
			if _, _, err := t.reader.Scroll(ctx, pane, &half); err != nil {
				return "", err
			}
			if found, err = t.again(ctx, list); err != nil || found == nil {
				return "the list went away while it was scrolled", err
			}
		}
		switch fresh := all.Append(*found); {
		case fresh > 0:
			empty, back = 0, 0
		case moved == 0 && empty > 0:
			return "scrolled to the end", nil
		default:
			if empty++; empty > emptySteps {
				return "scrolling brought no more", nil
			}
		}
		switch {
		case len(all.Rows) >= mostRows:
			return "stopped at 1000 rows", nil
		case time.Now().After(deadline):
			return "stopped after 15 s; there may be more", nil
		}
	}
}

// keep puts in all rows that were seen; those that are in the page now keep their node.
func (l *List) keep(all find.Collection) {
	now := find.Collection{Columns: all.Columns}
	now.Append(l.Collection)
	there := map[string]int{}
	for _, row := range now.Rows {
		there[row.Key()] = row.Node
	}
	l.Columns, l.Rows, l.Gone = all.Columns, all.Rows, make([]bool, len(all.Rows))
	for i := range l.Rows {
		node, ok := there[l.Rows[i].Key()]
		l.Rows[i].Node, l.Gone[i] = node, !ok
	}
}

// again reads the page and finds the list in it, nil if it is not there.
func (t *Tab) again(ctx context.Context, list dom.ID) (*find.Collection, error) {
	now, err := t.capture(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range find.Collections(now) {
		if now.Nodes[c.Node].ID == list {
			return &c, nil
		}
	}
	return nil, nil
}
