package mcpserver_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/tokens"
)

const gallery = "../../pages/app"

// eachPage loads every page of the gallery in a tab of its own.
func eachPage(t *testing.T, do func(t *testing.T, tab page.Tab)) {
	t.Helper()
	files, err := filepath.Glob(gallery + "/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages in %s (%v)", gallery, err)
	}
	web := httptest.NewServer(http.FileServer(http.Dir(gallery)))
	defer web.Close()
	own, err := openBrowser(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(strings.TrimSuffix(name, ".html"), func(t *testing.T) {
			tab, err := own.Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer tab.Close(t.Context())
			if err := tab.Go(t.Context(), page.Journey{URL: web.URL + "/" + name}); err != nil {
				t.Fatal(err)
			}
			do(t, tab)
		})
	}
}

// TestFlatteningSaves holds the flattened pages of the gallery against their whole trees, which are the seed's VirtualNode with
// every element in it (B-156, B-157): at least 40 % fewer tokens over all pages and on each that is mostly div, under 20k on each.
func TestFlatteningSaves(t *testing.T) {
	var flat, whole int
	eachPage(t, func(t *testing.T, tab page.Tab) {
		s, err := engine.NewReader(tab).Capture(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		o := render.SerializeOptions{Offscreen: true, MaxInteractive: 1000, IframeDepth: 1, ShadowDepth: 1}
		is := serializedTokens(t, s, o)
		o.Tree = true
		was := serializedTokens(t, s, o)
		t.Logf("%d tokens of %d: %d %% fewer", is, was, 100-100*is/was)
		flat, whole = flat+is, whole+was
		if is >= 20_000 {
			t.Errorf("%d tokens", is)
		}
		if divHeavy(s) && 100*is > 60*was {
			t.Errorf("%d tokens of %d on a page that is mostly div: less than 40 %% saved", is, was)
		}
	})
	if saved := 100 - 100*flat/max(whole, 1); saved < 40 {
		t.Errorf("flattening saves %d %% of %d tokens, less than 40 %%", saved, whole)
	} else {
		t.Logf("flattening saves %d %% of %d tokens", saved, whole)
	}
}

// divHeavy is true of a page of which half the elements mean nothing.
func divHeavy(s *dom.Snapshot) bool {
	plain, all := 0, 0
	for i := range s.Elements() {
		all++
		if tag := s.Nodes[i].Tag; tag == "div" || tag == "span" {
			plain++
		}
	}
	return 2*plain >= all
}

func serializedTokens(t *testing.T, s *dom.Snapshot, o render.SerializeOptions) int {
	t.Helper()
	refs := 0
	text, err := render.Serialized(s, o, func(int) dom.Ref { refs++; return dom.Ref(refs) }).JSON()
	if err != nil {
		t.Fatal(err)
	}
	return tokens.Estimate(text)
}
