package handstest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var process *browser.Process

func TestMain(m *testing.M) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	var err error
	process, err = browser.Launch(ctx, browser.Options{Script: engine.Script()})
	cancel()
	if err != nil {
		println("no browser:", err.Error())
		os.Exit(1)
	}
	code := m.Run()
	process.Close()
	os.Exit(code)
}

// bare is a browser without input of its own, as the extension is: what is done is done by script.
type bare struct{ page.Browser }

func (b bare) Tabs() []page.Tab {
	var out []page.Tab
	for _, t := range b.Browser.Tabs() {
		out = append(out, bareTab{t, t.(page.Pupil)})
	}
	return out
}

func (b bare) Open(ctx context.Context) (page.Tab, error) {
	t, err := b.Browser.Open(ctx)
	if err != nil {
		return nil, err
	}
	return bareTab{t, t.(page.Pupil)}, nil
}

type bareTab struct {
	page.Tab
	page.Pupil
}

// open loads a page in a tab of its own. With trusted false the tab has no input but by script.
func open(t *testing.T, address string, trusted bool) *session.Tab {
	t.Helper()
	s := session.New(func(ctx context.Context) (page.Browser, error) {
		b, err := process.Context(ctx)
		if !trusted && err == nil {
			b = bare{b}
		}
		return b, err
	})
	t.Cleanup(func() { _ = s.Close() })
	tab, err := s.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Go(t.Context(), page.Journey{URL: address}); err != nil {
		t.Fatal(err)
	}
	return tab
}

func visit(t *testing.T, tab *session.Tab, address string) {
	t.Helper()
	if err := tab.Go(t.Context(), page.Journey{URL: address}); err != nil {
		t.Fatal(err)
	}
	tab.Notices()
}

// serve serves one page.
func serve(t *testing.T, html string) string {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(html))
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// says is the text of the first element that a selector matches.
func says(t *testing.T, tab *session.Tab, selector string) string {
	t.Helper()
	at, err := tab.Resolve(t.Context(), selector)
	if err != nil {
		t.Fatalf("%s: %v", selector, err)
	}
	return at.Text(at.Node, 0)
}

// told is a receipt as an agent reads it.
func told(tab *session.Tab, r *effect.Receipt) string {
	return render.Receipt(r, render.Where{}, func(i int) dom.Ref { return tab.Refs.Show(r.After, i) })
}

// must fails the test if an action was refused or its receipt shows no effect.
func must(t *testing.T, tab *session.Tab) func(*effect.Receipt, error) *effect.Receipt {
	return func(r *effect.Receipt, err error) *effect.Receipt {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if !r.Evident() {
			t.Errorf("no evidence: %s", told(tab, r))
		}
		return r
	}
}

func has(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}
