package mcpserver_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// TestHintsMeanTheirElement takes every selector hint of every element to act on, on every page of the gallery, and gives it to
// all that take a selector (O-48, O-71, contracts section 9): it must mean that element and no other, in shadow trees and frames too.
func TestHintsMeanTheirElement(t *testing.T) {
	files, _ := filepath.Glob(gallery + "/*.html")
	web := httptest.NewServer(http.FileServer(http.Dir(gallery)))
	defer web.Close()
	agent := session.New(openBrowser)
	defer agent.Close()
	hinted, framed, shadowed := 0, 0, 0
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			tab, err := agent.Open(ctx, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := tab.Go(ctx, page.Journey{URL: web.URL + "/" + name}); err != nil {
				t.Fatal(err)
			}
			now, err := tab.Now(ctx)
			if err != nil {
				t.Fatal(err)
			}
			nodes := toActOn(now)
			hints, err := tab.Hints(ctx, now, nodes)
			if err != nil {
				t.Fatal(err)
			}
			for k, i := range nodes {
				n := now.Nodes[i]
				if len(hints[k]) == 0 {
					t.Errorf("no hint for %s %q", n.Tag, n.Name)
				}
				for _, hint := range hints[k] {
					roundTrip(t, tab, n, hint)
				}
				hinted++
				if n.Marks&dom.MarkInFrame != 0 {
					framed++
				}
				if n.Marks&dom.MarkInShadow != 0 {
					shadowed++
				}
			}
		})
	}
	t.Logf("%d elements, %d of them in frames, %d in shadow trees", hinted, framed, shadowed)
	if framed == 0 || shadowed == 0 {
		t.Error("the gallery has no element in a frame, or none in a shadow tree")
	}
}

// toActOn are the elements that hints are made for; at most so many of each page, from all of it.
func toActOn(s *dom.Snapshot) []int {
	var all []int
	for i := range s.Elements() {
		if n := s.Nodes[i]; n.Interactive() && n.Tag != "option" {
			all = append(all, i)
		}
	}
	const most = 40
	step := max(1, len(all)/most)
	var out []int
	for k := 0; k < len(all); k += step {
		out = append(out, all[k])
	}
	return out
}

func roundTrip(t *testing.T, tab *session.Tab, n *dom.Node, hint string) {
	t.Helper()
	found, err := tab.Resolve(t.Context(), hint)
	if err != nil {
		t.Errorf("%s %q: %s: %v", n.Tag, n.Name, hint, err)
		return
	}
	if got := found.Nodes[found.Node]; got.ID != n.ID {
		t.Errorf("%s %q: %s means %s %q", n.Tag, n.Name, hint, got.Tag, got.Name)
	}
	matches, total, err := tab.Query(t.Context(), engine.Query{Selector: hint, Most: 50})
	if err != nil || total != 1 || matches[0].Tag != n.Tag {
		t.Errorf("%s %q: query_dom %s: %d matches, %v", n.Tag, n.Name, hint, total, err)
	}
	now, result, err := tab.Search(t.Context(), find.Query{}, hint)
	if err != nil || len(result.Matches) != 1 || now.Nodes[result.Matches[0]].ID != n.ID {
		t.Errorf("%s %q: dom_search %s: %d matches, %v", n.Tag, n.Name, hint, len(result.Matches), err)
	}
}
