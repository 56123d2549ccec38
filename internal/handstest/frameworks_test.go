package handstest

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/domsight/domsight/internal/session"
)

//go:embed frameworks
var sources embed.FS

// bundled builds the framework pages once a run: npm brings the libraries, once a machine, and esbuild bundles them.
var bundled = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	wanted, err := fs.ReadFile(sources, "frameworks/package.json")
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(wanted)
	dir := filepath.Join(cache, "domsight-frameworks-"+hex.EncodeToString(sum[:4]))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	files, err := sources.ReadDir("frameworks")
	if err != nil {
		return "", err
	}
	for _, f := range files {
		data, err := fs.ReadFile(sources, "frameworks/"+f.Name())
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), data, 0o644); err != nil {
			return "", err
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "installed")); err != nil {
		if err := run(dir, "npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--loglevel=error"); err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, "installed"), nil, 0o644); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "out"), run(dir, "node", "build.mjs")
})

func run(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// framework opens the page of a framework.
func framework(t *testing.T, name string, trusted bool) *session.Tab {
	t.Helper()
	dir, err := bundled()
	if err != nil {
		t.Fatalf("the frameworks are needed (npm and node bring them): %v", err)
	}
	files := http.FileServer(http.Dir(dir))
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><title>%s</title><link rel=stylesheet href="%s.page.css"><div id=app></div><script src="%s.page.js"></script>`, name, name, name)
	}))
	t.Cleanup(web.Close)
	return open(t, web.URL, trusted)
}

// both runs a test with trusted input and with events by script.
func both(t *testing.T, name string, f func(t *testing.T, tab *session.Tab)) {
	for _, trusted := range []bool{true, false} {
		t.Run(map[bool]string{true: "trusted", false: "synthetic"}[trusted], func(t *testing.T) { f(t, framework(t, name, trusted)) })
	}
}

func field(label string) string {
	return fmt.Sprintf("label:contains(%q) :is(input, select, textarea)", label)
}

// TestReact shows that what is typed, chosen and ticked reaches the state of React components (B-84, B-133).
func TestReact(t *testing.T) {
	both(t, "react", func(t *testing.T, tab *session.Tab) {
		ok, ctx := must(t, tab), t.Context()
		ok(tab.Type(ctx, field("Name"), " Lovelace", session.Typing{}))
		ok(tab.Type(ctx, field("Upper"), "shout", session.Typing{}))
		ok(tab.Type(ctx, field("Age"), "36", session.Typing{Clear: true}))
		ok(tab.Type(ctx, field("Day"), "2026-11-15", session.Typing{}))
		ok(tab.Type(ctx, field("Notes"), "one\ntwo", session.Typing{}))
		ok(tab.Check(ctx, field("Agree"), true))
		ok(tab.Choose(ctx, field("Size"), []string{"Large"}))
		has(t, says(t, tab, "output"), `"name":"Ada Lovelace"`, `"upper":"SHOUT"`, `"age":36`, `"ok":true`, `"size":"l"`, `"day":"2026-11-15"`, `"notes":"one\ntwo"`)
		if r, err := tab.Type(ctx, field("Frozen"), "x", session.Typing{}); err == nil && r.ValueChanged {
			t.Errorf("a field that takes nothing is told as changed: %s", told(tab, r))
		}
	})
}

// TestReactWidgets shows a portal, a select of divs and a list that shows only what is on screen.
func TestReactWidgets(t *testing.T) {
	tab := framework(t, "react", true)
	ok, ctx := must(t, tab), t.Context()
	has(t, told(tab, ok(tab.Click(ctx, `button:contains("Open dialog")`, session.Click{}))), "dialog")
	if _, err := tab.Click(ctx, field("Agree"), session.Click{}); err == nil || !strings.Contains(err.Error(), "element_covered") {
		t.Errorf("under the portal: %v", err)
	}
	ok(tab.Click(ctx, `button:contains("Close")`, session.Click{}))
	has(t, told(tab, ok(tab.Type(ctx, `[aria-label="Tea"]`, "ceyl", session.Typing{}))), "option")
	ok(tab.Press(ctx, "", "Enter", 0, 1))
	has(t, says(t, tab, "output"), `"tea":"ceylon"`)
	ok(tab.Scroll(ctx, `[aria-label="Rows"]`, "down", 3))
	rows := says(t, tab, `[aria-label="Rows"]`)
	if strings.Contains(rows, "Row 0 ") || !strings.Contains(rows, "Row 14") {
		t.Fatalf("after scrolling the list shows %s", rows)
	}
	ok(tab.Click(ctx, `[role=listitem]:contains("Row 14") button`, session.Click{}))
	has(t, says(t, tab, "output"), `"row":14`)
}

// TestVue shows v-model in its kinds, also the one that waits for the change event (B-134).
func TestVue(t *testing.T) {
	both(t, "vue", func(t *testing.T, tab *session.Tab) {
		ok, ctx := must(t, tab), t.Context()
		ok(tab.Type(ctx, field("Name"), "!", session.Typing{}))
		ok(tab.Type(ctx, field("Lazy"), "late", session.Typing{}))
		ok(tab.Type(ctx, field("Age"), "36", session.Typing{Clear: true}))
		ok(tab.Type(ctx, field("Notes"), "n", session.Typing{}))
		ok(tab.Check(ctx, field("Agree"), true))
		ok(tab.Check(ctx, field("Second"), true))
		ok(tab.Choose(ctx, field("Size"), []string{"Large"}))
		has(t, says(t, tab, "output"), `"name":"Ada!"`, `"lazy":"late"`, `"age":36`, `"ok":true`, `"size":"l"`, `"pick":"b"`, `"notes":"n"`)
	})
}

// TestSvelte shows bindings, also of a slider and a colour.
func TestSvelte(t *testing.T) {
	both(t, "svelte", func(t *testing.T, tab *session.Tab) {
		ok, ctx := must(t, tab), t.Context()
		ok(tab.Type(ctx, field("Name"), "!", session.Typing{}))
		ok(tab.Type(ctx, field("Age"), "36", session.Typing{Clear: true}))
		ok(tab.Check(ctx, field("Agree"), true))
		ok(tab.Check(ctx, field("Second"), true))
		ok(tab.Choose(ctx, field("Size"), []string{"l"}))
		ok(tab.Type(ctx, field("Level"), "75", session.Typing{}))
		ok(tab.Type(ctx, field("Colour"), "#ff8800", session.Typing{}))
		has(t, says(t, tab, "output"), `"name":"Ada!"`, `"age":36`, `"ok":true`, `"pick":"b"`, `"size":"l"`, `"level":75`, `"colour":"#ff8800"`)
	})
}

// TestAngular shows template-driven and reactive forms, and a control that takes its value on leaving.
func TestAngular(t *testing.T) {
	both(t, "angular", func(t *testing.T, tab *session.Tab) {
		ok, ctx := must(t, tab), t.Context()
		ok(tab.Type(ctx, field("Name"), "!", session.Typing{}))
		ok(tab.Type(ctx, field("Live"), "now", session.Typing{}))
		ok(tab.Type(ctx, field("Late"), "later", session.Typing{Blur: true}))
		ok(tab.Check(ctx, field("Agree"), true))
		ok(tab.Choose(ctx, field("Size"), []string{"Large"}))
		has(t, says(t, tab, "output"), `"name":"Ada!"`, `"live":"now"`, `"late":"later"`, `"ok":true`, `"size":"l"`)
	})
}

// TestEditors shows that text reaches the model of editors, is put at the end, and replaced when asked.
func TestEditors(t *testing.T) {
	tab := framework(t, "editors", true)
	ctx := t.Context()
	for _, c := range []struct{ name, label string }{{"prosemirror", "ProseMirror"}, {"codemirror", "CodeMirror"}, {"quill", "Quill"}, {"lexical", "Lexical"}} {
		t.Run(c.name, func(t *testing.T) {
			ok := must(t, tab)
			target := fmt.Sprintf("[aria-label=%q]", c.label)
			ok(tab.Type(ctx, target, "Hello", session.Typing{}))
			if _, err := tab.Click(ctx, "button", session.Click{}); err != nil {
				t.Fatal(err)
			}
			ok(tab.Type(ctx, target, " wörld", session.Typing{}))
			if got := says(t, tab, "#"+c.name+" output"); strings.TrimRight(strings.Trim(got, `"`), `\n`) != "Hello wörld" {
				t.Errorf("typed: %s", got)
			}
			r := ok(tab.Type(ctx, target, "First\nsecond", session.Typing{Clear: true}))
			if got := says(t, tab, "#"+c.name+" output"); strings.TrimRight(strings.Trim(got, `"`), `\n`) != `First\nsecond` {
				t.Errorf("replaced: %s", got)
			}
			if !r.ValueChanged {
				t.Errorf("the new value is not told: %s", told(tab, r))
			}
		})
	}
}

// TestMonaco shows the editor whose field is a speck under its lines.
func TestMonaco(t *testing.T) {
	tab := framework(t, "monaco", true)
	ok, ctx := must(t, tab), t.Context()
	ok(tab.Type(ctx, `[aria-label^="Monaco"]`, "hello", session.Typing{}))
	ok(tab.Type(ctx, `[aria-label^="Monaco"]`, " world\ntwo", session.Typing{}))
	if got := says(t, tab, "output"); got != `"hello world\ntwo"` {
		t.Errorf("typed: %s", got)
	}
	ok(tab.Type(ctx, `[aria-label^="Monaco"]`, "new", session.Typing{Clear: true}))
	if got := says(t, tab, "output"); got != `"new"` {
		t.Errorf("replaced: %s", got)
	}
}

// TestSortable shows drag and drop with a library that uses the browser's drags, and with one that follows the pointer.
func TestSortable(t *testing.T) {
	tab := framework(t, "sortable", true)
	ok, ctx := must(t, tab), t.Context()
	for _, list := range []string{"html5", "pointer"} {
		ok(tab.Drag(ctx, "#"+list+` li:contains("one")`, "#"+list+` li:contains("three")`, nil))
		if got := says(t, tab, "#"+list); got != "two three one" {
			t.Errorf("%s: %s", list, got)
		}
	}
}
