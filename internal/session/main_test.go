package session_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// One browser for the package.
var process *browser.Process

func TestMain(m *testing.M) {
	script := engine.Script()
	script.Source += inPage
	var err error
	if process, err = browser.Launch(context.Background(), browser.Options{Script: script}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = process.Close()
	os.Exit(code)
}

// inPage lets a test run code in the page's own world, and read an attribute of elements by their keys.
const inPage = `
__domsight.page = (code) => new Promise((done, fail) => {
  const s = document.createElement('script');
  s.textContent = code;
  addEventListener('error', (e) => fail(new Error(e.message)), { once: true });
  document.documentElement.append(s);
  s.remove();
  done('true');
});
__domsight.truth = (_) => {
  const out = {};
  for (const el of document.querySelectorAll('[want-true]')) out[JSON.parse(__domsight.key(el)).key] = el.getAttribute('want-true');
  return JSON.stringify(out);
};`

// visit opens a page of the given HTML for one agent.
func visit(t *testing.T, html string) (*session.Session, *session.Tab, page.Tab) {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, html)
	}))
	t.Cleanup(web.Close)
	own, err := process.Context(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := session.New(func(context.Context) (page.Browser, error) { return own, nil })
	t.Cleanup(func() { _ = s.Close() })
	tab, err := s.TabToLoad(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Go(t.Context(), page.Journey{URL: web.URL}); err != nil {
		t.Fatal(err)
	}
	tabs := own.Tabs()
	return s, tab, tabs[len(tabs)-1]
}
