package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tokens"
	"github.com/domsight/domsight/internal/tool"
)

// figures are the milliseconds of one page size, and what they are in units of the bare walk.
type figures struct {
	Bare           float64 `json:"bare_ms"`
	First          float64 `json:"first_capture_ms"` // nothing known of the page
	Overview       float64 `json:"overview_ms"`
	Snapshot       float64 `json:"snapshot_ms"`
	Since          float64 `json:"since_ms"`    // after one change, once the page has drawn it
	Relayout       float64 `json:"relayout_ms"` // what the page itself needs to lay out that change
	FirstPerBare   float64 `json:"first_capture_per_bare"`
	PerBare        float64 `json:"overview_per_bare"`
	SnapPerBare    float64 `json:"snapshot_per_bare"`
	OverviewTokens int     `json:"overview_tokens"`
	SnapshotTokens int     `json:"snapshot_tokens"`
	SinceTokens    int     `json:"since_tokens"`
}

// measure loads a page of that many elements and calls the tools on it as an agent would.
func measure(ctx context.Context, own page.Browser, size int) (*figures, error) {
	s := session.New(func(context.Context) (page.Browser, error) { return own, nil })
	env := &tool.Env{Session: s, Progress: func(string) {}}
	if _, err := s.Open(ctx, ""); err != nil {
		return nil, err
	}
	tabs := own.Tabs()
	raw := tabs[len(tabs)-1]
	defer raw.Close(ctx)
	if err := load(ctx, raw, listPage(size)); err != nil {
		return nil, err
	}
	ask := func(name, args string, count *int) func() error {
		t, _ := tool.Lookup(name)
		return func() error {
			reply, err := t.Call(ctx, env, json.RawMessage(args))
			if *count = tokens.Estimate(reply.Text); err == nil && strings.HasPrefix(reply.Text, "error") {
				err = fmt.Errorf("%s", reply.Text)
			}
			return err
		}
	}
	in := func(function string) func() error {
		return func() error { _, err := raw.Call(ctx, "", function, nil); return err }
	}
	runs := min(21, max(5, 60_000/size))
	f := &figures{}
	reader := engine.NewReader(raw)
	since := ask("snapshot", `{"since": "last"}`, &f.SinceTokens)
	for _, one := range []struct {
		into *float64
		do   func() error
		prep func() error
	}{
		{&f.Bare, in("bare"), nil},
		{&f.First, func() error { _, err := reader.Capture(ctx); return err }, nil},
		{&f.Overview, ask("dom_overview", `{"refresh": true}`, &f.OverviewTokens), nil},
		{&f.Snapshot, ask("snapshot", `{}`, &f.SnapshotTokens), nil},
		{&f.Since, since, in("change")},
		{&f.Relayout, in("relayout"), nil},
	} {
		var err error
		if *one.into, err = median(runs, one.prep, one.do); err != nil {
			return nil, err
		}
	}
	f.FirstPerBare, f.PerBare, f.SnapPerBare = f.First/f.Bare, f.Overview/f.Bare, f.Snapshot/f.Bare
	fmt.Printf("%7d elements: bare walk %6.1f ms | first capture %6.1f ms (%.1fx) | overview %6.1f ms (%.1fx) %d tokens | snapshot %6.1f ms (%.1fx) | since, one change drawn %5.1f ms (the page's own layout of it took %.1f ms), %d tokens\n",
		size, f.Bare, f.First, f.FirstPerBare, f.Overview, f.PerBare, f.OverviewTokens, f.Snapshot, f.SnapPerBare, f.Since, f.Relayout, f.SinceTokens)
	return f, nil
}
