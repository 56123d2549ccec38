package mcpserver_test

import (
	"context"
	"fmt"
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
