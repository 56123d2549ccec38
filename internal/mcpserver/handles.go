package mcpserver

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tool"
)

// handles are the sessions of clients that the protocol does not tell apart: the agent names its own in every call.
type handles struct {
	open func() *session.Session
	idle time.Duration

	mu     sync.Mutex
	all    map[string]*handled
	ending sync.WaitGroup
}

// handled is a session with a name. It ends when it has not been used for a while.
type handled struct {
	*session.Session
	calls int         // under way
	timer *time.Timer // runs while there are none
}

func newHandles(open func() *session.Session, idle time.Duration) *handles {
	return &handles{open: open, idle: idle, all: map[string]*handled{}}
}

// find returns the session of a handle. Without one, a tool that moves begins a session, which is kept if the call leaves a tab
// open: its reply names it. All other tools get nobody's session, in which no page can be lost or opened by mistake.
func (h *handles) find(_ *mcp.CallToolRequest, t *tool.Tool, handle string) (*use, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	begins := handle == ""
	switch {
	case begins && t.Effect != tool.Moves:
		return &use{Session: session.New(nobody)}, nil
	case begins:
		handle = strings.ToLower(rand.Text()[:12])
		h.all[handle] = &handled{Session: h.open(), timer: time.AfterFunc(h.idle, func() { h.expire(handle) })}
	case h.all[handle] == nil:
		return nil, fault.Newf(fault.BadArgument, "there is no session %q; one ends, with its tabs, when it is not used for %s", clip(handle), h.idle).
			Nextf("navigate without session begins a new one")
	}
	own := h.all[handle]
	own.calls++
	own.timer.Stop()
	return &use{Session: own.Session, handle: handle, end: func(failed bool) { h.rest(handle, own, begins, failed) }}, nil
}

// nobody is the browser of calls that do not say whose they are.
func nobody(context.Context) (page.Browser, error) {
	return nil, fault.New(fault.BadArgument, "the call does not say which session it belongs to").
		Nextf("repeat the session that navigate's reply named; navigate without session begins a new one")
}

// rest is told of the end of a call. A session whose beginning failed or left nothing open ends: its name is not told.
func (h *handles) rest(handle string, own *handled, began, failed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if own.calls--; own.calls > 0 || h.all[handle] != own {
		return
	}
	if tabs, _ := own.Tabs(); began && (failed || len(tabs) == 0) {
		h.drop(handle)
		return
	}
	own.timer.Reset(h.idle)
}

func (h *handles) expire(handle string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if own := h.all[handle]; own != nil && own.calls == 0 {
		h.drop(handle)
	}
}

// drop ends a session, without waiting for its browser.
func (h *handles) drop(handle string) {
	own := h.all[handle]
	delete(h.all, handle)
	own.timer.Stop()
	h.ending.Go(func() { _ = own.Close() }) // nobody is left who could be told
}

func (h *handles) close() {
	h.mu.Lock()
	for handle := range h.all {
		h.drop(handle)
	}
	h.mu.Unlock()
	h.ending.Wait()
}

func clip(handle string) string { return handle[:min(len(handle), 40)] }
