package browser

import (
	"context"
	"sync"
	"time"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	protopage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Tab is one page of a browser.
type Tab struct {
	context *Context
	id      string
	target  target.ID
	session *cdp.Session
	gone    chan struct{}
	end     sync.Once

	mu       sync.Mutex
	changed  signal // of anything below
	prepared bool   // we have asked for events
	known    bool   // the frames are known
	crashed  bool
	info     page.Info
	stage    stage
	loader   proto.LoaderID // of the document that the top frame shows
	learnt   proto.LoaderID // of the document that has been asked for its facts
	top      proto.FrameID
	frames   map[proto.FrameID]*frame
	order    int
	notices  []page.Notice

	unreachable string // the address in whose place an error page is shown
}

// stage is how far the document of the top frame has come.
type stage int

const (
	committed   stage = iota // it is there
	interactive              // all of its HTML is read
	loaded                   // its load event has come
)

func newTab(c *Context, info *target.Info, session *cdp.Session) *Tab {
	return &Tab{
		context: c, target: info.TargetID, session: session, gone: make(chan struct{}),
		top: proto.FrameID(info.TargetID), frames: map[proto.FrameID]*frame{},
		info: page.Info{URL: info.URL, Title: info.Title},
	}
}

// Session is the tab's own conversation with the browser.
func (t *Tab) Session() *cdp.Session { return t.session }

// ID is a small number in decimal, never used again in this browser.
func (t *Tab) ID() string { return t.id }

// Gone is closed when the tab has ended.
func (t *Tab) Gone() <-chan struct{} { return t.gone }

// Info is what is known without asking the page.
func (t *Tab) Info() page.Info {
	t.mu.Lock()
	defer t.mu.Unlock()
	info := t.info
	info.Loading = t.stage != loaded
	return info
}

// prepare asks for everything that a tab must know, in one go. It is called once, before the page's own code runs where the
// page is new.
func (t *Tab) prepare() {
	t.mu.Lock()
	done := t.prepared
	t.prepared = true
	t.mu.Unlock()
	if done {
		return
	}
	if t.context.process.fixedViewport {
		cdp.Send(t.session, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: viewportWidth, Height: viewportHeight, DeviceScaleFactor: 1,
		})
	}
	t.enter(t.session)
}

// enter sets up a session with the page or with one of its frames.
func (t *Tab) enter(s *cdp.Session) {
	t.listen(s)
	cdp.Send(s, protopage.Enable, protopage.EnableParams{})
	script := t.context.process.script
	if script.Source != "" {
		cdp.Send(s, protopage.AddScriptToEvaluateOnNewDocument, protopage.AddScriptToEvaluateOnNewDocumentParams{
			Source: script.Source, WorldName: script.World, RunImmediately: new(true),
		})
	}
	cdp.Send(s, target.SetAutoAttach, autoAttach)
	cdp.Then(s, protopage.GetFrameTree, proto.Empty{}, func(r protopage.GetFrameTreeResult) { t.plant(s, r.FrameTree) })
}

// resume lets a target run that waits for us.
func resume(s *cdp.Session) { cdp.Send(s, runtime.RunIfWaitingForDebugger, proto.Empty{}) }

// ready waits until the frames of the tab are known.
func (t *Tab) ready(ctx context.Context) error {
	t.prepare()
	return t.until(ctx, func() bool { return t.known })
}

// until waits for a condition, which is asked with the lock held.
func (t *Tab) until(ctx context.Context, ok func() bool) error {
	for {
		t.mu.Lock()
		reached, changed := ok(), t.changed.wait()
		t.mu.Unlock()
		if reached {
			return nil
		}
		select {
		case <-changed:
		case <-t.gone:
			return t.goneFault()
		case <-ctx.Done():
			return explain(ctx.Err())
		}
	}
}

// update changes what is known and wakes those who wait for it.
func (t *Tab) update(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	t.changed.notify()
}

func (t *Tab) goneFault() error {
	select {
	case <-t.context.process.conn.Done():
		return fault.New(fault.BrowserGone, "the browser has ended")
	default:
		return fault.Newf(fault.TabNotFound, "tab %s has closed", t.id)
	}
}

// Activate brings the tab to the front.
func (t *Tab) Activate(ctx context.Context) error {
	_, err := cdp.Call(ctx, t.session, protopage.BringToFront, proto.Empty{})
	return explain(err)
}

// Close ends the tab without asking the page.
func (t *Tab) Close(ctx context.Context) error {
	root := t.context.process.root
	if _, err := cdp.Call(ctx, root, target.CloseTarget, target.CloseTargetParams{TargetID: t.target}); err != nil {
		return explain(err)
	}
	select {
	case <-t.gone:
		return nil
	case <-ctx.Done():
		return explain(ctx.Err())
	}
}

// finish marks the tab as ended.
func (t *Tab) finish() {
	t.end.Do(func() {
		t.context.remove(t)
		t.context.process.forget(t)
		close(t.gone)
		t.session.End()
	})
}

// Notices hands over what happened by itself since the last call.
func (t *Tab) Notices() []page.Notice {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.notices
	t.notices = nil
	return list
}

func (t *Tab) notice(kind page.NoticeKind, text, tab string) {
	t.update(func() {
		t.notices = append(t.notices, page.Notice{Kind: kind, Text: text, Tab: tab, At: time.Now()})
	})
}
