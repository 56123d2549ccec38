package browser

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

func TestCallPassesJSONBothWays(t *testing.T) {
	tab := newTestTab(t, "")
	for _, value := range []string{`null`, `1.5`, `"q\"\u2028</script>\ud800"`, `{"a":[1,{"b":"é"}]}`} {
		if got := call(t, tab, "echo", json.RawMessage(value)); !sameJSON(got, value) {
			t.Errorf("echo(%s) = %s", value, got)
		}
	}
	if got := call(t, tab, "later", "x"); got != `"x"` {
		t.Errorf("a promise gave %s", got)
	}
}

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	return string(p) == string(q)
}

func TestCallTurnsExceptionsIntoFaults(t *testing.T) {
	tab := newTestTab(t, "")
	for _, test := range []struct {
		function, message string
		code              fault.Code
		want              string
	}{
		{"fail", "oh no", fault.Internal, "oh no"},
		{"fail", "domsight:ref_not_found: there is no 7: really", fault.RefNotFound, "there is no 7: really"},
		{"reject", "domsight:element_hidden: it is\nhidden", fault.Hidden, "it is\nhidden"},
		{"fail", "domsight:no_such_code: x", fault.Internal, "no_such_code"},
		{"missing", "", fault.Internal, "missing is not a function"},
	} {
		_, err := tab.Call(t.Context(), "", test.function, test.message)
		if fault.Of(err) != test.code || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "    at ") {
			t.Errorf("%s(%q): %v", test.function, test.message, err)
		}
	}
	if got := call(t, tab, "echo", 1); got != "1" {
		t.Error(got)
	}
}

func TestScriptRunsBeforeThePageAndApartFromIt(t *testing.T) {
	url, _ := site(t, map[string]string{"/": `<script>pageRan = 1; JSON.stringify = () => 'stolen'</script><p>x`})
	if got := call(t, newTestTab(t, url), "eval", "[__came, typeof pageRan]"); got != `["early","undefined"]` {
		t.Error(got)
	}
}

func TestCallFollowsNavigation(t *testing.T) {
	url, other := site(t, map[string]string{"/a": "<title>A</title>", "/b": "<title>B</title>"})
	tab := newTestTab(t, url+"/a")
	for range 5 {
		for _, to := range []string{url + "/a", url + "/b", other + "/a"} {
			visit(t, tab, to)
			if got, want := call(t, tab, "eval", "location.href"), `"`+to+`"`; got != want {
				t.Fatalf("at %s, want %s", got, want)
			}
		}
	}
}

func TestCallCutShortByNavigation(t *testing.T) {
	url, _ := site(t, map[string]string{"/a": "<title>A</title>", "/b": "<title>B</title>"})
	tab := newTestTab(t, url+"/a")
	call(t, tab, "eval", "setTimeout(() => location.href = '/b', 50), 0")
	_, err := tab.Call(deadline(t, 5*time.Second), "", "never", nil)
	if !errors.Is(err, page.ErrNavigated) || fault.Of(err) != fault.WaitTimeout {
		t.Fatalf("got %v", err)
	}
	if got := call(t, tab, "eval", "location.pathname"); got != `"/b"` {
		t.Error(got)
	}
}

// The engine is missing where a page has no script of its own: Chromium then runs none at the start.
func TestCallBringsTheEngineWhereItIsMissing(t *testing.T) {
	tab := newTestTab(t, "")
	call(t, tab, "eval", "delete globalThis.__t, 0")
	if got := call(t, tab, "echo", 2); got != "2" {
		t.Error(got)
	}
}

func TestCallThatNeverEnds(t *testing.T) {
	tab := newTestTab(t, "")
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := tab.Call(ctx, "", "never", nil)
	if fault.Of(err) != fault.WaitTimeout || time.Since(start) > time.Second {
		t.Fatalf("got %v after %v", err, time.Since(start))
	}
	if got := call(t, tab, "echo", 1); got != "1" {
		t.Error(got)
	}
}

func TestPageThatLoopsIsStoppedAfterACallWaitedInVain(t *testing.T) {
	t.Parallel()
	tab := newTestTab(t, "")
	_, err := tab.Call(deadline(t, 300*time.Millisecond), "", "loop", nil)
	if fault.Of(err) != fault.WaitTimeout {
		t.Fatal(err)
	}
	if got := call(t, tab, "echo", 1); got != "1" { // within 5 s: the script is stopped after 2
		t.Error(got)
	}
	eventually(t, "the stop is noticed", func() bool {
		n := tab.Notices()
		return len(n) == 1 && n[0].Kind == page.Crash && strings.Contains(n[0].Text, "without end")
	})
}

func TestHungPageCanBeLeft(t *testing.T) {
	url, _ := site(t, map[string]string{
		"/":     "<title>Home</title>",
		"/loop": "<script>setTimeout(() => { for (;;); }, 50)</script>",
	})
	tab := newTestTab(t, url+"/loop")
	time.Sleep(150 * time.Millisecond)
	start := time.Now()
	visit(t, tab, url)
	if took := time.Since(start); took > 3*time.Second || tab.Info().Title != "Home" {
		t.Errorf("%v, %+v", took, tab.Info())
	}
	if got := call(t, tab, "eval", "document.title"); got != `"Home"` {
		t.Error(got)
	}
}

// A page that hangs while it goes somewhere itself hears nothing any more; only its tab can be closed.
func TestHungPageThatCannotBeLeft(t *testing.T) {
	url, _ := site(t, map[string]string{"/": "", "/leave": "<script>setTimeout(() => { location.href = '/'; for (;;); }, 50)</script>"})
	tab := newTestTab(t, url+"/leave")
	time.Sleep(200 * time.Millisecond)
	start := time.Now()
	err := tab.Go(deadline(t, 10*time.Second), page.Journey{URL: url})
	if fault.Of(err) != fault.WaitTimeout || !strings.Contains(err.Error(), "cannot be left") || time.Since(start) > 3*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	if err := tab.Close(deadline(t, 3*time.Second)); err != nil {
		t.Error(err)
	}
}

func BenchmarkCall(b *testing.B) {
	browser, err := shared.Context(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer browser.Close()
	tab, err := browser.Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []int{4, 1_500_000, 5_000_000} {
		b.Run(map[int]string{4: "small", 1_500_000: "1.5MB", 5_000_000: "5MB"}[size], func(b *testing.B) {
			for b.Loop() {
				if _, err := tab.Call(b.Context(), "", "big", size); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
