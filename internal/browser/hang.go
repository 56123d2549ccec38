package browser

import (
	"context"
	"errors"
	"time"

	proto "github.com/chromedp/cdproto/cdp"
	protopage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

const (
	hungAfter   = 500 * time.Millisecond // a page that is being left and has not answered for so long
	stuckAfter  = 2 * time.Second        // a page that stays
	giveUpAfter = 300 * time.Millisecond // after each means to free it
)

// unhang makes sure that a page can be left. A renderer whose script never ends would not let another document of its site
// in, and once a navigation has begun it hears nothing more: so it is asked first, then its script is ended, then its process.
func (t *Tab) unhang(ctx context.Context) error {
	t.mu.Lock()
	crashed := t.crashed
	t.mu.Unlock()
	if crashed || t.answers(ctx, hungAfter) {
		return nil
	}
	cdp.Send(t.session, runtime.TerminateExecution, proto.Empty{})
	if t.answers(ctx, giveUpAfter) {
		return nil
	}
	cdp.Send(t.session, protopage.Crash, proto.Empty{})
	crash, cancel := context.WithTimeout(ctx, giveUpAfter)
	defer cancel()
	if t.until(crash, func() bool { return t.crashed }) == nil || t.answers(ctx, giveUpAfter) {
		return nil
	}
	return fault.New(fault.WaitTimeout, "the page hangs and cannot be left").Nextf("close tab %s and open another", t.id)
}

// unstick ends a script that keeps the page from answering, after a call has waited for it in vain.
func (t *Tab) unstick() {
	t.mu.Lock()
	busy := t.unsticking
	t.unsticking = true
	t.mu.Unlock()
	if busy {
		return
	}
	defer t.update(func() { t.unsticking = false })
	if t.answers(context.Background(), stuckAfter) {
		return
	}
	cdp.Send(t.session, runtime.TerminateExecution, proto.Empty{})
	if t.answers(context.Background(), stuckAfter) {
		t.notice(page.Crash, "a script of the page ran without end and was stopped", "")
	}
}

// answers says whether the page's main thread does anything but its script.
func (t *Tab) answers(ctx context.Context, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	_, err := cdp.Call(ctx, t.session, runtime.GetIsolateID, proto.Empty{})
	return !errors.Is(err, context.DeadlineExceeded)
}
