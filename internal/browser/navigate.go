package browser

import (
	"context"
	"errors"
	"slices"
	"time"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	protopage "github.com/chromedp/cdproto/page"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

const (
	defaultPatience = 30 * time.Second       // where the caller sets no deadline
	nearDeadline    = 300 * time.Millisecond // time left to say what there is
	abortedPatience = 500 * time.Millisecond // for the news of a crash, which comes after that of the load
	parsePatience   = 10 * time.Second       // for a document that comes in drops
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
	deadline, _ := ctx.Deadline()
	near, cancel := context.WithDeadline(ctx, deadline.Add(-min(nearDeadline, time.Until(deadline)/4)))
	defer cancel()
	if err := t.ready(near); err != nil {
		return err
	}
	if err := t.unhang(near); err != nil {
		return err
	}
	t.mu.Lock()
	crashes := t.crashes
	t.mu.Unlock()
	crashed := func() bool { return t.crashes > crashes }
	var err error
	switch {
	case to.URL != "":
		err = t.load(near, to.URL, crashed)
	case to.Back:
		err = t.step(near, -1, crashed)
	case to.Forward:
		err = t.step(near, +1, crashed)
	case to.Reload:
		err = t.reload(near, crashed)
	default:
		return fault.New(fault.BadArgument, "there is no place to go to")
	}
	if err != nil {
		if fault.Of(err) == fault.WaitTimeout {
			cdp.Send(t.session, protopage.StopLoading, proto.Empty{}) // the page that is there stays usable
		}
		return err
	}
	return t.settle(near, crashed)
}

// load goes to an address and returns when its document is there, or has crashed.
func (t *Tab) load(ctx context.Context, url string, crashed func() bool) error {
	result, err := cdp.Call(ctx, t.session, protopage.Navigate, protopage.NavigateParams{URL: url})
	if refusal, ok := errors.AsType[*cdp.Error](err); ok && refusal.Code == cdp.CodeServer {
		return fault.Newf(fault.NavigationFailed, "%q is not an address", url).Nextf("write it in full, such as https://example.com/").ForGood()
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(err, fault.WaitTimeout, url+" did not answer in time")
	case err != nil:
		return explain(err)
	case result.IsDownload:
		return fault.Newf(fault.NavigationFailed, "%s is a file to download, not a page", url).Nextf("the page from before is still there").ForGood()
	case result.ErrorText == aborted:
		moment, cancel := context.WithTimeout(ctx, abortedPatience)
		defer cancel()
		if t.until(moment, crashed) == nil {
			return nil
		}
		return unreachable(url, result.ErrorText)
	case result.ErrorText != "": // an error page takes the place of the document
		_ = t.until(ctx, func() bool { return slices.Contains(t.trail, result.LoaderID) })
		return unreachable(url, result.ErrorText)
	case result.LoaderID == "":
		return nil // within the document
	}
	return t.until(ctx, func() bool { return slices.Contains(t.trail, result.LoaderID) || crashed() })
}

// step moves in the history.
func (t *Tab) step(ctx context.Context, by int64, crashed func() bool) error {
	history, err := cdp.Call(ctx, t.session, protopage.GetNavigationHistory, proto.Empty{})
	if err != nil {
		return explain(err)
	}
	index := history.CurrentIndex + by
	if index < 0 || index >= int64(len(history.Entries)) {
		return fault.Newf(fault.NavigationFailed, "there is no page to go %s to", map[int64]string{-1: "back", +1: "forward"}[by]).
			Nextf("navigate to an address instead")
	}
	entry := history.Entries[index]
	return t.arrive(ctx, entry.URL, crashed, func() error {
		_, err := cdp.Call(ctx, t.session, protopage.NavigateToHistoryEntry, protopage.NavigateToHistoryEntryParams{EntryID: entry.ID})
		return err
	})
}

func (t *Tab) reload(ctx context.Context, crashed func() bool) error {
	return t.arrive(ctx, t.Info().URL, crashed, func() error {
		_, err := cdp.Call(ctx, t.session, protopage.Reload, protopage.ReloadParams{})
		return err
	})
}

// arrive starts a move of which the browser does not say how it ends, and waits for its end. While it lasts the network is
// listened to, which alone tells why a document did not come.
func (t *Tab) arrive(ctx context.Context, url string, crashed func() bool, start func() error) error {
	before := t.Info().Changes
	var failure string // guarded by t.mu
	defer cdp.On(t.session, network.LoadingFailed, func(e network.EventLoadingFailed) {
		if e.Type == network.ResourceTypeDocument {
			t.update(func() { failure = e.ErrorText })
		}
	})()
	cdp.Send(t.session, network.Enable, network.EnableParams{MaxTotalBufferSize: new(int64(0)), MaxResourceBufferSize: new(int64(0))})
	defer cdp.Send(t.session, network.Disable, proto.Empty{})
	if err := start(); err != nil {
		return explain(err)
	}
	if err := t.until(ctx, func() bool { return t.info.Changes > before || failure == aborted || crashed() }); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if failure == "" && !t.unreachable {
		return nil
	}
	return unreachable(url, failure)
}

// settle waits for as much of the document as there is time for.
func (t *Tab) settle(ctx context.Context, crashed func() bool) error {
	dead := false
	parsing, cancel := context.WithTimeout(ctx, parsePatience)
	defer cancel()
	err := t.until(parsing, func() bool { dead = crashed(); return dead || t.stage >= interactive })
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil // what there is can be read
	case err != nil:
		return err
	case dead:
		return crashedFault()
	}
	patience, stop := context.WithTimeout(ctx, loadPatience)
	defer stop()
	_ = t.until(patience, func() bool { return t.stage == loaded })
	_ = t.until(patience, func() bool { return t.learnt == t.loader() })
	return nil
}
