package main

import (
	"context"
	"fmt"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tokens"
)

// figures are the milliseconds of one page size, and what they are in units of the bare walk.
type figures struct {
	Bare     float64 `json:"bare_ms"`
	Capture  float64 `json:"capture_ms"`
	Overview float64 `json:"overview_ms"`
	Ratio    float64 `json:"overview_per_bare"`
	Tokens   int     `json:"overview_tokens"`
}

func measure(ctx context.Context, own page.Browser, size int) (*figures, error) {
	s := session.New(func(context.Context) (page.Browser, error) { return own, nil })
	tab, err := s.Open(ctx, "")
	if err != nil {
		return nil, err
	}
	tabs := own.Tabs()
	raw := tabs[len(tabs)-1]
	defer raw.Close(ctx)
	if err := load(ctx, raw, listPage(size)); err != nil {
		return nil, err
	}
	runs := max(3, 60_000/size)
	if runs > 21 {
		runs = 21
	}
	var f figures
	if _, err := raw.Call(ctx, "", "bare", nil); err != nil {
		return nil, err
	}
	if f.Bare, err = median(runs, func() error { _, err := raw.Call(ctx, "", "bare", nil); return err }); err != nil {
		return nil, err
	}
	reader := engine.NewReader(raw)
	if f.Capture, err = median(runs, func() error { _, err := reader.Capture(ctx); return err }); err != nil {
		return nil, err
	}
	f.Overview, err = median(runs, func() error {
		look, err := tab.Look(ctx, true)
		if err != nil {
			return err
		}
		options := render.OverviewOptions{Outline: true, Interactives: true, Headings: true, Visible: true, Viewport: true, MaxRows: 30}
		f.Tokens = tokens.Estimate(render.Overviewed(look.Snapshot, options, render.Where{}, func(i int) dom.Ref { return tab.Refs.Show(look.Snapshot, i) }).Text())
		return nil
	})
	f.Ratio = f.Overview / f.Bare
	fmt.Printf("%7d elements: bare walk %7.1f ms  capture %7.1f ms  overview %7.1f ms (%.2fx)\n", size, f.Bare, f.Capture, f.Overview, f.Ratio)
	return &f, err
}
