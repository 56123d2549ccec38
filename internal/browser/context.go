package browser

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	protobrowser "github.com/chromedp/cdproto/browser"
	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Context is a set of tabs that share cookies and storage.
type Context struct {
	process *Process
	id      proto.BrowserContextID // "" for the browser's default one
	gone    chan struct{}
	end     sync.Once

	mu   sync.Mutex
	tabs []*Tab // oldest first
	last int    // number of the newest tab
}

const closeDeadline = 3 * time.Second

// Context makes a new context, which ends when it is closed. A browser with a profile that is kept, and one that we attached
// to, has one context for all: closing then ends only the tabs that were opened through it.
func (p *Process) Context(ctx context.Context) (page.Browser, error) {
	if p.shared {
		return p.newLease()
	}
	made, err := cdp.Call(ctx, p.root, target.CreateBrowserContext, target.CreateBrowserContextParams{DisposeOnDetach: new(true)})
	if err != nil {
		return nil, explain(err)
	}
	c := p.addContext(made.BrowserContextID)
	p.reportDownloads(c.id, protobrowser.SetDownloadBehaviorBehaviorDeny)
	return c, nil
}

func (p *Process) addContext(id proto.BrowserContextID) *Context {
	c := &Context{process: p, id: id, gone: make(chan struct{})}
	p.mu.Lock()
	p.contexts[id] = c
	p.mu.Unlock()
	go func() { // the browser's end is the context's end
		select {
		case <-p.conn.Done():
			c.finish()
		case <-c.gone:
		}
	}()
	return c
}

// reportDownloads asks to be told of files.
func (p *Process) reportDownloads(id proto.BrowserContextID, behavior protobrowser.SetDownloadBehaviorBehavior) {
	cdp.Send(p.root, protobrowser.SetDownloadBehavior, protobrowser.SetDownloadBehaviorParams{
		Behavior: behavior, BrowserContextID: id, EventsEnabled: new(true),
	})
}

// About says what is at the other end.
func (c *Context) About() page.About { return c.process.about }

// Gone is closed when the context or the browser has ended.
func (c *Context) Gone() <-chan struct{} { return c.gone }

// Tabs lists the open tabs, oldest first, with their titles as they are now.
func (c *Context) Tabs() []page.Tab {
	c.process.refresh()
	return c.list()
}

func (c *Context) list() []page.Tab {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]page.Tab, len(c.tabs))
	for i, t := range c.tabs {
		list[i] = t
	}
	return list
}

// Open makes a new, blank tab.
func (c *Context) Open(ctx context.Context) (page.Tab, error) {
	t, err := c.open(ctx)
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (c *Context) open(ctx context.Context) (*Tab, error) {
	made, err := cdp.Call(ctx, c.process.root, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: c.id})
	if refusal, ok := errors.AsType[*cdp.Error](err); ok {
		return nil, fault.Wrap(refusal, fault.NotAllowed, "this browser does not open tabs for us").Nextf("use one of the tabs it has")
	}
	if err != nil {
		return nil, explain(err)
	}
	t, err := c.await(ctx, made.TargetID)
	if err != nil {
		return nil, err
	}
	return t, t.ready(ctx)
}

// await returns the tab of a target that is being made.
func (c *Context) await(ctx context.Context, id target.ID) (*Tab, error) {
	for {
		c.process.mu.Lock()
		t := c.process.tabs[id]
		changed := c.process.changed.wait()
		c.process.mu.Unlock()
		if t != nil {
			return t, nil
		}
		select {
		case <-changed:
		case <-c.gone:
			return nil, fault.New(fault.BrowserGone, "the browser has ended")
		case <-ctx.Done():
			return nil, explain(ctx.Err())
		}
	}
}

// Close ends the context and every tab in it.
func (c *Context) Close() error {
	select {
	case <-c.gone:
		return nil
	default:
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeDeadline)
	defer cancel()
	_, err := cdp.Call(ctx, c.process.root, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: c.id})
	c.finish()
	if fault.Of(err) == fault.BrowserGone {
		return nil
	}
	return explain(err)
}

func (c *Context) finish() {
	c.end.Do(func() {
		c.process.mu.Lock()
		delete(c.process.contexts, c.id)
		c.process.mu.Unlock()
		for _, t := range c.list() {
			t.(*Tab).finish()
		}
		close(c.gone)
	})
}

func (c *Context) add(t *Tab) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	t.id = strconv.Itoa(c.last)
	c.tabs = append(c.tabs, t)
}

func (c *Context) remove(t *Tab) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tabs = slices.DeleteFunc(c.tabs, func(x *Tab) bool { return x == t })
}
