package fingerprint_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// One browser and one tab for the package: what is tested is what becomes of a page.
var tab *session.Tab

func TestMain(m *testing.M) {
	ctx := context.Background()
	process, err := browser.Launch(ctx, browser.Options{Script: engine.Script()})
	if err == nil {
		own := session.New(process.Context)
		tab, err = own.Open(ctx, "")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = process.Close()
	os.Exit(code)
}

// print loads a page of the given HTML and takes its fingerprint.
func print(t *testing.T, html string, aim session.Aim) *fingerprint.Fingerprint {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html>"+html)
	}))
	defer web.Close()
	if err := tab.Go(t.Context(), page.Journey{URL: web.URL}); err != nil {
		t.Fatal(err)
	}
	p, err := tab.Fingerprint(t.Context(), aim)
	if err != nil {
		t.Fatal(err)
	}
	return p.Fingerprint
}

// shown is the fingerprint as an agent reads it.
func shown(t *testing.T, html string, aim session.Aim) *fingerprint.Fingerprint {
	t.Helper()
	return print(t, html, aim).Shown()
}
