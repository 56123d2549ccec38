package mcpserver_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// strange has everything that makes a selector hard to write: quotes, colons, emoji, newlines, twins, other namespaces, other
// directions.
const strange = `<!doctype html><meta charset="utf-8"><title>Strange</title>
<button id='say "hi"'>Quotes</button><button id="a:b.c#d">Colons</button><button id="🦊🔥">Emoji</button><button id="two
lines">Newline</button><button id="1st">Digit</button><button id="back\slash">Backslash</button><button id=" lead">Space</button><button id="-">Dash</button>
<button id="twin">First twin</button><button id="twin">Second twin</button><button id="__proto__">Proto</button>
<svg width="60" height="20"><a href="/svg"><text y="15">In SVG</text></a></svg><math><mi href="/math" tabindex="0">x</mi></math>
<p dir="rtl"><a href="/he">שלום עולם</a> <a href="/ar">مرحبا بالعالم</a></p><button>Zoë Z̈o̊ë</button><button aria-label="it's a 'quote' \ here">Q</button>
<button>>>> go on</button><button class="a:b [c] {d} 50%">Classy</button><button data-testid='x"y]'>Test id</button><button title="line
break">Title</button><a href="/x?a=1&b='2'">Address</a><button>  spaced    out  </button><button>:contains('x')</button>
<form><input name="id"><input name="children"><input name="getAttribute"></form>`

func TestStrangeElementsHaveHints(t *testing.T) {
	web := httptest.NewServer(servePages(map[string][]byte{"/page.html": []byte(strange)}))
	defer web.Close()
	agent := session.New(openBrowser)
	defer agent.Close()
	tab, err := agent.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Go(t.Context(), page.Journey{URL: web.URL + "/page.html"}); err != nil {
		t.Fatal(err)
	}
	now, err := tab.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	nodes := toActOn(now)
	if len(nodes) < 25 {
		t.Fatalf("only %d elements", len(nodes))
	}
	hints, err := tab.Hints(t.Context(), now, nodes)
	if err != nil {
		t.Fatal(err)
	}
	for k, i := range nodes {
		if len(hints[k]) == 0 {
			t.Errorf("no hint for %s %q", now.Nodes[i].Tag, now.Nodes[i].Name)
		}
		for _, hint := range hints[k] {
			roundTrip(t, tab, now.Nodes[i], hint)
		}
	}
}

// TestQueriesThatCannotBeAnswered gives query_dom and dom_search what they must refuse, each with its reason (Q-44..Q-49).
func TestQueriesThatCannotBeAnswered(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/file.pdf" {
			w.Header().Set("Content-Type", "application/pdf")
			fmt.Fprint(w, "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Plain</title><button>One</button>")
	}))
	defer web.Close()
	client := connect(t)
	call(t, client, "navigate", `{"url": "`+web.URL+`/"}`)
	refused := func(tool, args, code string) {
		t.Helper()
		began := time.Now()
		reply := call(t, client, tool, args)
		if !strings.Contains(reply, code) || !strings.HasPrefix(reply, "error ") && !strings.HasPrefix(reply, `{"error"`) {
			t.Errorf("%s %.80s: %.300s\nwant %s", tool, args, reply, code)
		}
		if took := time.Since(began); took > 11*time.Second {
			t.Errorf("%s %.80s: took %s", tool, args, took)
		}
		if len(reply) > 3000 {
			t.Errorf("%s %.80s: an error of %d bytes", tool, args, len(reply))
		}
	}
	quoted := func(s string) string { data, _ := json.Marshal(s); return string(data) }
	enormous := quoted(strings.Repeat("div > ", 100_000) + "[")
	for _, selector := range []string{`""`, `"   "`, `"["`, `"a,,b"`, `"a >>> "`, `">>> b"`, `"::::"`, `"div:contains('x"`, `"li:has(a:contains('x'))"`, enormous} {
		refused("query_dom", `{"selector": `+selector+`}`, "invalid_selector")
	}
	refused("dom_search", `{"query": {"selector": `+enormous+`}}`, "invalid_selector")
	refused("dom_inspect", `{"elementId": `+enormous+`}`, "invalid_selector")
	if reply := call(t, client, "query_dom", `{"selector": `+quoted(strings.Repeat("button, ", 50_000)+"button")+`}`); !strings.Contains(reply, `"totalMatchCount":1,`) {
		t.Errorf("a long list of selectors: %.300s", reply)
	}

	call(t, client, "tabs", `{"action": "open", "url": "`+web.URL+`/", "name": "second"}`)
	call(t, client, "tabs", `{"action": "close", "name": "second"}`)
	refused("query_dom", `{"selector": "button", "tab_id": "second"}`, "tab_not_found")
	refused("dom_search", `{"query": {"tag": "button"}, "tab_id": 2}`, "tab_not_found")

	// A browser without a viewer for it offers a PDF as a download, and stays where it is.
	if reply := call(t, client, "navigate", `{"url": "`+web.URL+`/file.pdf"}`); !strings.Contains(reply, "ownload") {
		refused("query_dom", `{"selector": "button"}`, "page_unsupported")
		refused("dom_search", `{"query": {"tag": "button"}}`, "page_unsupported")
	}
	// A browser without pages of its own shows an error instead.
	if reply := call(t, client, "navigate", `{"url": "chrome://version"}`); strings.HasPrefix(reply, "error ") {
		refused("query_dom", `{"selector": "button"}`, "navigation_failed")
	}

	call(t, client, "navigate", `{"url": "`+web.URL+`/"}`)
	if reply := call(t, client, "query_dom", `{"selector": "button"}`); !strings.Contains(reply, `"totalMatchCount":1,`) {
		t.Errorf("after all that: %.300s", reply)
	}
}

// A million matches are counted, and fifty are told.
func TestMillionMatches(t *testing.T) {
	if testing.Short() {
		t.Skip("a page of a million elements")
	}
	web := httptest.NewServer(servePages(map[string][]byte{"/page.html": []byte(`<title>Many</title><main id=m></main>
<script>m.innerHTML = '<b></b>'.repeat(1000000)</script>`)}))
	defer web.Close()
	client := connect(t)
	call(t, client, "navigate", `{"url": "`+web.URL+`/page.html"}`)
	began := time.Now()
	reply := call(t, client, "query_dom", `{"selector": "b"}`)
	if !strings.Contains(reply, `"totalMatchCount":1000000,"returnedMatchCount":50,`) {
		t.Errorf("%.400s", reply)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %s", took)
	} else {
		t.Logf("in %s, %d bytes", took, len(reply))
	}
}

// Queries at once, on two tabs, never get each other's answers.
func TestQueriesAtOnce(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>%[1]s</title><script>for (let i = 0; i < 30; i++) document.write('<p id=p' + i + '>%[1]s ' + i + '</p>')</script>`, r.URL.Path[1:])
	}))
	defer web.Close()
	client := connect(t)
	call(t, client, "navigate", `{"url": "`+web.URL+`/left"}`)
	call(t, client, "tabs", `{"action": "open", "url": "`+web.URL+`/right", "name": "right"}`)
	done := make(chan error)
	for i := range 30 {
		for tab, words := range map[string]string{"1": "left", "right": "right"} {
			go func() {
				reply := call(t, client, "query_dom", fmt.Sprintf(`{"selector": "#p%d", "tab_id": %q}`, i, tab))
				if want := fmt.Sprintf(`"text":"%s %d"`, words, i); !strings.Contains(reply, want) {
					done <- fmt.Errorf("want %s in %.300s", want, reply)
					return
				}
				done <- nil
			}()
		}
	}
	for range 60 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// Calls at once on one tab, each of which gives out refs, all get an answer, and one element has one ref.
func TestLooksAtOnce(t *testing.T) {
	web := httptest.NewServer(servePages(map[string][]byte{"/page.html": []byte(`<title>Busy</title><main id=m></main>
<script>for (let i = 0; i < 200; i++) m.insertAdjacentHTML('beforeend', '<button>B' + i + '</button>'); setInterval(() => m.firstChild.title = Math.random(), 5)</script>`)}))
	defer web.Close()
	client := connect(t)
	call(t, client, "navigate", `{"url": "`+web.URL+`/page.html"}`)
	replies := make(chan string)
	asked := 0
	for i := range 8 {
		for tool, args := range map[string]string{"dom_search": fmt.Sprintf(`{"name_exact": "B%d"}`, i), "dom_overview": `{"refresh": true, "max_rows": 100}`,
			"dom_structure": `{}`, "get_serialized_dom": `{}`, "dom_inspect": fmt.Sprintf(`{"elementId": "button:nth-of-type(%d)"}`, i+1)} {
			asked++
			go func() { replies <- tool + "\n" + call(t, client, tool, args) }()
		}
	}
	for range asked {
		if reply := <-replies; strings.Contains(reply, "\nerror ") {
			t.Errorf("%.300s", reply)
		}
	}
	if first, second := call(t, client, "dom_search", `{"name_exact": "B3"}`), call(t, client, "dom_search", `{"name_exact": "B3"}`); first != second {
		t.Errorf("one element, two answers:\n%s\n%s", first, second)
	}
}
