package mcpserver_test

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/domsight/domsight/internal/session"
)

func html(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<!doctype html>"+body)
	}
}

func answer(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// hold sends what it has and then nothing more.
func hold(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if body != "" {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, body)
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	}
}

// raw answers with bytes that are no HTTP, or not enough of it.
func raw(bytes string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(conn, bytes)
		_ = conn.Close()
	}
}

const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>"
const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82"

// bad is what the web has in store: what an agent reads when it goes there, and when it looks around then.
var bad = []struct {
	name   string
	at     http.HandlerFunc // served at /bad
	url    string           // or an address of its own
	landed []string         // parts of the reply to navigate
	looked []string         // parts of the reply to dom_overview
	waits  time.Duration    // before it looks
	slow   bool             // needs time, and the machine for itself
}{
	{name: "never answers", at: hold(""), landed: []string{"error wait_timeout: http://web/bad did not answer in time"}, looked: []string{"about:blank"}},
	{name: "never ends", at: hold("<!doctype html><title>Half</title><h1>Half a page</h1><button>Go</button>" + strings.Repeat(" ", 4096)),
		landed: []string{`"Half" | still loading`}, looked: []string{`button "Go"`, `"Half" | loading`}},
	{name: "loops for ever at once", at: html(`<title>Loop</title><h1>Before</h1><script>while(true);</script>`),
		landed: []string{"still loading"}, looked: []string{"error wait_timeout: the page did not answer in time", "retryable: yes"}},
	{name: "loops for ever later", at: html(`<title>Later</title><h1>Fine so far</h1><script>setTimeout(()=>{while(true);},300)</script>`),
		waits: 500 * time.Millisecond, landed: []string{`"Later"`}, looked: []string{"error wait_timeout: the page did not answer in time", "retryable: yes"}},
	{name: "is very large", at: html(`<title>Large</title><h1>Large</h1>` + strings.Repeat(`<p><button>b</button></p>`, 50_000)), slow: true,
		landed: []string{`"Large"`}, looked: []string{`h1: "Large"`}},
	{name: "alerts", at: html(`<title>Alert</title><h1>Alert</h1><script>alert('look at me')</script>`),
		landed: []string{`Dialog, answered: "alert: look at me"`}, looked: []string{`h1: "Alert"`}},
	{name: "alerts for ever", at: html(`<title>Alerts</title><h1>Alerts</h1><script>while(true)alert('again')</script>`),
		landed: []string{`Dialog, answered: "alert: again"`}, looked: []string{"error wait_timeout"}},
	{name: "asks", at: html(`<title>Ask</title><h1></h1><script>document.querySelector('h1').textContent='confirm '+confirm('sure?')+' prompt '+prompt('name?')</script>`),
		landed: []string{`"confirm: sure?"`, `"prompt: name?"`}, looked: []string{"confirm false prompt null"}},
	{name: "does not want to be left", at: html(`<title>Stay</title><h1>Stay</h1><script>onbeforeunload=e=>{e.preventDefault();return 'stay'}</script>`),
		landed: []string{`"Stay"`}, looked: []string{`h1: "Stay"`}},
	{name: "is a PDF", at: answer(200, "application/pdf", pdf), landed: []string{"error navigation_failed", "is a file to download, not a page", "the page from before is still there"},
		looked: []string{"about:blank", `Download offered, not kept: "bad.pdf`}},
	{name: "is an image", at: answer(200, "image/png", png), landed: []string{"http://web/bad"}, looked: []string{"error page_unsupported: the page is image/png, not HTML"}},
	{name: "is JSON", at: answer(200, "application/json", `{"name":"value"}`), landed: []string{"Tab: 1 | http://web/bad"}, looked: []string{"http://web/bad"}},
	{name: "is text", at: answer(200, "text/plain", "just words"), landed: []string{"Tab: 1 | http://web/bad"}, looked: []string{"http://web/bad"}},
	{name: "is XML", at: answer(200, "application/xml", "<a><b>deep</b></a>"), landed: []string{"Tab: 1 | http://web/bad"}, looked: []string{"http://web/bad"}},
	{name: "is a file", at: answer(200, "application/zip", "PK\x03\x04"), landed: []string{"is a file to download, not a page"},
		looked: []string{"about:blank", `Download offered, not kept: "bad.zip`}},
	{name: "is empty HTML", at: answer(200, "text/html", ""), landed: []string{"Tab: 1 | http://web/bad"}, looked: []string{"[0] body"}},
	{name: "is missing, with words", at: answer(404, "text/html", "<!doctype html><title>Gone</title><h1>Nothing here</h1>"),
		landed: []string{`"Gone" | HTTP 404`}, looked: []string{"HTTP 404", `"Nothing here"`}},
	{name: "is missing, without words", at: answer(404, "text/html", ""), landed: []string{"HTTP 404"}, looked: []string{"HTTP 404"}},
	{name: "breaks", at: answer(500, "text/html", "<!doctype html><title>Oops</title><h1>Our fault</h1>"),
		landed: []string{`"Oops" | HTTP 500`}, looked: []string{"HTTP 500", `"Our fault"`}},
	{name: "breaks without words", at: answer(500, "text/html", ""), landed: []string{"HTTP 500"}, looked: []string{"HTTP 500"}},
	{name: "has nothing to say", at: answer(204, "text/html", ""), landed: []string{"error navigation_failed", "the server sent no document (such as 204)"}, looked: []string{"about:blank"}},
	{name: "redirects for ever", at: func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/bad?"+r.URL.RawQuery+"x", http.StatusFound)
	},
		landed: []string{"the server redirects in a circle"}, looked: []string{errorPage}},
	{name: "has a huge header", at: hugeHeader, landed: []string{"error navigation_failed", "HEADERS_TOO_BIG"}, looked: []string{errorPage}},
	{name: "hangs up", at: raw(""), landed: []string{"the server sent nothing"}, looked: []string{errorPage}},
	{name: "is no HTTP", at: raw("SSH-2.0-OpenSSH_9.2\r\n"), landed: []string{"the server's answer is not HTTP"}, looked: []string{errorPage}},
	{name: "hangs up in the middle", at: raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n<!doctype html><title>Cut</title>"),
		landed: []string{"http://web/bad"}, looked: []string{"error page_unsupported: the page has no document to read"}},
	{name: "is refused", url: "http://closed/", landed: []string{"error navigation_failed", "CONNECTION_REFUSED", "next: check the address and that the server runs"}, looked: []string{errorPage}},
	{name: "is an unsafe port", url: "http://127.0.0.1:22/", landed: []string{"browsers do not connect to that port"}, looked: []string{errorPage}},
	{name: "is unknown", url: "http://no-such-host.invalid/", landed: []string{"there is no server of that name"}, looked: []string{"http://no-such-host.invalid/ could not be loaded"}},
	{name: "has an untrusted certificate", url: "https://self-signed/", landed: []string{"the server's certificate is not trusted"}, looked: []string{errorPage}},
	{name: "is the browser's own", url: "chrome://no-such-page", landed: []string{"error navigation_failed: chrome://no-such-page could not be loaded"}, looked: []string{errorPage}},
	{name: "is blank", url: "about:blank", landed: []string{"Tab: 1 | about:blank"}, looked: []string{"[0] body"}},
	{name: "is data", url: "data:text/html,<title>Data</title><h1>Inline</h1>", landed: []string{`"Data"`}, looked: []string{`h1: "Inline"`}},
	{name: "is script", url: "javascript:alert(1)", landed: []string{"error not_allowed: javascript: addresses are not followed"}, looked: []string{"about:blank"}},
	{name: "is a file that is not there", url: "file:///no/such/file.html", landed: []string{"there is no such file"}, looked: []string{errorPage}},
	{name: "is of an unknown scheme", url: "gopher://example.com/", landed: []string{"error navigation_failed: gopher://example.com/"}, looked: []string{"about:blank"}},
	{name: "is nonsense", url: "http://[nonsense", landed: []string{`error bad_argument: "http://[nonsense" is not an address`}, looked: []string{"about:blank"}},
	{name: "is empty", url: "", landed: []string{"error bad_argument: give a url"}, looked: []string{"about:blank"}},
}

const errorPage = "could not be loaded: the tab shows the browser's own error page\nnext: navigate to it again, or elsewhere, or back"

func hugeHeader(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("X-Huge", strings.Repeat("x", 400<<10))
	_, _ = io.WriteString(w, "<h1>hi</h1>")
}

// Whatever the web does, there is a clear reply in time, and the next call works.
func TestBadInput(t *testing.T) {
	fine := html(`<title>Fine</title><h1>All is well</h1>`)
	selfSigned := httptest.NewUnstartedServer(fine)
	selfSigned.Config.ErrorLog = log.New(io.Discard, "", 0)
	selfSigned.StartTLS()
	defer selfSigned.Close()
	closed := httptest.NewServer(fine)
	closed.Close()
	t.Run("page", func(t *testing.T) { // returns when all of them have
		for _, c := range bad {
			t.Run(c.name, func(t *testing.T) {
				if !c.slow {
					t.Parallel()
				}
				web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/bad" {
						c.at(w, r)
						return
					}
					fine(w, r)
				}))
				defer web.Close()
				defer web.CloseClientConnections()
				server := hasty()
				if c.slow {
					server = newServer()
				}
				client := connectTo(t, server)
				url := strings.NewReplacer("http://closed", closed.URL, "https://self-signed", selfSigned.URL).Replace(c.url)
				if c.at != nil {
					url = web.URL + "/bad"
				}
				most := 8 * time.Second // the longest deadline of hasty, on a busy machine
				if c.slow {
					most = session.DefaultDeadlines.Capture
				}
				expect(t, "navigate", timed(t, client, most, "navigate", fmt.Sprintf(`{"url": %q}`, url)), web.URL, c.landed)
				time.Sleep(c.waits)
				expect(t, "dom_overview", timed(t, client, most, "dom_overview", `{}`), web.URL, c.looked)
				timed(t, client, most, "navigate", `{"url": "`+web.URL+`/fine"}`)
				expect(t, "the next page", timed(t, client, most, "dom_overview", `{}`), web.URL, []string{`h1: "All is well"`})
			})
		}
	})
}

// timed is call, with a limit to the time that it may take.
func timed(t *testing.T, client *mcp.ClientSession, most time.Duration, name, args string) string {
	t.Helper()
	began := time.Now()
	reply := call(t, client, name, args)
	if took := time.Since(began); took > most {
		t.Errorf("%s took %s", name, took)
	}
	return reply
}

func expect(t *testing.T, what, reply, base string, parts []string) {
	t.Helper()
	reply = strings.ReplaceAll(reply, base, "http://web")
	for _, part := range parts {
		if !strings.Contains(reply, part) {
			t.Errorf("%s: want %q in\n%s", what, part, reply)
		}
	}
	if len(parts) == 0 {
		t.Errorf("%s: nothing is expected of\n%s", what, reply)
	}
}

// A page that loops is stopped after it was waited for in vain, and can be read then.
func TestAPageThatLoopsIsStopped(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(html(`<title>Later</title><h1>Fine so far</h1><script>setTimeout(()=>{while(true);},100)</script>`))
	defer web.Close()
	client := connectTo(t, hasty())
	call(t, client, "navigate", `{"url": "`+web.URL+`"}`)
	time.Sleep(200 * time.Millisecond)
	var reply string
	for range 4 { // as an agent that reads "retryable: yes"
		if reply = call(t, client, "dom_overview", `{}`); !strings.HasPrefix(reply, "error") {
			break
		}
	}
	expect(t, "dom_overview", reply, web.URL, []string{`h1: "Fine so far"`})
	// The reply may be faster than who stopped the script: then the next one tells of it.
	if !soon(func() bool {
		return strings.Contains(reply+call(t, client, "tabs", `{}`), "a script of the page ran without end and was stopped")
	}) {
		t.Errorf("nobody says that a script was stopped")
	}
}

// A tab that closes by itself is missed once; no other tab takes its place unnoticed.
func TestATabThatClosesItself(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/", html(`<title>First</title><h1>First</h1><script>open('/popup')</script>`))
	mux.HandleFunc("/popup", html(`<title>Popup</title><h1>Popup</h1><script>addEventListener('message', () => close()); setTimeout(close, 700)</script>`))
	web := httptest.NewServer(mux)
	defer web.Close()
	client := connectTo(t, hasty())
	expect(t, "navigate", call(t, client, "navigate", `{"url": "`+web.URL+`"}`), web.URL, []string{"Opened tab 2"})
	call(t, client, "tabs", `{"action": "select", "tab_id": "2"}`)
	expect(t, "the popup", call(t, client, "dom_overview", `{}`), web.URL, []string{`h1: "Popup"`})
	time.Sleep(900 * time.Millisecond)
	expect(t, "its end", call(t, client, "dom_overview", `{}`), web.URL, []string{
		"error tab_not_found: tab 2, the current one, has closed by itself\nnext: open tabs: 1 (http://web/)"})
	expect(t, "the next call", call(t, client, "dom_overview", `{}`), web.URL, []string{"Tab: 1", `h1: "First"`})
}
