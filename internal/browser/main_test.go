package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/domsight/domsight/internal/page"
)

// script stands in for the engine.
var script = page.Script{World: "domsight", Global: "__t", Source: `globalThis.__t = {
	adopted: [],
	echo: a => JSON.stringify(a),
	big: n => { let rows = []; while (n > 0) { rows.push({ref: n, role: 'button', name: 'Save changes', box: [12, 34, 56, 78]}); n -= 75 } return JSON.stringify(rows) },
	eval: code => JSON.stringify((0, eval)(code) ?? null),
	later: a => new Promise(done => setTimeout(() => done(JSON.stringify(a)), 20)),
	never: () => new Promise(() => {}),
	loop: () => { for (;;); },
	fail: message => { throw new Error(message) },
	reject: message => Promise.reject(new Error(message)),
	tag: el => JSON.stringify(el.tagName + '#' + el.id),
	closed() { // elements whose shadow root cannot be seen from here
		const found = [];
		const walk = root => root.querySelectorAll('*').forEach(el => {
			if (el.localName.includes('-') && !el.shadowRoot && !__t.adopted.some(a => a.host === el)) found.push(el);
			if (el.shadowRoot) walk(el.shadowRoot);
		});
		walk(document);
		__t.adopted.forEach(a => walk(a.root));
		return found;
	},
	adopt(host, root) { __t.adopted.push({host, root}) },
	adoptedText: () => JSON.stringify(__t.adopted.map(a => a.root.textContent.trim())),
};
globalThis.__came = document.body ? 'late' : 'early';`}

var shared *Process // the browser of most tests

func TestMain(m *testing.M) {
	if os.Getenv(helperVariable) != "" {
		helper()
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	var err error
	if shared, err = Launch(ctx, Options{Script: script, Args: []string{"--site-per-process"}}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	cancel()
	code := m.Run()
	if err := shared.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "close:", err)
		code = 1
	}
	http.DefaultClient.CloseIdleConnections()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

func deadline(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// newBrowser is a context of its own in the shared browser.
func newBrowser(t *testing.T) page.Browser {
	t.Helper()
	b, err := shared.Context(deadline(t, 10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// newTab is a tab at an address; blank if that is empty.
func newTestTab(t *testing.T, url string) page.Tab {
	t.Helper()
	tab, err := newBrowser(t).Open(deadline(t, 10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if url != "" {
		visit(t, tab, url)
	}
	return tab
}

func visit(t *testing.T, tab page.Tab, url string) {
	t.Helper()
	if err := tab.Go(deadline(t, 10*time.Second), page.Journey{URL: url}); err != nil {
		t.Fatal(err)
	}
}

// call runs a function of the script in the top frame and returns its JSON.
func call(t *testing.T, tab page.Tab, function string, arg any) string {
	t.Helper()
	answer, err := tab.Call(deadline(t, 5*time.Second), "", function, arg)
	if err != nil {
		t.Fatalf("%s: %v", function, err)
	}
	return string(answer)
}

// eventually waits for something that the browser does by itself.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so within 5 s: %s", what)
		}
	}
}

// site serves pages by path. The second address is another site to the browser.
func site(t *testing.T, pages map[string]string) (url, other string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := pages[r.URL.Path]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			text = "<title>Missing</title>no such page"
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if strings.HasPrefix(text, "postMessage") {
			w.Header().Set("Content-Type", "text/javascript")
		}
		port := r.Host[strings.LastIndex(r.Host, ":"):]
		fmt.Fprint(w, strings.NewReplacer("{here}", "http://127.0.0.1"+port, "{other}", "http://localhost"+port).Replace(text))
	}))
	t.Cleanup(server.Close)
	return server.URL, strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
}
