package browser

import (
	"context"
	"strings"
	"time"

	protobrowser "github.com/chromedp/cdproto/browser"
	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/page"
)

// attached is told of each new session: with a page by the browser, with a frame by the page or frame around it. Whatever it
// is, it waits for us.
func (p *Process) attached(parent *cdp.Session, tab *Tab, e target.EventAttachedToTarget) {
	s := p.conn.Session(string(e.SessionID))
	switch {
	case e.TargetInfo.Type == "page" && tab == nil:
		p.addTab(e.TargetInfo, s)
	case e.TargetInfo.Type == "iframe" && tab != nil:
		p.mu.Lock()
		p.sessions[s.ID()] = tab
		p.mu.Unlock()
		tab.moveFrame(e.TargetInfo, s)
		tab.enter(s)
	default: // workers and the like run without us
		cdp.Then(s, runtime.RunIfWaitingForDebugger, proto.Empty{}, func(proto.Empty) {
			cdp.Send(parent, target.DetachFromTarget, target.DetachFromTargetParams{SessionID: e.SessionID})
		})
		return
	}
	cdp.Send(s, runtime.RunIfWaitingForDebugger, proto.Empty{})
}

// addTab makes a tab of a page, if it is in one of our contexts.
func (p *Process) addTab(info *target.Info, s *cdp.Session) {
	p.mu.Lock()
	c := p.contexts[info.BrowserContextID]
	if p.shared && !p.foreign[info.BrowserContextID] && !strings.HasPrefix(info.URL, "devtools:") {
		c = p.contexts[""]
	}
	opener := p.tabs[info.OpenerID]
	p.mu.Unlock()
	if c == nil {
		return
	}
	t := newTab(c, info, s)
	c.add(t)
	if opener != nil {
		t.info.Opener = opener.id
		opener.mu.Lock()
		t.lease = opener.lease
		opener.mu.Unlock()
	}
	p.mu.Lock()
	p.tabs[info.TargetID] = t
	p.sessions[s.ID()] = t
	p.changed.notify()
	p.mu.Unlock()
	if p.own != nil || t.lease != nil {
		t.prepare()
	}
	if opener != nil {
		opener.opened(t)
	}
}

// opened is told of a window that a page of this tab has opened.
func (t *Tab) opened(window *Tab) {
	t.mu.Lock()
	address := t.opening
	t.opening = ""
	t.mu.Unlock()
	t.notice(page.Window, address, window.id)
}

func (p *Process) forget(t *Tab) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.tabs, t.target)
	for id, of := range p.sessions {
		if of == t {
			delete(p.sessions, id)
		}
	}
}

func (p *Process) tab(id target.ID) *Tab {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tabs[id]
}

func (p *Process) detached(e target.EventDetachedFromTarget) {
	s := p.conn.Session(string(e.SessionID))
	p.mu.Lock()
	t := p.sessions[s.ID()]
	delete(p.sessions, s.ID())
	p.mu.Unlock()
	switch {
	case t == nil:
	case s == t.session:
		t.finish()
	default:
		t.dropSession(s)
	}
	s.End()
}

func (p *Process) infoChanged(e target.EventTargetInfoChanged) {
	if t := p.tab(e.TargetInfo.TargetID); t != nil {
		t.renamed(e.TargetInfo.Title, e.TargetInfo.URL)
	}
}

// refresh asks the browser, which never has to wait for a page, for what it does not tell by itself: a new title.
func (p *Process) refresh() {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	now, err := cdp.Call(ctx, p.root, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		return // what was known last must do
	}
	for _, info := range now.TargetInfos {
		p.infoChanged(target.EventTargetInfoChanged{TargetInfo: info})
	}
}

func (p *Process) crashed(e target.EventTargetCrashed) {
	if t := p.tab(e.TargetID); t != nil {
		t.crash(e.Status)
	}
}

// downloading is told of files by the browser, with the frame that asked for one.
func (p *Process) downloading(e protobrowser.EventDownloadWillBegin) {
	p.mu.Lock()
	tabs := make([]*Tab, 0, len(p.tabs))
	for _, t := range p.tabs {
		tabs = append(tabs, t)
	}
	p.mu.Unlock()
	for _, t := range tabs {
		if t.has(e.FrameID) {
			t.notice(page.Download, e.SuggestedFilename+" from "+e.URL, "")
		}
	}
}

func (t *Tab) has(id proto.FrameID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frames[id] != nil
}
