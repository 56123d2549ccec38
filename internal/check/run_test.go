package check_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/domsight/domsight/internal/check"
)

// site is a small site that can be broken, and has a page behind a login.
func site(t *testing.T) (base string, broken *atomic.Bool) {
	broken = new(atomic.Bool)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/", "/twin":
			fmt.Fprint(w, `<!doctype html><html lang=en><title>Shop</title><style>@media (max-width: 600px) { .wide { display: none } }</style>
<header><nav class=wide><a href=/a>A</a></nav></header><main><h1>Tea</h1><ul id=teas><li>Green</ul>`)
			if broken.Load() {
				fmt.Fprint(w, `<div role=alert>Out of tea &amp; <b>milk</b></div>`)
			} else {
				fmt.Fprint(w, `<button onclick="this.after(Object.assign(document.createElement('p'), {className: 'toast', textContent: 'Sold'}))">Buy</button>`)
			}
			fmt.Fprint(w, `</main>`)
		case "/account":
			http.Redirect(w, r, "/login?next=/account", http.StatusFound)
		case "/login":
			fmt.Fprint(w, `<title>Login</title><form><input type=password aria-label=Password><button>Sign in</button></form>`)
		case "/error":
			w.WriteHeader(500)
			fmt.Fprint(w, `<h1>Oops</h1>`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(web.Close)
	return web.URL, broken
}

func plan(t *testing.T, base, store, pages string) check.Plan {
	t.Helper()
	p, err := check.Read("domsight.yaml", []byte("base: "+base+"\nbaselines: "+store+"\npages:\n"+pages), "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The life of a check: no baseline, accepted, clean, changed, accepted again; with the exit codes a build knows.
func TestLife(t *testing.T) {
	base, broken := site(t)
	p := plan(t, base, t.TempDir(), "  - {name: home, url: /, viewports: [desktop, mobile]}")
	run := func(update bool) check.Result {
		r := check.Runner{Open: newSession, Jobs: 2, Update: update, Pictures: true}
		return r.Run(t.Context(), p)
	}
	expect := func(what string, r check.Result, code int, outcome check.Outcome) {
		t.Helper()
		if r.ExitCode() != code || r.Count(outcome) != 2 {
			t.Fatalf("%s: exit code %d, %v", what, r.ExitCode(), r.Verdicts)
		}
	}
	expect("no baseline", run(false), 2, check.Failed)
	expect("accepted", run(true), 0, check.Accepted)
	expect("clean", run(false), 0, check.Clean)
	broken.Store(true)
	changed := run(false)
	expect("changed", changed, 1, check.Changed)
	words := changed.Verdicts[0].Words()
	for _, want := range []string{"CHANGED", `error   error appeared: div "Out of tea & milk" (in main)`, `error   button "Buy" is missing (in main)`} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in\n%s", want, words)
		}
	}
	if len(changed.Verdicts[0].Shots) < 2 || !bytes.HasPrefix(changed.Verdicts[0].Shots[0].PNG, []byte("\x89PNG")) {
		t.Errorf("%d pictures", len(changed.Verdicts[0].Shots))
	}
	reports(t, changed)
	expect("accepted again", run(true), 0, check.Accepted)
	expect("clean again", run(false), 0, check.Clean)
}

// reports checks that the reports are what build servers and browsers read, and need nothing else.
func reports(t *testing.T, r check.Result) {
	t.Helper()
	junit, err := r.JUnit()
	var suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Cases    []struct {
			Failure *struct {
				Message string `xml:"message,attr"`
			} `xml:"failure"`
		} `xml:"testcase"`
	}
	if err == nil {
		err = xml.Unmarshal(junit, &suite)
	}
	if err != nil || suite.Tests != 2 || suite.Failures != 2 || suite.Cases[0].Failure == nil {
		t.Errorf("JUnit: %v\n%s", err, junit)
	}
	html, err := r.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"data:image/png;base64,", `class="mark`, "Out of tea &amp; milk", "home@mobile"} {
		if !strings.Contains(string(html), want) {
			t.Errorf("no %s in the report", want)
		}
	}
	for _, never := range []string{"http://cdn", "https://", "<script", "<link", "ZgotmplZ"} {
		if strings.Contains(string(html), never) {
			t.Errorf("%s in the report", never)
		}
	}
}

// What cannot be checked is told apart from what has changed.
func TestCouldNotCheck(t *testing.T) {
	base, _ := site(t)
	p := plan(t, base, t.TempDir(), `
  - {name: behind a login, url: /account}
  - {name: a server error, url: /error}
  - {name: nobody there, url: "http://127.0.0.1:1/"}
  - {name: no scope, url: /, scope: "#nothing"}
  - {name: bad selector, url: /, ignore: ["a:::b"]}
  - {name: a step in vain, url: /, before: [{click: "#nothing"}]}`)
	r := check.Runner{Open: newSession, Jobs: 3, Update: true}
	result := r.Run(t.Context(), p)
	for i, want := range []string{"sent us to a login", "HTTP 500", "127.0.0.1:1", "Scope element not found.", "not a valid selector", `the step "click #nothing" did not work`} {
		v := result.Verdicts[i]
		if v.Outcome != check.Failed || !strings.Contains(v.Words(), want) || !strings.Contains(v.Words(), "next: ") {
			t.Errorf("%s: %s", v.Page.Name, v.Words())
		}
	}
	if result.ExitCode() != 2 {
		t.Errorf("exit code %d", result.ExitCode())
	}
}

// Two addresses, and two viewports, can be compared without any baseline.
func TestAgainst(t *testing.T) {
	base, _ := site(t)
	p := plan(t, base, t.TempDir(), `
  - {name: same, url: /, against: {url: /twin}}
  - {name: narrow, url: /, viewport: mobile, against: {viewport: desktop}}`)
	r := check.Runner{Open: newSession, Jobs: 2}
	result := r.Run(t.Context(), p)
	if v := result.Verdicts[0]; v.Outcome != check.Clean {
		t.Error(v.Words())
	}
	if v := result.Verdicts[1]; v.Outcome != check.Changed || !strings.Contains(v.Words(), "the nav region is missing") {
		t.Error(v.Words())
	}
}

// Steps lead to the state that is looked at.
func TestSteps(t *testing.T) {
	base, _ := site(t)
	store := t.TempDir()
	r := check.Runner{Open: newSession, Jobs: 1, Update: true}
	r.Run(t.Context(), plan(t, base, store, "  - {name: bought, url: /}"))
	r.Update = false
	result := r.Run(t.Context(), plan(t, base, store, `
  - name: bought
    url: /
    threshold: info
    before: [{wait_for: "button"}, {click: "button"}, {wait_for: "text: Sold"}, {scroll: bottom}]`))
	if words := result.Verdicts[0].Words(); !strings.Contains(words, `notification appeared: .toast "Sold"`) {
		t.Error(words)
	}
}
