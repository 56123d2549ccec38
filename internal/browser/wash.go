package browser

import (
	"context"
	"net/url"

	"github.com/chromedp/cdproto/storage"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

var _ page.Washable = (*Tab)(nil)

// tabMemory is what belongs to the tab, and stays when it goes elsewhere.
const tabMemory = `try { sessionStorage.clear(); name = '' } catch {}`

// Wash leaves the page for a blank one and removes the cookies of the tab's context and whatever the origins in the page have
// stored. A context that is somebody's own is left alone.
func (t *Tab) Wash(ctx context.Context) error {
	if t.context.process.shared {
		return fault.New(fault.NotAllowed, "this browser's cookies are not ours to remove")
	}
	frames, err := t.Frames(ctx)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, f := range frames {
		if u, err := url.Parse(f.URL); err == nil && u.Host != "" && !seen[u.Scheme+"://"+u.Host] {
			seen[u.Scheme+"://"+u.Host] = true
			_ = t.Teach(ctx, f.ID, tabMemory) // a frame that is gone has nothing to forget
		}
	}
	if err := t.Go(ctx, page.Journey{URL: "about:blank"}); err != nil {
		return err
	}
	for origin := range seen {
		if _, err := cdp.Call(ctx, t.session, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: origin, StorageTypes: "all"}); err != nil {
			return t.explain(err)
		}
	}
	_, err = cdp.Call(ctx, t.context.process.root, storage.ClearCookies, storage.ClearCookiesParams{BrowserContextID: t.context.id})
	return t.explain(err)
}
