package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/input"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/page"
)

// How a drag goes: in so many steps, with a pause between them, for pages that look at where the pointer is on its way.
const (
	dragSteps = 8
	dragPause = 12 * time.Millisecond
	lingers   = 4                     // moves on the spot before letting go: libraries look where the pointer is every so often
	linger    = 50 * time.Millisecond // as Sortable does
)

// Drag presses at one point, goes to another and lets go. Where the page begins a drag of its own kind (HTML5), that one is
// carried on.
func (t *Tab) Drag(ctx context.Context, from, to page.Pointer) error {
	var data *input.DragData // guarded by t.mu
	defer cdp.On(t.session, input.DragIntercepted, func(e input.EventDragIntercepted) { t.update(func() { data = e.Data }) })()
	cdp.Send(t.session, input.SetInterceptDrags, input.SetInterceptDragsParams{Enabled: true})
	defer cdp.Send(t.session, input.SetInterceptDrags, input.SetInterceptDragsParams{Enabled: false})
	from.Kind, from.Button = page.PointerMove, ""
	down := from
	down.Kind, down.Button, down.Clicks = page.PointerDown, "left", 1
	if err := t.Pointer(ctx, from, down); err != nil {
		return err
	}
	entered := false
	for step := 1; step <= dragSteps+lingers; step++ {
		at := page.Pointer{Kind: page.PointerMove, Held: true, Modifiers: from.Modifiers, X: along(from.X, to.X, step), Y: along(from.Y, to.Y, step)}
		pause := dragPause
		if step > dragSteps {
			if t.dragged(&data) != nil {
				break
			}
			at.X, pause = to.X+float64(step%2), linger
		}
		if data := t.dragged(&data); data != nil {
			kind := input.DispatchDragEventTypeDragOver
			if !entered {
				kind, entered = input.DispatchDragEventTypeDragEnter, true
			}
			if err := t.drag(ctx, kind, at, data); err != nil {
				return err
			}
		} else if err := t.Pointer(ctx, at); err != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return explain(ctx.Err())
		}
	}
	end := page.Pointer{Kind: page.PointerUp, Button: "left", Clicks: 1, X: to.X, Y: to.Y, Modifiers: from.Modifiers}
	if data := t.dragged(&data); data != nil {
		for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
			if err := t.drag(ctx, kind, end, data); err != nil {
				return err
			}
		}
	}
	return t.Pointer(ctx, end)
}

func (t *Tab) dragged(data **input.DragData) *input.DragData {
	t.mu.Lock()
	defer t.mu.Unlock()
	return *data
}

func (t *Tab) drag(ctx context.Context, kind input.DispatchDragEventType, at page.Pointer, data *input.DragData) error {
	_, err := cdp.Call(ctx, t.session, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: at.X, Y: at.Y, Data: data, Modifiers: int64(at.Modifiers)})
	return t.explain(err)
}

func along(from, to float64, step int) float64 {
	return from + (to-from)*float64(min(step, dragSteps))/dragSteps
}
