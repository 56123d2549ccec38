package mcpserver_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/domsight/domsight/internal/mcpserver"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// The two eras of the protocol: with sessions of its own, and without.
const (
	sessions  = "2025-11-25"
	stateless = "2026-07-28"
)

// overHTTP serves until the test ends, and returns the address.
func overHTTP(t *testing.T, server *mcpserver.Server) string {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- server.Serve(ctx, on) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + on.Addr().String() + "/mcp"
}

func dial(t *testing.T, address, era string) *mcp.ClientSession {
	t.Helper()
	own := &http.Transport{} // closed with the client, for the leak check
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: own}}, &mcp.ClientSessionOptions{ProtocolVersion: era})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		own.CloseIdleConnections()
	})
	if got := client.InitializeResult().ProtocolVersion; got != era {
		t.Fatalf("the client speaks %s, want %s", got, era)
	}
	return client
}

// agent is a client that repeats the session it was told.
type agent struct {
	*mcp.ClientSession
	handle string
}

var handlePart = regexp.MustCompile(`Session: (\w+)`)

func (a *agent) call(t *testing.T, name, args string) string {
	t.Helper()
	if a.handle != "" {
		args = strings.Replace(args, "{", `{"session": "`+a.handle+`", `, 1)
		args = strings.Replace(args, ", }", "}", 1)
	}
	reply := call(t, a.ClientSession, name, args)
	if m := handlePart.FindStringSubmatch(reply); m != nil {
		a.handle = m[1]
	}
	return reply
}

// A page that shows its cookie, and another that sets it. As long as it is open, the page holds a connection.
func cookiePages(t *testing.T) (address string, open func(who string) bool) {
	held := make(chan string, 100)
	let := make(chan string, 100)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := r.URL.Query().Get("who")
		switch r.URL.Path {
		case "/set":
			http.SetCookie(w, &http.Cookie{Name: "who", Value: who})
			fmt.Fprintf(w, `<!doctype html><title>set</title><h1>set</h1><script>fetch('/alive?who=%s')</script>`, who)
		case "/alive":
			held <- who
			<-r.Context().Done()
			let <- who
		default:
			fmt.Fprintf(w, `<!doctype html><title>show</title><h1>cookie: %s</h1>`, r.Header.Get("Cookie"))
		}
	}))
	t.Cleanup(func() {
		web.CloseClientConnections() // or it would wait for tabs that a failed test left open
		web.Close()
	})
	alive := map[string]bool{}
	return web.URL, func(who string) bool {
		for {
			select {
			case who := <-held:
				alive[who] = true
			case who := <-let:
				alive[who] = false
			case <-time.After(20 * time.Millisecond):
				return alive[who]
			}
		}
	}
}

func TestClientsOfBothErasHaveTheirOwnCookiesAndTabs(t *testing.T) {
	address := overHTTP(t, newServer())
	web, _ := cookiePages(t)
	agents := map[string]*agent{}
	for _, name := range []string{sessions + "a", sessions + "b", stateless + "a", stateless + "b"} {
		agents[name] = &agent{ClientSession: dial(t, address, name[:len(name)-1])}
	}
	for name, a := range agents {
		if reply := a.call(t, "navigate", `{"url": "`+web+`/set?who=`+name+`"}`); strings.HasPrefix(name, stateless) != (a.handle != "") {
			t.Errorf("%s: session is %q after\n%s", name, a.handle, reply)
		}
	}
	for name, a := range agents {
		a.call(t, "navigate", `{"url": "`+web+`/show"}`)
		if reply := a.call(t, "dom_overview", `{}`); !strings.Contains(reply, `"cookie: who=`+name+`"`) {
			t.Errorf("%s reads\n%s", name, reply)
		}
		if reply := a.call(t, "tabs", `{}`); strings.Count(reply, "| http") != 1 {
			t.Errorf("%s has other tabs than its own:\n%s", name, reply)
		}
	}
}

// An agent that forgets its handle must notice: no blank page is opened behind its back.
func TestStatelessCallsWithoutASession(t *testing.T) {
	address := overHTTP(t, newServer())
	client := dial(t, address, stateless)
	for _, c := range []struct{ name, args, want string }{
		{"dom_overview", `{}`, "error bad_argument: the call does not say which session it belongs to\nnext: repeat the session that navigate's reply named"},
		{"dom_overview", `{"session": "gone"}`, `error bad_argument: there is no session "gone"`},
		{"navigate", `{"session": "gone", "url": "about:blank"}`, "next: navigate without session begins a new one"},
		{"navigate", `{"session": 7, "url": "about:blank"}`, "session must be a string, not a number"},
		{"navigate", `{"url": "http://127.0.0.1:1/"}`, "error navigation_failed"},
		{"tabs", `{}`, "no tab is open\nnext: navigate opens one"},
		{"configure", `{"action": "health"}`, "domsight: test"},
	} {
		reply := call(t, client, c.name, c.args)
		if !strings.Contains(reply, c.want) || strings.Contains(reply, "Session:") {
			t.Errorf("%s %s: want %q and no session in\n%s", c.name, c.args, c.want, reply)
		}
	}
	a := &agent{ClientSession: client}
	a.call(t, "tabs", `{"action": "open", "url": "data:text/html,<h1>mine</h1>"}`)
	if a.handle == "" {
		t.Fatal("tabs open begins no session")
	}
	if reply := a.call(t, "dom_overview", `{}`); !strings.Contains(reply, `"mine"`) || !strings.Contains(reply, "Session: "+a.handle) {
		t.Errorf("the agent reads\n%s", reply)
	}
	for _, tool := range list(t, client) {
		if !strings.Contains(fmt.Sprint(tool.InputSchema), "session") {
			t.Errorf("%s does not say that it takes a session", tool.Name)
		}
	}
}

func list(t *testing.T, client *mcp.ClientSession) []*mcp.Tool {
	t.Helper()
	tools, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return tools.Tools
}

func TestTabsCloseWithTheirClient(t *testing.T) {
	web, open := cookiePages(t)
	server := newServer()
	server.Idle = 700 * time.Millisecond
	address := overHTTP(t, server)
	visit := func(era, who string) *agent {
		a := &agent{ClientSession: dial(t, address, era)}
		a.call(t, "navigate", `{"url": "`+web+"/set?who="+who+`"}`)
		if !soon(func() bool { return open(who) }) {
			t.Fatalf("%s is not open", who)
		}
		return a
	}
	leaves := visit(sessions, "leaves")
	idles := visit(sessions, "idles")
	forgets := visit(stateless, "forgets")
	stays := visit(stateless, "stays")
	leaves.Close()
	if !soon(func() bool { return !open("leaves") }) {
		t.Error("the tab of a client that said goodbye is open")
	}
	for end := time.Now().Add(1200 * time.Millisecond); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		stays.call(t, "tabs", `{}`)
	}
	if open("idles") || open("forgets") {
		t.Error("the tab of a client that was silent is open")
	}
	if !open("stays") {
		t.Error("the tab of a client that calls was closed")
	}
	if reply := forgets.call(t, "dom_overview", `{}`); !strings.Contains(reply, "there is no session") {
		t.Errorf("a session that ended answers\n%s", reply)
	}
	if result, err := idles.CallTool(t.Context(), &mcp.CallToolParams{Name: "tabs"}); err == nil {
		t.Errorf("a session that ended answers %v", result)
	}
}

func TestEndOfTheServerClosesEveryTab(t *testing.T) {
	web, open := cookiePages(t)
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- newServer().Serve(ctx, on) }()
	for _, era := range []string{sessions, stateless} {
		a := &agent{ClientSession: dial(t, "http://"+on.Addr().String()+"/mcp", era)}
		a.call(t, "navigate", `{"url": "`+web+"/set?who="+era+`"}`)
		if !soon(func() bool { return open(era) }) {
			t.Fatalf("%s is not open", era)
		}
	}
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(4 * time.Second):
		t.Fatal("the server does not end")
	}
	for _, era := range []string{sessions, stateless} {
		if !soon(func() bool { return !open(era) }) {
			t.Errorf("the tab of %s is open", era)
		}
	}
}

func soon(ok func() bool) bool {
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return true
		}
	}
	return false
}

// What no client sends, and a web page might.
func TestWebPagesAreRefused(t *testing.T) {
	plain := newServer().NewHTTP()
	defer plain.Close()
	secret := newServer()
	secret.Token = "s3cret"
	guarded := secret.NewHTTP()
	defer guarded.Close()
	head := func(pairs ...string) http.Header {
		h := http.Header{}
		for i := 0; i < len(pairs); i += 2 {
			h.Set(pairs[i], pairs[i+1])
		}
		return h
	}
	const refused, unknown = http.StatusForbidden, http.StatusUnauthorized
	for _, c := range []struct {
		name    string
		handler http.Handler
		host    string
		header  http.Header
		status  int // 0: whatever the protocol says
	}{
		{"a client", plain, "127.0.0.1:80", head(), 0},
		{"a client by name", plain, "localhost:80", head(), 0},
		{"a client by IPv6", plain, "[::1]:80", head(), 0},
		{"DNS rebinding", plain, "evil.example:80", head(), refused},
		{"DNS rebinding, of one origin", plain, "evil.example", head("Origin", "http://evil.example", "Sec-Fetch-Site", "same-origin"), refused},
		{"a name that begins well", plain, "127.0.0.1.evil.example", head(), refused},
		{"another name that begins well", plain, "localhost.evil.example", head(), refused},
		{"no host", plain, "", head(), refused},
		{"another origin", plain, "127.0.0.1:80", head("Origin", "https://evil.example"), refused},
		{"another port of this machine", plain, "127.0.0.1:80", head("Origin", "http://127.0.0.1:3000"), refused},
		{"a sandboxed page", plain, "127.0.0.1:80", head("Origin", "null"), refused},
		{"another site, without an origin", plain, "127.0.0.1:80", head("Sec-Fetch-Site", "cross-site"), refused},
		{"the same site", plain, "127.0.0.1:80", head("Sec-Fetch-Site", "same-site"), refused},
		{"our own origin", plain, "127.0.0.1:80", head("Origin", "http://127.0.0.1:80"), 0},
		{"no token", guarded, "127.0.0.1:80", head(), unknown},
		{"a wrong token", guarded, "127.0.0.1:80", head("Authorization", "Bearer s3cre"), unknown},
		{"a token of another scheme", guarded, "127.0.0.1:80", head("Authorization", "Basic s3cret"), unknown},
		{"the token", guarded, "127.0.0.1:80", head("Authorization", "Bearer s3cret"), 0},
		{"the token, from another machine", guarded, "box.example:80", head("Authorization", "bearer s3cret"), 0},
		{"the token, in a web page", guarded, "box.example:80", head("Authorization", "Bearer s3cret", "Origin", "http://evil.example"), refused},
	} {
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete, http.MethodOptions} {
			r := httptest.NewRequest(method, "/mcp", strings.NewReader("{}"))
			r.Host = c.host
			for name := range c.header {
				r.Header.Set(name, c.header.Get(name))
			}
			w := httptest.NewRecorder()
			c.handler.ServeHTTP(w, r)
			ours := w.Code == refused || w.Code == unknown
			if c.status != 0 && w.Code != c.status || c.status == 0 && ours {
				t.Errorf("%s, %s: status %d, want %d: %s", c.name, method, w.Code, c.status, w.Body)
			}
			if allowed := w.Header().Get("Access-Control-Allow-Origin"); allowed != "" {
				t.Errorf("%s, %s: allowed to read for %s", c.name, method, allowed)
			}
		}
	}
}

// post sends a body as a client would.
func post(t *testing.T, address, era string, body io.Reader) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if era != "" {
		r.Header.Set("MCP-Protocol-Version", era)
	}
	own := &http.Transport{DisableKeepAlives: true}
	answer, err := (&http.Client{Transport: own, Timeout: 5 * time.Second}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text)
}

func TestNonsenseOverHTTP(t *testing.T) {
	address := overHTTP(t, newServer())
	large := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 2<<20) + `"}}`
	for _, c := range []struct {
		name, era, body string
		status          int
	}{
		{"too large", "", large, http.StatusRequestEntityTooLarge},
		{"too large, stateless", stateless, large, http.StatusRequestEntityTooLarge},
		{"no JSON", "", "nonsense", http.StatusBadRequest},
		{"no JSON, stateless", stateless, "nonsense", http.StatusBadRequest},
		{"an unknown version", "1999-01-01", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, http.StatusBadRequest},
		{"a version to come", "banana", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, http.StatusBadRequest},
		{"a call before the handshake", "", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tabs"}}`, http.StatusOK},
	} {
		if status, text := post(t, address, c.era, strings.NewReader(c.body)); status != c.status || text == "" {
			t.Errorf("%s: %d, want %d: %s", c.name, status, c.status, text)
		}
	}
	a := &agent{ClientSession: dial(t, address, sessions)}
	if reply := a.call(t, "tabs", `{}`); !strings.Contains(reply, "no tab is open") {
		t.Errorf("after all that, tabs answers\n%s", reply)
	}
}

// A session whose beginning failed is nobody's: the agent was not told its name.
func TestAFailedBeginningLeavesNothing(t *testing.T) {
	opened := make(chan page.Browser, 1)
	server := newServer()
	server.NewSession = func() *session.Session {
		return session.New(func(ctx context.Context) (page.Browser, error) {
			browser, err := openBrowser(ctx)
			if err == nil {
				opened <- browser
			}
			return browser, err
		})
	}
	client := dial(t, overHTTP(t, server), stateless)
	if reply := call(t, client, "navigate", `{"url": "http://127.0.0.1:1/"}`); !strings.HasPrefix(reply, "error navigation_failed") {
		t.Fatal(reply)
	}
	select {
	case <-(<-opened).Gone():
	case <-time.After(3 * time.Second):
		t.Error("its tabs are still open")
	}
}
