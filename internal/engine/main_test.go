package engine_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
)

// One browser for the package.
var process *browser.Process

func TestMain(m *testing.M) {
	var err error
	script := engine.Script()
	script.Source += testing_
	if process, err = browser.Launch(context.Background(), browser.Options{Script: script}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = process.Close()
	os.Exit(code)
}

// testing_ lets a test run code in the page's own world, as the page would.
const testing_ = `
__domsight.page = (code) => new Promise((done, fail) => {
  const s = document.createElement('script');
  s.textContent = code;
  addEventListener('error', (e) => fail(new Error(e.message)), { once: true });
  document.documentElement.append(s);
  s.remove();
  requestAnimationFrame(() => requestAnimationFrame(() => done('true')));
});
__domsight.evaluate = (code) => JSON.stringify((0, eval)(code) ?? null);`

// open loads a page of the given HTML in a context of its own.
func open(t *testing.T, html string) page.Tab {
	t.Helper()
	return openServed(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, html)
	}))
}

func openServed(t *testing.T, h http.Handler) page.Tab {
	t.Helper()
	return openIn(t, process, h)
}

func openIn(t *testing.T, process *browser.Process, h http.Handler) page.Tab {
	t.Helper()
	web := httptest.NewServer(h)
	t.Cleanup(web.Close)
	own, err := process.Context(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = own.Close() })
	tab, err := own.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := tab.Go(ctx, page.Journey{URL: web.URL}); err != nil {
		t.Fatal(err)
	}
	return tab
}

// run runs code in the page's own world and waits for two frames.
func run(t *testing.T, tab page.Tab, code string) {
	t.Helper()
	if _, err := tab.Call(t.Context(), "", "page", code); err != nil {
		t.Fatal(err)
	}
}
