package browser

import (
	"context"

	"github.com/chromedp/cdproto/emulation"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/page"
)

var _ page.Resizable = (*Tab)(nil)

// Resize sets the size of the viewport, in CSS pixels, until the tab ends.
func (t *Tab) Resize(ctx context.Context, width, height int) error {
	if err := t.ready(ctx); err != nil {
		return err
	}
	_, err := cdp.Call(ctx, t.session, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: int64(height), DeviceScaleFactor: 1,
	})
	return t.explain(err)
}
