package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/page"
)

// acting is one action under way. Who makes it holds the tab.
type acting struct {
	tab     *Tab
	receipt *effect.Receipt
	hands   page.Hands // nil where there is no input but by script
	watch   page.Watching
	mark    page.Mark
	info    page.Info // where the tab was

	before *dom.Snapshot
	node   int    // in before; -1 if the action has no target
	frame  string // of the node

	pressed time.Time // when the page got its input
	journal engine.Journal
	restFor time.Duration // how long the page must be at rest after it
	still   []string
	awaited bool // it is to lead to another page
	idle    bool // nothing was done: there is nothing to wait for
}

// errStale says that the page changed between our look and our deed, and that nothing was done: look again.
var errStale = errors.New("the page changed meanwhile")

// How often an action is tried anew because the page changed under it, and how long it waits for its target to be ready.
const (
	mostTries = 6
	patience  = time.Second
)

// act carries out one action and proves it. `what` names its target, "" if it has none; do is called with the target found and
// recognised, and again if it returns errStale.
func (t *Tab) act(ctx context.Context, kind, what string, do func(context.Context, *acting) error) (*effect.Receipt, error) {
	return t.actFor(ctx, 0, kind, what, do)
}

// actFor is act for an action that by itself takes so long.
func (t *Tab) actFor(ctx context.Context, long time.Duration, kind, what string, do func(context.Context, *acting) error) (*effect.Receipt, error) {
	ctx, cancel := context.WithTimeout(ctx, t.deadlines.Act+navigateCap+long)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return nil, err
	}
	defer t.unlock()
	defer t.Forget()
	a := &acting{tab: t, node: -1, restFor: restFor, info: t.page.Info(), receipt: &effect.Receipt{Kind: kind, Ref: dom.NoRef, At: time.Now(), Focus: -1, Unfocused: -1}}
	a.hands, a.receipt.Trusted = t.page.(page.Hands)
	if a.watch, _ = t.page.(page.Watching); a.watch != nil {
		a.mark = a.watch.Watch()
	}
	for try := 1; ; try++ {
		err := a.target(ctx, what)
		if err == nil {
			err = do(ctx, a)
		}
		if err == nil && !a.idle {
			err = a.settle(ctx)
		}
		switch {
		case errors.Is(err, errStale) && try < mostTries, errors.Is(err, page.ErrNavigated) && a.pressed.IsZero() && try < mostTries:
			continue
		case err != nil && !a.pressed.IsZero() && gone(t.page.Gone()):
			return a.prove(ctx) // it closed its own tab
		case errors.Is(err, errStale):
			return nil, fault.Newf(fault.WaitTimeout, "%s does not stay as it is long enough to be acted on; nothing was done", what)
		case err != nil:
			return nil, err
		}
		return a.prove(ctx)
	}
}

// target looks at the page, finds the element that is meant and makes sure that it is the one the agent knows.
func (a *acting) target(ctx context.Context, what string) (err error) {
	t := a.tab
	a.pressed = time.Time{}
	if what == "" {
		if err := t.readable(); err != nil {
			return err
		}
		a.before, err = t.capture(ctx)
		return err
	}
	found, err := t.resolve(ctx, what)
	if err != nil {
		return err
	}
	a.before, a.node = found.Snapshot, found.Node
	a.receipt.Notes = nil
	if ref, ok := dom.ParseRef(what); ok {
		note, err := t.recognise(a.before, a.node, ref)
		if err != nil {
			return err
		}
		a.note(note)
	}
	a.receipt.Ref = t.Refs.Show(a.before, a.node)
	frame, ok := t.reader.Frame(a.before.Nodes[a.node].ID)
	if !ok {
		return errStale
	}
	a.frame = frame
	return nil
}

func (a *acting) note(s string) {
	if s != "" {
		a.receipt.Notes = append(a.receipt.Notes, s)
	}
}

// label names the target in words.
func (a *acting) label() string { return a.tab.label(a.before, a.node) }

// deed says what was done to the target.
func (a *acting) deed(format string, args ...any) { a.receipt.Deed = fmt.Sprintf(format, args...) }

// key is the target as the engine knows it.
func (a *acting) key() int { return a.before.Nodes[a.node].ID.Key }

// row is the row that the target stands in, as the engine knows it; 0 for none.
func (a *acting) row() int {
	row, _ := find.RowOf(a.before, a.node)
	if row < 0 || a.before.Nodes[row].ID.Doc != a.before.Nodes[a.node].ID.Doc {
		return 0
	}
	return a.before.Nodes[row].ID.Key
}

// do runs a function of the hands in the target's document.
func (a *acting) do(ctx context.Context, function string, arg, into any) error {
	return a.tab.reader.Do(ctx, a.frame, function, arg, into)
}
