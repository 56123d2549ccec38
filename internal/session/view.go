package session

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Resize sets the size of the tab's viewport.
func (t *Tab) Resize(ctx context.Context, width, height int) error {
	window, ok := t.page.(page.Resizable)
	if !ok {
		return fault.New(fault.NotAllowed, "this browser does not let us set the size of its window")
	}
	return t.alone(ctx, func(ctx context.Context) error {
		t.Forget()
		return window.Resize(ctx, width, height)
	})
}

// Picture is a PNG of a part of the page.
func (t *Tab) Picture(ctx context.Context, part dom.Box) ([]byte, error) {
	camera, ok := t.page.(page.Camera)
	if !ok {
		return nil, fault.New(fault.NotAllowed, "this browser does not let us take pictures")
	}
	var png []byte
	err := t.alone(ctx, func(ctx context.Context) (err error) {
		png, err = camera.Screenshot(ctx, &page.Area{X: float64(part.X), Y: float64(part.Y), Width: float64(part.W), Height: float64(part.H)})
		return err
	})
	return png, err
}

// Wash leaves the page and makes the tab forget what pages left behind: it is as good as a new one, for less.
func (t *Tab) Wash(ctx context.Context) error {
	tab, ok := t.page.(page.Washable)
	if !ok {
		return fault.New(fault.NotAllowed, "this browser does not forget")
	}
	ctx, cancel := context.WithTimeout(ctx, t.deadlines.Act)
	defer cancel()
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	t.Forget()
	return tab.Wash(ctx)
}
