package browser

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// odd serves answers that are not simply pages.
func odd(t *testing.T) string {
	t.Helper()
	done := make(chan struct{})
	mux := http.NewServeMux()
	html := func(w http.ResponseWriter, status int, text string) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}
	hang := func(w http.ResponseWriter, r *http.Request) {
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
		select {
		case <-done:
		case <-r.Context().Done():
		}
	}
	mux.HandleFunc("/ok", func(w http.ResponseWriter, _ *http.Request) { html(w, 200, "<title>ok</title><p id=there>x") })
	mux.HandleFunc("/500", func(w http.ResponseWriter, _ *http.Request) { html(w, 500, "<title>oops</title>") })
	mux.HandleFunc("/204", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) })
	mux.HandleFunc("/to", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/ok", http.StatusFound) })
	mux.HandleFunc("/script-to", func(w http.ResponseWriter, _ *http.Request) { html(w, 200, "<script>location.replace('/ok')</script>") })
	mux.HandleFunc("/file", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", "attachment; filename=report.csv")
		fmt.Fprint(w, "a,b")
	})
	mux.HandleFunc("/json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, "{}")
	})
	mux.HandleFunc("/alert", func(w http.ResponseWriter, _ *http.Request) {
		html(w, 200, "<title>alert</title><script>alert('hello'); document.title = 'after ' + confirm('sure?') + prompt('who?', 'me')</script>")
	})
	mux.HandleFunc("/image-hangs", func(w http.ResponseWriter, _ *http.Request) { html(w, 200, "<title>half</title><img src=/hang>") })
	mux.HandleFunc("/body-hangs", func(w http.ResponseWriter, r *http.Request) { html(w, 200, "<title>part</title><p>some"); hang(w, r) })
	mux.HandleFunc("/hang", hang)
	mux.HandleFunc("/silent", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-done:
		case <-r.Context().Done():
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(func() { close(done); server.Close() })
	return server.URL
}

func TestGoReportsWhereItIs(t *testing.T) {
	base := odd(t)
	tab := newTestTab(t, "")
	for i, test := range []struct {
		to   string
		want page.Info
	}{
		{base + "/ok", page.Info{URL: base + "/ok", Title: "ok", Status: 200, MIME: "text/html"}},
		{base + "/500", page.Info{URL: base + "/500", Title: "oops", Status: 500, MIME: "text/html"}},
		{base + "/nope", page.Info{URL: base + "/nope", Status: 404, MIME: "text/plain"}},
		{base + "/to", page.Info{URL: base + "/ok", Title: "ok", Status: 200, MIME: "text/html"}},
		{base + "/json", page.Info{URL: base + "/json", Status: 200, MIME: "application/json"}},
		{"about:blank", page.Info{URL: "about:blank", MIME: "text/html"}},
		{"data:text/html,<title>D</title>", page.Info{URL: "data:text/html,<title>D</title>", Title: "D", MIME: "text/html"}},
		{base + "/ok#there", page.Info{URL: base + "/ok#there", Title: "ok", Status: 200, MIME: "text/html"}},
	} {
		visit(t, tab, test.to)
		test.want.Changes = i + 1
		if got := tab.Info(); got != test.want {
			t.Errorf("%s:\n got %+v\nwant %+v", test.to, got, test.want)
		}
	}
}

func TestGoWithinTheDocument(t *testing.T) {
	base := odd(t)
	tab := newTestTab(t, base+"/ok")
	call(t, tab, "eval", "globalThis.kept = 1")
	visit(t, tab, base+"/ok#there")
	want := page.Info{URL: base + "/ok#there", Title: "ok", Status: 200, MIME: "text/html", Changes: 2}
	eventually(t, "the address has changed", func() bool { return tab.Info() == want })
	call(t, tab, "eval", "history.pushState({}, '', '/pushed')")
	eventually(t, "a push is a change", func() bool { return tab.Info().URL == base+"/pushed" && tab.Info().Changes == 3 })
	if err := tab.Go(deadline(t, 5*time.Second), page.Journey{Back: true}); err != nil {
		t.Fatal(err)
	}
	if tab.Info().URL != base+"/ok#there" || call(t, tab, "eval", "globalThis.kept") != "1" {
		t.Errorf("%+v", tab.Info())
	}
}

func TestHistory(t *testing.T) {
	base := odd(t)
	tab := newTestTab(t, base+"/ok")
	visit(t, tab, base+"/500")
	for _, test := range []struct {
		to  page.Journey
		url string
		err string
	}{
		{page.Journey{Back: true}, "/ok", ""},
		{page.Journey{Forward: true}, "/500", ""},
		{page.Journey{Forward: true}, "/500", "no page to go forward to"},
		{page.Journey{Reload: true}, "/500", ""},
		{page.Journey{Back: true}, "/ok", ""},
	} {
		before := tab.Info().Changes
		err := tab.Go(deadline(t, 5*time.Second), test.to)
		if test.err == "" && err != nil || test.err != "" && (fault.Of(err) != fault.NavigationFailed || !strings.Contains(err.Error(), test.err)) {
			t.Fatalf("%+v: %v", test.to, err)
		}
		if got := tab.Info(); got.URL != base+test.url || got.Loading || got.Status == 0 || test.err == "" && got.Changes == before {
			t.Errorf("%+v: %+v", test.to, got)
		}
	}
}

func TestGoThatFails(t *testing.T) {
	base := odd(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refusing := "http://" + closed.Addr().String() + "/"
	closed.Close()
	tab := newTestTab(t, base+"/ok")
	for to, want := range map[string]string{
		refusing:                  "refused",
		"http://nowhere.invalid/": "no server of that name",
		strings.Replace(base, "http", "https", 1): "does not speak TLS",
		"file:///no/such/file":                    "no such file",
		"not an address":                          "is not an address",
		base + "/204":                             "no document",
		base + "/file":                            "file to download",
		"mailto:someone@example.com":              "no document",
	} {
		start := time.Now()
		err := tab.Go(deadline(t, 5*time.Second), page.Journey{URL: to})
		if fault.Of(err) != fault.NavigationFailed || !strings.Contains(err.Error(), want) || time.Since(start) > 2*time.Second {
			t.Errorf("%s: %v after %v", to, err, time.Since(start))
		}
		visit(t, tab, base+"/ok")
	}
}

func TestReloadThatFails(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<title>x</title>") }))
	tab := newTestTab(t, server.URL)
	server.Close()
	err := tab.Go(deadline(t, 5*time.Second), page.Journey{Reload: true})
	if fault.Of(err) != fault.NavigationFailed || !strings.Contains(err.Error(), "refused") {
		t.Error(err)
	}
	if got := tab.Info(); got.URL != server.URL+"/" || got.Status != 0 {
		t.Errorf("%+v", got)
	}
}

func TestPageThatNeverFinishesLoading(t *testing.T) {
	t.Parallel()
	base := odd(t)
	for _, test := range []struct {
		path, title string
		patience    time.Duration
	}{
		{"/image-hangs", "half", 10 * time.Second}, // its HTML is complete: not waited for to the end
		{"/body-hangs", "", 1500 * time.Millisecond},
	} {
		t.Run(test.path[1:], func(t *testing.T) {
			t.Parallel()
			tab := newTestTab(t, "")
			start := time.Now()
			if err := tab.Go(deadline(t, test.patience), page.Journey{URL: base + test.path}); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > loadPatience+time.Second || took > test.patience {
				t.Errorf("took %v", took)
			}
			if got := tab.Info(); !got.Loading || got.Title != test.title {
				t.Errorf("%+v", got)
			}
			call(t, tab, "eval", "document.title")
			visit(t, tab, base+"/ok")
		})
	}
}

func TestServerThatNeverAnswers(t *testing.T) {
	t.Parallel()
	base := odd(t)
	tab := newTestTab(t, base+"/ok")
	err := tab.Go(deadline(t, time.Second), page.Journey{URL: base + "/silent"})
	if fault.Of(err) != fault.WaitTimeout {
		t.Fatal(err)
	}
	if got := call(t, tab, "eval", "location.pathname"); got != `"/ok"` || tab.Info().URL != base+"/ok" {
		t.Errorf("%s, %+v", got, tab.Info())
	}
	visit(t, tab, base+"/500")
}

func TestScriptThatSendsUsOn(t *testing.T) {
	base := odd(t)
	tab := newTestTab(t, base+"/script-to")
	eventually(t, "the second page is there", func() bool { return tab.Info().Title == "ok" && !tab.Info().Loading })
}

func TestNowhereToGo(t *testing.T) {
	if err := newTestTab(t, "").Go(t.Context(), page.Journey{}); fault.Of(err) != fault.BadArgument {
		t.Error(err)
	}
}
