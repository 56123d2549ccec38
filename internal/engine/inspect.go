package engine

import (
	"context"
	"encoding/json"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Evidence is what the page shows for claims about one element. The other half is engine/src/evidence.ts; keys are of the
// element's own document.
type Evidence struct {
	Gone       bool            `json:"gone"`
	Attributes json.RawMessage `json:"attributes"`
	Box        []int           `json:"box"` // in the viewport of its document
	Hidden     []struct {
		Key     int      `json:"key"`
		Reasons []string `json:"reasons"`
	} `json:"hidden"`
	Hit struct {
		State string `json:"state"` // clear, covered, partly, offscreen, none
		By    int    `json:"by"`
		Point []int  `json:"point"`
	} `json:"hit"`
	Disabled []struct {
		Key int    `json:"key"`
		Why string `json:"why"`
	} `json:"disabled"`
	Names []struct {
		From string `json:"from"`
		Text string `json:"text"`
	} `json:"names"`
	Scroller int             `json:"scroller"`
	Twins    int             `json:"twins"` // other elements with the same id
	Styles   json.RawMessage `json:"styles"`
	Rules    *struct {
		Matched []struct {
			Selector string `json:"selector"`
			From     string `json:"from"`
			Style    string `json:"style"`
		} `json:"matched"`
		Unread int `json:"unread"`
	} `json:"rules"`
}

// Inspect asks the page about an element: styles are computed ones (nil: none, empty: the usual), rules those that match it.
func (r *Reader) Inspect(ctx context.Context, id dom.ID, styles []string, rules bool) (*Evidence, error) {
	arg := map[string]any{"key": id.Key, "rules": rules}
	if styles != nil {
		arg["styles"] = styles
	}
	frame, ok := r.frames[id.Doc]
	if !ok {
		return nil, fault.New(fault.RefNotFound, "the frame that held the element is gone")
	}
	e := &Evidence{}
	if err := r.Do(ctx, frame, "inspect", arg, e); err != nil {
		return nil, err
	}
	if e.Gone {
		return nil, fault.New(fault.RefNotFound, "the element is gone")
	}
	return e, nil
}

// Listeners lists what listens on an element and on those around it, where the browser can tell; ok is false where it cannot.
func (r *Reader) Listeners(ctx context.Context, id dom.ID) (list []page.Listener, ok bool, err error) {
	tab, can := r.tab.(page.Listening)
	frame, known := r.frames[id.Doc]
	if !can || !known {
		return nil, false, nil
	}
	var here bool
	if err := r.Do(ctx, frame, "here", nil, &here); err != nil {
		return nil, false, err
	}
	list, err = tab.Listeners(ctx, frame, "kit.outwards", id.Key)
	return list, true, err
}

// Extent is how much of a list the page has drawn. The other half is engine/src/extent.ts.
type Extent struct {
	Key    int `json:"key"`
	Total  int `json:"total"` // by the page's own word, 0 if it does not say
	Pane   int `json:"pane"`  // key of what scrolls it, 0 for the page
	Top    int `json:"top"`
	View   int `json:"view"`
	Height int `json:"height"`
}

// Extents asks about lists; one that is gone has none.
func (r *Reader) Extents(ctx context.Context, ids []dom.ID) (map[dom.ID]Extent, error) {
	byFrame := map[string][]int{}
	docs := map[string]string{}
	for _, id := range ids {
		if frame, ok := r.frames[id.Doc]; ok {
			byFrame[frame] = append(byFrame[frame], id.Key)
			docs[frame] = id.Doc
		}
	}
	out := map[dom.ID]Extent{}
	for frame, keys := range byFrame {
		var list []Extent
		if err := r.Do(ctx, frame, "extent", keys, &list); err != nil {
			return nil, err
		}
		for _, e := range list {
			out[dom.ID{Doc: docs[frame], Key: e.Key}] = e
		}
	}
	return out, nil
}

// Scroll moves a pane (key 0: the page itself) by most of its height, or to a place if one is given, and says how far it went.
func (r *Reader) Scroll(ctx context.Context, pane dom.ID, to *int) (moved, top int, err error) {
	frame, ok := r.frames[pane.Doc]
	if !ok {
		return 0, 0, fault.New(fault.RefNotFound, "the frame that held the pane is gone")
	}
	arg := map[string]any{"pane": pane.Key}
	if to != nil {
		arg["to"] = *to
	}
	var done struct {
		Moved  int `json:"moved"`
		Top    int `json:"top"`
		Height int `json:"height"`
		Box    int `json:"box"`
	}
	err = r.Do(ctx, frame, "scrollBy", arg, &done)
	return done.Moved, done.Top, err
}
