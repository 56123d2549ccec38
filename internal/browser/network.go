package browser

import (
	"slices"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	protopage "github.com/chromedp/cdproto/page"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/page"
)

// hands is what a tab keeps for those who act in it: what its page did lately besides changing, and how it answers dialogs.
type hands struct {
	answer   *answer // to the next dialog
	ears     map[*cdp.Session]bool
	clock    page.Mark
	requests []*request // newest last
	errors   []said
	files    page.Mark // when the page last asked for a file
}

type request struct {
	page.Request
	id network.RequestID
	at page.Mark
}

type said struct {
	text string
	at   page.Mark
}

// Of what a page does this much is remembered.
const mostHappenings = 300

// Watch begins to listen, once for each session of the tab, and marks a moment.
func (t *Tab) Watch() page.Mark {
	t.mu.Lock()
	sessions := map[*cdp.Session]bool{t.session: true}
	for _, f := range t.frames {
		sessions[f.session] = true
	}
	if t.hands.ears == nil {
		t.hands.ears = map[*cdp.Session]bool{}
	}
	var fresh []*cdp.Session
	for s := range sessions {
		if !t.hands.ears[s] {
			t.hands.ears[s] = true
			fresh = append(fresh, s)
		}
	}
	t.hands.clock++
	mark := t.hands.clock
	t.mu.Unlock()
	for _, s := range fresh {
		t.hear(s)
		t.hearConsole(s)
	}
	for s := range sessions { // reloading and moving in the history switch it off
		cdp.Send(s, network.Enable, network.EnableParams{MaxTotalBufferSize: new(int64(0)), MaxResourceBufferSize: new(int64(0))})
	}
	return mark
}

// hear follows the requests of one session. It also makes the page believe that it is looked at, so that it takes the focus.
func (t *Tab) hear(s *cdp.Session) {
	cdp.Send(s, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	cdp.On(s, network.RequestWillBeSent, func(e network.EventRequestWillBeSent) { t.update(func() { t.asked(e) }) })
	cdp.On(s, network.ResponseReceived, func(e network.EventResponseReceived) {
		t.update(func() {
			t.request(e.RequestID, func(r *request) {
				r.Status = int(e.Response.Status)
				r.Passive = r.Passive || strings.HasPrefix(e.Response.MimeType, "text/event-stream")
			})
		})
	})
	cdp.On(s, network.LoadingFinished, func(e network.EventLoadingFinished) {
		t.update(func() { t.request(e.RequestID, func(r *request) { r.Done = true }) })
	})
	cdp.On(s, network.LoadingFailed, func(e network.EventLoadingFailed) {
		t.update(func() {
			t.request(e.RequestID, func(r *request) {
				r.Done = true
				if !e.Canceled {
					r.Failed = e.ErrorText
				}
			})
		})
	})
	if s == t.session {
		cdp.On(s, protopage.FileChooserOpened, func(protopage.EventFileChooserOpened) {
			t.update(func() { t.hands.clock++; t.hands.files = t.hands.clock })
		})
		cdp.Send(s, protopage.SetInterceptFileChooserDialog, protopage.SetInterceptFileChooserDialogParams{Enabled: true})
	}
}

// passive are the kinds of requests that nobody waits for.
var passive = []network.ResourceType{network.ResourceTypeImage, network.ResourceTypeMedia, network.ResourceTypeFont, network.ResourceTypePing,
	network.ResourceTypeEventSource, network.ResourceTypeWebSocket, network.ResourceTypePrefetch, network.ResourceTypeCSPViolationReport, network.ResourceTypePreflight}

func (t *Tab) asked(e network.EventRequestWillBeSent) {
	t.hands.clock++
	r := &request{id: e.RequestID, at: t.hands.clock}
	r.Method, r.URL = e.Request.Method, e.Request.URL+e.Request.URLFragment
	r.Passive = slices.Contains(passive, e.Type)
	r.Document = e.Type == network.ResourceTypeDocument && e.FrameID == t.top
	if strings.HasPrefix(r.URL, "data:") || strings.HasPrefix(r.URL, "blob:") {
		r.Passive = true
	}
	t.request(e.RequestID, func(before *request) { before.Done = true }) // it was sent elsewhere
	t.hands.requests = append(t.hands.requests[max(0, len(t.hands.requests)-mostHappenings):], r)
}

// request finds the newest request of that id.
func (t *Tab) request(id network.RequestID, change func(*request)) {
	for i := len(t.hands.requests) - 1; i >= 0; i-- {
		if r := t.hands.requests[i]; r.id == id {
			change(r)
			return
		}
	}
}

// Happened lists what happened since the mark.
func (t *Tab) Happened(since page.Mark) page.Happenings {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out page.Happenings
	for _, r := range t.hands.requests {
		if r.at > since {
			out.Requests = append(out.Requests, r.Request)
		}
	}
	for _, e := range t.hands.errors {
		if e.at > since {
			out.Errors = append(out.Errors, e.text)
		}
	}
	out.Files = t.hands.files > since
	return out
}

// Changed is closed when anything about the tab changes.
func (t *Tab) Changed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.changed.wait()
}
