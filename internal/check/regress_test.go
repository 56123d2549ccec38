package check_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/domsight/domsight/internal/check"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/session"
)

const pages = "../../pages/"

// helpers are what the patches of pages/regress speak.
const helpers = `
const $ = s => { const e = document.querySelector(s); if (!e) throw new Error('nothing is ' + s); return e }
const $$ = s => { const all = [...document.querySelectorAll(s)]; if (!all.length) throw new Error('nothing is ' + s); return all }
const css = text => document.head.append(Object.assign(document.createElement('style'), {textContent: text}))
const retag = (e, tag) => { const n = document.createElement(tag); for (const a of e.attributes) if (a.name !== 'role') n.setAttribute(a.name, a.value); n.append(...e.childNodes); e.replaceWith(n) }`

// patch is one way in which a page is not what it was.
type patch struct{ set, page, name, script string }

func readPatches(t *testing.T, set string) (list []patch) {
	t.Helper()
	archive, err := txtar.ParseFile(pages + "regress/" + set + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		page, name, ok := strings.Cut(f.Name, ": ")
		if !ok {
			t.Fatalf("%s.txtar: %q names no page", set, f.Name)
		}
		list = append(list, patch{set, page, name, string(f.Data)})
	}
	return list
}

// servePatched serves the pages of the repository; ?patch=N runs a patch at the end of the page. A patch that does not work
// fails the test: a page that was not changed proves nothing.
func servePatched(t *testing.T, patches []patch) string {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/failed" {
			t.Errorf("patch %s: %s", r.URL.Query().Get("patch"), r.URL.Query().Get("error"))
			return
		}
		if r.URL.Path == "/leaf.svg" {
			w.Header().Set("Content-Type", "image/svg+xml")
			fmt.Fprint(w, `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3"/></svg>`)
			return
		}
		for _, folder := range []string{"app", "regress"} {
			data, err := os.ReadFile(filepath.Join(pages, folder, filepath.Base(r.URL.Path)))
			if err != nil {
				continue
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write(data)
			var n int
			if _, err := fmt.Sscan(r.URL.Query().Get("patch"), &n); err == nil {
				fmt.Fprintf(w, "<script>(() => { try { %s\n%s\n } catch (e) { fetch('/failed?patch=%d&error=' + encodeURIComponent(e)) } })()</script>", helpers, patches[n].script, n)
			}
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(web.Close)
	return web.URL
}

func pageOf(base, name, query string) check.Page {
	return check.Page{Name: name, URL: base + "/" + name + ".html" + query, Threshold: fingerprint.Warning,
		Aim: session.Aim{Scope: fingerprint.Full, Depth: fingerprint.Detailed}}
}

// TestRegressions measures check on planted regressions and on harmless changes. Every visit is a real one.
func TestRegressions(t *testing.T) {
	broken, harmless := readPatches(t, "broken"), readPatches(t, "harmless")
	if len(broken) < 60 || len(harmless) < 60 {
		t.Fatalf("%d regressions and %d harmless changes are too few", len(broken), len(harmless))
	}
	all := append(broken, harmless...)
	web := servePatched(t, all)
	store := t.TempDir()
	learn := check.Runner{Open: newSession, Jobs: 4, Update: true, Samples: 1}
	bases := check.Plan{Baselines: store}
	seen := map[string]bool{"restless": true}
	for _, p := range all {
		if !seen[p.page] {
			seen[p.page] = true
			bases.Pages = append(bases.Pages, pageOf(web, p.page, ""))
		}
	}
	for _, v := range learn.Run(t.Context(), bases).Verdicts {
		if v.Outcome != check.Accepted {
			t.Fatal(v.Words())
		}
	}
	learn.Samples = 8 // what varies by itself has to be learnt
	if r := learn.Run(t.Context(), check.Plan{Baselines: store, Pages: []check.Page{pageOf(web, "restless", "")}}); r.ExitCode() != 0 {
		t.Fatal(r.Verdicts[0].Words())
	}
	plan := check.Plan{Baselines: store}
	for i, p := range all {
		plan.Pages = append(plan.Pages, pageOf(web, p.page, fmt.Sprintf("?patch=%d", i)))
	}
	runner := check.Runner{Open: newSession, Jobs: 4}
	result := runner.Run(t.Context(), plan)
	found, alarms := 0, 0
	for i, v := range result.Verdicts {
		p := all[i]
		if v.Outcome == check.Failed {
			t.Errorf("%s: %s: %s", p.page, p.name, v.Words())
			continue
		}
		changed := v.Outcome == check.Changed
		switch {
		case p.set == "broken" && changed:
			found++
		case p.set == "broken":
			t.Logf("missed: %s: %s", p.page, p.name)
		case changed:
			alarms++
			t.Logf("false alarm: %s: %s\n%s", p.page, p.name, v.Words())
		}
	}
	t.Logf("found %d of %d planted regressions (%.1f %%), %d false alarms on %d harmless changes (%.1f %%), %.1f pages/s",
		found, len(broken), 100*float64(found)/float64(len(broken)), alarms, len(harmless), 100*float64(alarms)/float64(len(harmless)),
		float64(len(all))/result.Took.Seconds())
	if found*100 < 95*len(broken) {
		t.Errorf("too few regressions are found")
	}
	if alarms*100 >= 5*len(harmless) {
		t.Errorf("too many harmless changes are reported")
	}
}
