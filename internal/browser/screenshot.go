package browser

import (
	"context"

	protopage "github.com/chromedp/cdproto/page"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/page"
)

var _ page.Camera = (*Tab)(nil)

// Screenshot is a PNG of a part of the page, in CSS pixels of the top document; nil for what is on screen.
func (t *Tab) Screenshot(ctx context.Context, part *page.Area) ([]byte, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	params := protopage.CaptureScreenshotParams{Format: protopage.CaptureScreenshotFormatPng}
	if part != nil {
		params.CaptureBeyondViewport = new(true)
		params.Clip = &protopage.Viewport{X: part.X, Y: part.Y, Width: part.Width, Height: part.Height, Scale: 1}
	}
	shot, err := cdp.Call(ctx, t.session, protopage.CaptureScreenshot, params)
	if err != nil {
		return nil, t.explain(err)
	}
	return shot.Data, nil
}
