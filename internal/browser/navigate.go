package browser

import (
	"context"
	"strings"
	"time"

	proto "github.com/chromedp/cdproto/cdp"
	protopage "github.com/chromedp/cdproto/page"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

const (
	defaultPatience = 30 * time.Second       // where the caller sets no deadline
	nearDeadline    = 500 * time.Millisecond // time left to say what there is
	loadPatience    = 3 * time.Second        // for the load event of a page that can be read already
)

// Go loads an address or moves in the history. It returns when the page has loaded, a while after its HTML is complete, or
// when the deadline is near and there is something to read.
func (t *Tab) Go(ctx context.Context, to page.Journey) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, defaultPatience)
		defer cancel()
	}
	if err := t.ready(ctx); err != nil {
		return err
	}
	loader, err := t.navigate(ctx, to.URL)
	if err != nil || loader == "" {
		return err
	}
	return t.settle(ctx, func() bool { return t.loader == loader })
}

// navigate starts a load and returns its loader, "" where the document stays.
func (t *Tab) navigate(ctx context.Context, url string) (proto.LoaderID, error) {
	result, err := cdp.Call(ctx, t.session, protopage.Navigate, protopage.NavigateParams{URL: url})
	if err != nil {
		return "", explain(err)
	}
	if result.ErrorText != "" {
		return "", failed(url, result.ErrorText)
	}
	return result.LoaderID, nil
}

// settle waits for the document that arrived names, and then for as much of it as there is time for.
func (t *Tab) settle(ctx context.Context, arrived func() bool) error {
	deadline, _ := ctx.Deadline()
	near, cancel := context.WithDeadline(ctx, deadline.Add(-nearDeadline))
	defer cancel()
	if err := t.until(near, arrived); err != nil {
		return err
	}
	if t.until(near, func() bool { return t.stage >= interactive }) == nil {
		patience, cancel := context.WithTimeout(near, loadPatience)
		defer cancel()
		_ = t.until(patience, func() bool { return t.stage == loaded })
		_ = t.until(near, func() bool { return t.learnt == t.loader })
	}
	return nil
}

func failed(url, text string) error {
	return fault.Newf(fault.NavigationFailed, "%s could not be loaded: %s", url, strings.TrimPrefix(text, "net::"))
}
