package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tokens"
	"github.com/domsight/domsight/internal/tool"
)

// exploration is what it costs to find one's way: milliseconds of a tool's call, and tokens of its reply.
type exploration struct {
	Overview map[string]looked `json:"overview"`         // by page of the gallery
	Search   float64           `json:"search_10k_ms"`    // text, in a page of 10k elements
	Selector float64           `json:"selector_10k_ms"`  // selector and text
	Query    float64           `json:"query_dom_ms"`     // 90 matches, 50 of them told
	InPage   float64           `json:"query_in_page_ms"` // of which in the page
}

type looked struct {
	Ms     float64 `json:"ms"`
	Tokens int     `json:"tokens"`
}

// timedQuery runs a query often and returns the milliseconds of one.
const timedQuery = `
__domsight.timedQuery = (arg) => {
  const began = performance.now();
  for (let i = 0; i < 10; i++) __domsight.hand({ do: 'query', with: arg });
  return JSON.stringify((performance.now() - began) / 10);
};`

func explore(ctx context.Context, own page.Browser) (*exploration, error) {
	s := session.New(func(context.Context) (page.Browser, error) { return own, nil })
	env := &tool.Env{Session: s, Progress: func(string) {}}
	reply := ""
	call := func(name, args string) func() error {
		t, _ := tool.Lookup(name)
		return func() error {
			r, err := t.Call(ctx, env, json.RawMessage(args))
			reply = r.Text
			return err
		}
	}
	out := &exploration{Overview: map[string]looked{}}
	files, err := filepath.Glob("pages/app/*.html")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		if err := call("navigate", `{"url": "file://`+path+`"}`)(); err != nil {
			return nil, err
		}
		ms, err := median(7, nil, call("dom_overview", `{"refresh": true}`))
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		out.Overview[name] = looked{ms, tokens.Estimate(reply)}
		fmt.Printf("overview of %-9s %6.1f ms %5d tokens\n", name, ms, tokens.Estimate(reply))
	}
	tabs := own.Tabs()
	raw := tabs[len(tabs)-1]
	defer raw.Close(ctx)
	if err := load(ctx, raw, listPage(10_000)); err != nil {
		return nil, err
	}
	for _, m := range []struct {
		into       *float64
		name, args string
	}{
		{&out.Search, "dom_search", `{"query": {"text": "item 77"}}`},
		{&out.Selector, "dom_search", `{"query": {"text": "open 77", "selector": "a.cell"}}`},
		{&out.Query, "query_dom", `{"selector": ".row:nth-child(-n+90)", "pierce_shadow": false}`},
	} {
		if *m.into, err = median(11, nil, call(m.name, m.args)); err != nil {
			return nil, err
		}
	}
	data, err := raw.Call(ctx, "", "timedQuery", engine.Query{Selector: ".row:nth-child(-n+90)", Most: 50})
	if err != nil {
		return nil, err
	}
	_, err = fmt.Sscan(string(data), &out.InPage)
	fmt.Printf("10k elements: search %.1f ms  selector and text %.1f ms  query_dom %.1f ms, %.1f ms of it in the page\n", out.Search, out.Selector, out.Query, out.InPage)
	return out, err
}
