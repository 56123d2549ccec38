package main

import (
	"context"
	"fmt"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tokens"
)

// actFigures are what actions cost: milliseconds of whole calls, and tokens of a receipt.
type actFigures struct {
	Click   float64 `json:"click_ms"`
	Type    float64 `json:"type_ms"`
	Covered float64 `json:"covered_ms"`
	Large   float64 `json:"type_10000_ms"`
	Receipt int     `json:"receipt_tokens"`
}

const actPage = `<!doctype html><title>Act</title><main><h1>Counter</h1><p role=status id=n>0</p>
<button id=more onclick="n.textContent=+n.textContent+1">More</button><label>Name <input id=name></label>
<div style="position:relative"><button id=under>Under</button><div style="position:absolute;inset:0;background:#888">Cover <button>Close</button></div></div></main>`

// act measures actions on a small page that settles at once, and typing on a large one.
func act(ctx context.Context, own page.Browser) (*actFigures, error) {
	s := session.New(func(context.Context) (page.Browser, error) { return own, nil })
	tab, err := s.Open(ctx, "")
	if err != nil {
		return nil, err
	}
	tabs := own.Tabs()
	raw := tabs[len(tabs)-1]
	defer raw.Close(ctx)
	if err := load(ctx, raw, actPage); err != nil {
		return nil, err
	}
	var f actFigures
	var last *effect.Receipt
	if f.Click, err = median(21, nil, func() (err error) { last, err = tab.Click(ctx, "#more", session.Click{}); return err }); err != nil {
		return nil, err
	}
	f.Receipt = tokens.Estimate(render.Receipt(last, render.Where{Tab: "1", Title: "Act", URL: "http://localhost/act"}, func(i int) dom.Ref { return tab.Refs.Show(last.After, i) }))
	if f.Type, err = median(21, nil, func() error {
		_, err := tab.Type(ctx, "#name", "Ada Lovelace", session.Typing{Clear: true})
		return err
	}); err != nil {
		return nil, err
	}
	if f.Covered, err = median(21, nil, func() error {
		if _, err := tab.Click(ctx, "#under", session.Click{}); fault.Of(err) != fault.Covered {
			return fmt.Errorf("the covered button was not refused: %w", err)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if err := load(ctx, raw, listPage(10_000)); err != nil {
		return nil, err
	}
	f.Large, err = median(11, nil, func() error {
		_, err := tab.Type(ctx, `input[aria-label="Quantity 3"]`, "7", session.Typing{})
		return err
	})
	fmt.Printf("act: click %.1f ms, type %.1f ms, covered click refused %.1f ms, typing on 10,000 elements %.1f ms, receipt %d tokens\n", f.Click, f.Type, f.Covered, f.Large, f.Receipt)
	return &f, err
}
