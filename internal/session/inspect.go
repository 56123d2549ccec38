package session

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/page"
)

// Now is the page as it is at this moment. What the agent was shown last stays what the next diff is against.
func (t *Tab) Now(ctx context.Context) (*dom.Snapshot, error) {
	var now *dom.Snapshot
	err := t.alone(ctx, func(ctx context.Context) (err error) {
		now, err = t.capture(ctx)
		return err
	})
	return now, err
}

// Search finds elements in the page as it is at this moment; selector is "" or one that they must match, in whatever shadow tree
// or frame they are. The query's Within is set here.
func (t *Tab) Search(ctx context.Context, q find.Query, selector string) (*dom.Snapshot, find.Result, error) {
	var now *dom.Snapshot
	err := t.alone(ctx, func(ctx context.Context) (err error) {
		if now, err = t.capture(ctx); err != nil || selector == "" {
			return err
		}
		var nodes []int
		if now, nodes, err = t.selected(ctx, now, selector, true); err != nil {
			return err
		}
		within := make(map[dom.ID]bool, len(nodes))
		for _, i := range nodes {
			within[now.Nodes[i].ID] = true
		}
		q.Within = func(id dom.ID) bool { return within[id] }
		return nil
	})
	if err != nil {
		return nil, find.Result{}, err
	}
	return now, find.In(now, q), nil
}

// Inspection is all that is known of one element.
type Inspection struct {
	Element
	*engine.Evidence
	Hints     []string
	Listeners []page.Listener
	Listening bool // the transport can tell listeners
}

// Wanted is what an inspection asks beyond the usual.
type Wanted struct {
	Styles    []string // computed ones; nil for none, empty for the usual
	Rules     bool     // style rules that match
	Listeners bool
}

// Inspect gathers the evidence about an element.
func (t *Tab) Inspect(ctx context.Context, what string, want Wanted) (*Inspection, error) {
	in := &Inspection{}
	err := t.alone(ctx, func(ctx context.Context) (err error) {
		if in.Element, err = t.resolve(ctx, what); err != nil {
			return err
		}
		id := in.Nodes[in.Node].ID
		if in.Evidence, err = t.reader.Inspect(ctx, id, want.Styles, want.Rules); err != nil {
			return err
		}
		hints, err := t.reader.Hints(ctx, []dom.ID{id})
		if err != nil {
			return err
		}
		in.Hints = hints[0]
		if want.Listeners {
			in.Listeners, in.Listening, err = t.reader.Listeners(ctx, id)
		}
		return err
	})
	return in, err
}

// alone runs do when the tab is free, on a page that can be read.
func (t *Tab) alone(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, t.deadlines.Capture)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if err := t.readable(); err != nil {
		return err
	}
	return do(ctx)
}
