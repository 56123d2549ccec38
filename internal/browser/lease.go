package browser

import (
	"context"
	"errors"
	"sync"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// lease is one session's use of a context that it shares with others and with a person: it closes only what it opened.
type lease struct {
	*Context
	gone chan struct{}
	end  sync.Once
}

func (p *Process) newLease() (*lease, error) {
	p.mu.Lock()
	c := p.contexts[""]
	p.mu.Unlock()
	if c == nil {
		return nil, fault.New(fault.BrowserGone, "the browser has ended")
	}
	l := &lease{Context: c, gone: make(chan struct{})}
	go func() {
		select {
		case <-c.gone:
			l.finish()
		case <-l.gone:
		}
	}()
	return l, nil
}

// Gone is closed when the lease or the browser has ended.
func (l *lease) Gone() <-chan struct{} { return l.gone }

func (l *lease) finish() { l.end.Do(func() { close(l.gone) }) }

// Open makes a new, blank tab, which closes with the lease, as do the tabs that its pages open.
func (l *lease) Open(ctx context.Context) (page.Tab, error) {
	t, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	t.update(func() { t.lease = l })
	return t, nil
}

// Close ends the tabs that were opened through this lease.
func (l *lease) Close() error {
	defer l.finish()
	return l.Context.closeTabs(func(t *Tab) bool { return t.lease == l })
}

// closeTabs ends those tabs that match, which is asked with the tab's lock held.
func (c *Context) closeTabs(match func(*Tab) bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), closeDeadline)
	defer cancel()
	var all error
	for _, open := range c.list() {
		t := open.(*Tab)
		t.mu.Lock()
		ours := match(t)
		t.mu.Unlock()
		if !ours {
			continue
		}
		if err := t.Close(ctx); err != nil && fault.Of(err) != fault.BrowserGone {
			all = errors.Join(all, err)
		}
	}
	return all
}
