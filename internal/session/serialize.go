package session

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
)

// Whole is the page as it is now, with where its frames' documents are.
type Whole struct {
	*dom.Snapshot
	Frames map[int]Frame // by the node that holds it
	Only   []int         // what the filter matches, the outermost of it
}

// Frame is where a frame's document is.
type Frame struct{ URL, Title string }

// Whole reads the page and its frames; filter is "" or a selector.
func (t *Tab) Whole(ctx context.Context, filter string) (Whole, error) {
	var w Whole
	err := t.alone(ctx, func(ctx context.Context) (err error) {
		if w.Snapshot, err = t.capture(ctx); err != nil {
			return err
		}
		if filter != "" {
			var all []int
			if w.Snapshot, all, err = t.selected(ctx, w.Snapshot, filter, true); err != nil {
				return err
			}
			end := -1
			for _, i := range all {
				if i >= end {
					w.Only, end = append(w.Only, i), w.End(i)
				}
			}
		}
		w.Frames = map[int]Frame{}
		for i, n := range w.Nodes {
			if n.Marks&dom.MarkFrame == 0 {
				continue
			}
			if url, title, ok := t.reader.Framed(n.ID); ok {
				w.Frames[i] = Frame{url, title}
			}
		}
		return nil
	})
	return w, err
}
