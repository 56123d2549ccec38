package cli

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// checked runs `domsight check` in a folder and returns its exit code and all it said.
func checked(t *testing.T, folder string, args ...string) (int, string) {
	t.Helper()
	t.Chdir(folder)
	var said bytes.Buffer
	code := Run(t.Context(), append([]string{"check"}, args...), strings.NewReader(""), &said, &said)
	return code, said.String()
}

// A team's day: no file yet, a mistake in it, the first baselines, a clean build, a broken one, both reports.
func TestCheckCommand(t *testing.T) {
	folder := t.TempDir()
	var broken atomic.Bool
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><html lang=en><title>T</title><main><h1>T</h1>")
		if !broken.Load() {
			fmt.Fprint(w, "<button>Buy</button>")
		}
		fmt.Fprint(w, "<img src=/x.png></main>")
	}))
	defer web.Close()
	step := func(want int, says string, args ...string) {
		t.Helper()
		if code, said := checked(t, folder, args...); code != want || !strings.Contains(said, says) {
			t.Errorf("check %s: exit code %d, want %d; no %q in\n%s", strings.Join(args, " "), code, want, says, said)
		}
	}
	step(2, "there is no domsight.yaml")
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(folder, "domsight.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("pages:\n  - name: home\n    url: /\n    depth: deep\n")
	step(2, "domsight.yaml:4:12: depth")
	write("pages:\n  - name: home\n    url: /\n  - name: other\n    url: /other\n")
	step(2, "there is no baseline", "--base", web.URL)
	step(0, "2 saved", "--base", web.URL, "--update")
	step(0, "2 clean", "--base", web.URL)
	step(1, "alt, 1 times", "--base", web.URL, "--audit")
	broken.Store(true)
	step(1, `button "Buy" is missing`, "--base", web.URL, "--junit", "out/r.xml", "--html", "out/r.html")
	for _, report := range []string{"r.xml", "r.html"} {
		if data, err := os.ReadFile(filepath.Join(folder, "out", report)); err != nil || !bytes.Contains(data, []byte("Buy")) {
			t.Errorf("%s: %v", report, err)
		}
	}
	step(0, "1 saved", "--base", web.URL, "--learn", "2", "home")
	step(1, `to accept: domsight check --update "other"`, "--base", web.URL)
	step(2, `there is no page "nowhere"`, "--base", web.URL, "nowhere")
	step(2, "are for addresses", "--viewport", "mobile")
	step(2, "not a viewport", web.URL, "--viewport", "huge")
	step(2, "fatal", web.URL, "--threshold", "fatal")
	step(0, "1 clean", web.URL, "--against", web.URL+"/x")
	step(2, "cannot be written", web.URL, "--against", web.URL+"/x", "--junit", "domsight.yaml/r.xml")
	step(0, `"pages"`, "--schema")
}

// axe-core is kept once it is known, and nothing else is taken for it.
func TestAxeIsPinned(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("PATH", t.TempDir())
	var said []string
	say := func(s string) { said = append(said, s) }
	if _, err := axeSource(context.Background(), cache, say); err == nil || !strings.Contains(err.Error(), "npm") || len(said) != 1 {
		t.Errorf("without npm: %v, %q", err, said)
	}
	name := filepath.Join(cache, "domsight", "axe-core-4.14.0.js")
	if err := keepFile(name, []byte("alert('not axe')")); err != nil {
		t.Fatal(err)
	}
	if source, err := axeSource(context.Background(), cache, say); err == nil {
		t.Errorf("another file was taken for axe-core: %q", source)
	}
	fake := filepath.Join(os.Getenv("PATH"), "npm")
	script := "#!/bin/sh\nPATH=/bin:/usr/bin; cd \"$5\"; mkdir package; echo 'alert(1)' > package/axe.min.js; tar czf axe.tgz package/axe.min.js\n"
	if err := os.WriteFile(fake, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := axeSource(context.Background(), cache, say); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("a package of another checksum: %v", err)
	}
}
