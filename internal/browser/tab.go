package browser

import (
	"context"
	"sync"
	"time"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	protopage "github.com/chromedp/cdproto/page"
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

	mu          sync.Mutex
	changed     signal // of anything below
	lease       *lease // that opened it, in a shared context
	prepared    bool   // we have asked for events
	known       bool   // the frames are known
	crashed     bool
	crashes     int    // so far
	opening     string // the address of the window that a page is opening
	unsticking  bool   // someone is at it
	unreachable bool   // an error page is shown
	info        page.Info
	stage       stage
	trail       []proto.LoaderID // of the last documents of the top frame, the one shown last
	learnt      proto.LoaderID   // of the document that has been asked for its facts
	top         proto.FrameID
	frames      map[proto.FrameID]*frame
	order       int // of the newest frame
	notices     []page.Notice
	hands       hands // what acting needs
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
		info: page.Info{URL: info.URL, Title: info.Title}, stage: loaded,
	}
}

// Session is the tab's own conversation with the browser, for what needs no frame: input, screenshots.
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

// prepare asks for everything that a tab must know, in one go and once. Where the page is new, that is before its own code
// runs.
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

// enter sets up a session with the page or with one of its frames. The script runs before the page's own; in a document that
// has none, Chromium runs none, and the first call brings it.
func (t *Tab) enter(s *cdp.Session) {
	t.listen(s)
	cdp.Send(s, protopage.Enable, protopage.EnableParams{})
	if script := t.script(); script.Source != "" {
		cdp.Send(s, protopage.AddScriptToEvaluateOnNewDocument, protopage.AddScriptToEvaluateOnNewDocumentParams{
			Source: script.Source, WorldName: script.World, RunImmediately: new(true),
		})
	}
	cdp.Send(s, target.SetAutoAttach, autoAttach)
	cdp.Then(s, protopage.GetFrameTree, proto.Empty{}, func(r protopage.GetFrameTreeResult) { t.plant(s, r.FrameTree) })
}

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
		select {
		case <-t.gone:
			return t.goneFault()
		default:
		}
		if reached {
			return nil
		}
		select {
		case <-changed:
		case <-t.gone:
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

// loader names the document that the top frame shows.
func (t *Tab) loader() proto.LoaderID {
	if len(t.trail) == 0 {
		return ""
	}
	return t.trail[len(t.trail)-1]
}

// follow remembers a new document.
func (t *Tab) follow(loader proto.LoaderID) {
	t.trail = append(t.trail[max(0, len(t.trail)-7):], loader)
}

func (t *Tab) script() page.Script { return t.context.process.script }

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
	return t.explain(err)
}

// Close ends the tab without asking the page.
func (t *Tab) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, closeDeadline)
	defer cancel()
	root := t.context.process.root
	if _, err := cdp.Call(ctx, root, target.CloseTarget, target.CloseTargetParams{TargetID: t.target}); err != nil {
		select {
		case <-t.gone:
			return nil // it was faster
		default:
			return explain(err)
		}
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

const mostNotices = 100 // a page that shows dialogs for ever must not fill our memory

func (t *Tab) notice(kind page.NoticeKind, text, tab string) {
	t.update(func() {
		if len(t.notices) < mostNotices {
			t.notices = append(t.notices, page.Notice{Kind: kind, Text: text, Tab: tab, At: time.Now()})
		}
	})
}
