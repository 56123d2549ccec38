package bridge

import (
	"context"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Go loads an address or moves in the history, and returns when the page can be read or the deadline is near.
func (t *Tab) Go(ctx context.Context, to page.Journey) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	before := t.Info()
	params := map[string]any{"back": to.Back, "forward": to.Forward, "reload": to.Reload}
	aim := before.URL
	if to.URL != "" {
		params = map[string]any{"url": to.URL}
		aim = to.URL
	}
	end, _ := ctx.Deadline()
	ask, cancel := context.WithDeadline(ctx, end.Add(-min(100*time.Millisecond, time.Until(end)/10)))
	defer cancel()
	_, err := t.ask(ask, "go", params, true)
	f, ok := err.(*fault.Error)
	if !ok {
		return err
	}
	switch {
	case f.Code == fault.NavigationFailed && f.Message == "not an address":
		return fault.Newf(fault.NavigationFailed, "%q is not an address", to.URL).Nextf("write it in full, such as https://example.com/")
	case f.Code == fault.NavigationFailed && f.Message == "no page there":
		way := "forward"
		if to.Back {
			way = "back"
		}
		return fault.Newf(fault.NavigationFailed, "there is no page to go %s to", way).Nextf("navigate to an address instead")
	case f.Code == fault.NavigationFailed && strings.HasPrefix(f.Message, "net::"):
		return t.share.bridge.options.Unreachable(aim, f.Message)
	case f.Code == fault.WaitTimeout:
		return fault.Wrap(f.Cause, fault.WaitTimeout, aim+" did not answer in time")
	}
	return err
}
