// Package browser is Chrome, or anything that speaks its protocol, as a person has it: tabs, frames, a history, dialogs. It
// starts or finds one, and implements package page with it. It knows nothing of what the engine's functions mean.
package browser

import (
	"context"
	"strings"
	"sync"

	protobrowser "github.com/chromedp/cdproto/browser"
	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/page"
)

// Process is a running browser. Each of its contexts has its own tabs, cookies and storage.
type Process struct {
	conn          *cdp.Conn
	root          *cdp.Session
	script        page.Script
	about         page.About
	own           *child // nil where we attached to someone else's browser
	shared        bool   // all contexts are the browser's default one
	fixedViewport bool

	mu       sync.Mutex
	changed  signal // of tabs
	contexts map[proto.BrowserContextID]*Context
	foreign  map[proto.BrowserContextID]bool // contexts of others
	tabs     map[target.ID]*Tab
	sessions map[string]*Tab // by session, those of frames included
}

func newProcess(conn *cdp.Conn, script page.Script) *Process {
	return &Process{
		conn: conn, root: conn.Session(""), script: script,
		contexts: map[proto.BrowserContextID]*Context{}, foreign: map[proto.BrowserContextID]bool{}, tabs: map[target.ID]*Tab{}, sessions: map[string]*Tab{},
	}
}

// greet makes sure that a browser answers, and asks to be told of its pages.
func (p *Process) greet(ctx context.Context) error {
	cdp.On(p.root, target.AttachedToTarget, func(e target.EventAttachedToTarget) { p.attached(p.root, nil, e) })
	cdp.On(p.root, target.DetachedFromTarget, p.detached)
	cdp.On(p.root, target.TargetInfoChanged, p.infoChanged)
	cdp.On(p.root, target.TargetCrashed, p.crashed)
	cdp.On(p.root, protobrowser.DownloadWillBegin, p.downloading)
	version, err := cdp.Call(ctx, p.root, protobrowser.GetVersion, proto.Empty{})
	if err != nil {
		return err
	}
	p.about.Product = product(version.Product)
	if p.shared {
		if err := p.adoptDefault(ctx); err != nil {
			return err
		}
	}
	discover := target.SetDiscoverTargetsParams{Discover: true, Filter: target.Filter{{Type: "page"}}}
	if _, err := cdp.Call(ctx, p.root, target.SetDiscoverTargets, discover); err != nil {
		return err
	}
	_, err = cdp.Call(ctx, p.root, target.SetAutoAttach, autoAttach)
	return err
}

// product turns "HeadlessChrome/156.0.1" into "Chrome 156.0.1".
func product(name string) string {
	return strings.Replace(strings.TrimPrefix(name, "Headless"), "/", " ", 1)
}

// adoptDefault makes the browser's default context ours to use. A person may be using it too: where the browser is not ours,
// files go where they always went.
func (p *Process) adoptDefault(ctx context.Context) error {
	contexts, err := cdp.Call(ctx, p.root, target.GetBrowserContexts, proto.Empty{})
	if err != nil {
		return err
	}
	p.mu.Lock()
	for _, id := range contexts.BrowserContextIDs {
		p.foreign[id] = id != contexts.DefaultBrowserContextID
	}
	p.mu.Unlock()
	p.addContext("")
	behavior := protobrowser.SetDownloadBehaviorBehaviorDefault
	if p.own != nil {
		behavior = protobrowser.SetDownloadBehaviorBehaviorDeny
	}
	p.reportDownloads("", behavior)
	return nil
}

// autoAttach asks for a session with each page and frame before its first script runs. It holds for one session's direct
// children, so every session repeats it. It names no kinds: a worker that is filtered out waits for ever (Chromium 156).
var autoAttach = target.SetAutoAttachParams{AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: new(true)}

// About says what is at the other end.
func (p *Process) About() page.About { return p.about }

// Gone is closed when the browser has ended.
func (p *Process) Gone() <-chan struct{} { return p.conn.Done() }

// Close ends a browser that we started, and every process and temporary file of it. One that we attached to stays, without
// the tabs that we opened.
func (p *Process) Close() error {
	if p.own != nil {
		if p.own.gentle {
			cdp.Send(p.root, protobrowser.Close, proto.Empty{})
		}
		return p.own.close()
	}
	var err error
	p.mu.Lock()
	c := p.contexts[""]
	p.mu.Unlock()
	if c != nil {
		err = c.closeTabs(func(t *Tab) bool { return t.lease != nil })
	}
	p.conn.Close()
	p.conn.Wait()
	return err
}
