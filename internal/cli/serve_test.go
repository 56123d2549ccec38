//go:build linux

package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const hello = "data:text/html,<title>Hello</title><button>Go</button>"

// However a server ends, no process and no file of it is left 5 s later.
func TestNothingOutlivesTheServer(t *testing.T) {
	ends := []struct {
		name string
		end  func(*serving)
		code int
	}{
		{"client closes stdin", func(s *serving) { s.in.Close() }, 0},
		{"SIGTERM", func(s *serving) { s.Process.Signal(syscall.SIGTERM) }, 0},
		{"SIGINT", func(s *serving) { s.Process.Signal(os.Interrupt) }, 0},
		{"SIGHUP", func(s *serving) { s.Process.Signal(syscall.SIGHUP) }, 0},
		{"SIGKILL", func(s *serving) { s.Process.Kill() }, -1},
		{"SIGKILL to its process group", func(s *serving) { syscall.Kill(-s.Process.Pid, syscall.SIGKILL) }, -1},
	}
	for _, c := range ends {
		t.Run(c.name, func(t *testing.T) {
			s := run(t, "serve")
			wants(t, call(t, s.client(t, nil), "navigate", map[string]any{"url": hello}), `Title: "Hello"`)
			s.browser(t)
			c.end(s)
			if code := s.ended(t, 3*time.Second); code != c.code {
				t.Errorf("exit code %d, want %d\n%s", code, c.code, s.said)
			}
			s.cleanWithin(t, 5*time.Second)
		})
	}
}

// The moments in which a browser is being started are the dangerous ones: it runs, and nobody knows it yet.
func TestNothingOutlivesAServerThatEndsWhileItsBrowserStarts(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		for _, after := range []time.Duration{0, 15, 40, 80, 150} {
			after *= time.Millisecond
			t.Run(fmt.Sprint(signal, " ", after), func(t *testing.T) {
				t.Parallel()
				s := run(t, "serve")
				client := s.client(t, nil)
				go client.CallTool(t.Context(), &mcp.CallToolParams{Name: "navigate", Arguments: map[string]any{"url": hello}})
				if !within(3*time.Second, func() bool { return !s.empty() }) {
					t.Fatal("no browser is being started")
				}
				time.Sleep(after)
				s.Process.Signal(signal)
				s.ended(t, 3*time.Second)
				s.cleanWithin(t, 5*time.Second)
			})
		}
	}
}

// A call under way must not hold up the end.
func TestServerEndsAtOnceWhileAPageIsAwaited(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer web.Close()
	for name, end := range map[string]func(*serving){
		"SIGTERM":             func(s *serving) { s.Process.Signal(syscall.SIGTERM) },
		"client closes stdin": func(s *serving) { s.in.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			s := run(t, "serve")
			client := s.client(t, nil)
			call(t, client, "tabs", map[string]any{"action": "open"})
			go client.CallTool(t.Context(), &mcp.CallToolParams{Name: "navigate", Arguments: map[string]any{"url": web.URL}})
			time.Sleep(200 * time.Millisecond)
			end(s)
			if code := s.ended(t, 2*time.Second); code != 0 {
				t.Errorf("exit code %d\n%s", code, s.said)
			}
			s.cleanWithin(t, 5*time.Second)
		})
	}
}

func TestACrashedBrowserIsToldOnceAndReplaced(t *testing.T) {
	s := run(t, "serve")
	client := s.client(t, nil)
	call(t, client, "navigate", map[string]any{"url": hello})
	first := s.browser(t).pid
	syscall.Kill(first, syscall.SIGKILL)
	time.Sleep(100 * time.Millisecond)
	told := call(t, client, "dom_overview", nil)
	wants(t, told, "error browser_gone")
	wants(t, told, "next: navigate")
	wants(t, call(t, client, "navigate", map[string]any{"url": hello}), `Title: "Hello"`)
	wants(t, call(t, client, "dom_overview", nil), `button "Go"`)
	if s.browser(t).pid == first {
		t.Error("the browser is still the first one")
	}
	profiles, _ := os.ReadDir(s.temp)
	if len(profiles) != 1 {
		t.Errorf("%d profiles are there, want that of the new browser only", len(profiles))
	}
	s.in.Close()
	s.ended(t, 3*time.Second)
	s.cleanWithin(t, 5*time.Second)
}

// A call that runs when the browser dies says so, and no other says it again.
func TestABrowserThatCrashesDuringACallIsToldOnce(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer web.Close()
	s := run(t, "serve")
	client := s.client(t, nil)
	call(t, client, "tabs", map[string]any{"action": "open"})
	pid := s.browser(t).pid
	time.AfterFunc(200*time.Millisecond, func() { syscall.Kill(pid, syscall.SIGKILL) })
	wants(t, call(t, client, "navigate", map[string]any{"url": web.URL}), "error browser_gone")
	wants(t, call(t, client, "navigate", map[string]any{"url": hello}), `Title: "Hello"`)
}

// Cancelling ends the work, not only the waiting: the tab is free again.
func TestCancelFreesTheTab(t *testing.T) {
	asked := make(chan struct{}, 1)
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case asked <- struct{}{}:
		default:
		}
		<-r.Context().Done()
	}))
	defer web.Close()
	s := run(t, "serve")
	client := s.client(t, nil)
	call(t, client, "navigate", map[string]any{"url": hello})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		client.CallTool(ctx, &mcp.CallToolParams{Name: "navigate", Arguments: map[string]any{"url": web.URL}})
	}()
	<-asked
	began := time.Now()
	cancel()
	<-ended
	reply := call(t, client, "dom_overview", map[string]any{"refresh": true})
	if took := time.Since(began); took > 400*time.Millisecond {
		t.Errorf("the page could be read %s after the cancel, want 200 ms and the time of a capture", took)
	} else {
		t.Logf("read %s after the cancel", took)
	}
	wants(t, reply, `button "Go"`)
}

func TestProgressIsReportedToWhoAsks(t *testing.T) {
	heard := make(chan string, 10)
	s := run(t, "serve")
	client := s.client(t, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		heard <- fmt.Sprint(r.Params.ProgressToken, " ", r.Params.Progress, " ", r.Params.Message)
	}})
	params := &mcp.CallToolParams{Name: "navigate", Arguments: map[string]any{"url": hello}}
	params.SetProgressToken("mine")
	if _, err := client.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if first := <-heard; !strings.HasPrefix(first, "mine 1 ") {
		t.Errorf("first progress is %q", first)
	}
	call(t, client, "navigate", map[string]any{"url": hello})
	for len(heard) > 0 {
		if p := <-heard; !strings.HasPrefix(p, "mine ") {
			t.Errorf("progress nobody asked for: %q", p)
		}
	}
}

// Whatever comes in, the next request is answered; whatever goes out is a message.
func TestNonsenseOnStdin(t *testing.T) {
	s := run(t, "serve")
	out := bufio.NewReader(s.out)
	ask := func(line string) (reply struct {
		ID     any
		Result json.RawMessage
		Error  *struct {
			Code    int
			Message string
		}
	}) {
		t.Helper()
		fmt.Fprintln(s.in, line)
		s.out.SetReadDeadline(time.Now().Add(10 * time.Second))
		answer, err := out.ReadBytes('\n')
		if err != nil {
			t.Fatalf("%.80s: %v\n%s", line, err, s.said)
		}
		if err := json.Unmarshal(answer, &reply); err != nil || !strings.Contains(string(answer), `"jsonrpc":"2.0"`) {
			t.Fatalf("stdout carries %q", answer)
		}
		return reply
	}
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	for _, c := range []struct {
		name, line string
		code       int
	}{
		{"no JSON", `this is not JSON`, -32700},
		{"cut off", `{"jsonrpc":"2.0","id":7,"method":"pi`, -32700},
		{"no message", `42`, -32600},
		{"an empty object", `{}`, -32600},
		{"no version", `{"id":3,"method":"ping"}`, -32600},
		{"too long", `{"jsonrpc":"2.0","id":4,"method":"` + strings.Repeat("x", longLine) + `"}`, -32600},
		{"the handshake", hello, 0},
		{"no JSON after the handshake", "\x00\xff\xfe", -32700},
		{"unknown method", `{"jsonrpc":"2.0","id":5,"method":"frobnicate"}`, -32601},
		{"unknown tool", `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"frobnicate"}}`, -32602},
		{"arguments of no object", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":5}`, -32602},
		{"blank lines, then a question", "\n\r\n  \n" + `{"jsonrpc":"2.0","id":8,"method":"ping"}`, 0},
	} {
		code := 0
		reply := ask(c.line)
		if reply.Error != nil {
			code = reply.Error.Code
		}
		if code != c.code {
			t.Errorf("%s: code %d, want %d (%+v)", c.name, code, c.code, reply.Error)
		}
	}
	if reply := ask(`{"jsonrpc":"2.0","id":9,"method":"tools/list"}`); !strings.Contains(string(reply.Result), "dom_overview") {
		t.Errorf("tools/list answers %s", reply.Result)
	}
}

const longLine = 17 << 20

func TestHTTPServerEndsWithAllItsBrowsers(t *testing.T) {
	s := run(t, "serve", "--http", "0")
	var at string
	if !within(5*time.Second, func() bool {
		_, after, ok := strings.Cut(s.said.String(), "MCP at ")
		at = strings.TrimSpace(after)
		return ok && strings.HasSuffix(after, "\n")
	}) {
		t.Fatalf("it does not say where it is: %s", s.said)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: at}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	wants(t, call(t, client, "navigate", map[string]any{"url": hello}), `Title: "Hello"`)
	s.Process.Signal(syscall.SIGTERM)
	if code := s.ended(t, 4*time.Second); code != 0 {
		t.Errorf("exit code %d\n%s", code, s.said)
	}
	s.cleanWithin(t, 5*time.Second)
}

func TestCallLeavesNothing(t *testing.T) {
	s := run(t, "call", "dom_overview", "--url", hello)
	said, _ := io.ReadAll(s.out)
	wants(t, string(said), `button "Go"`)
	if code := s.ended(t, 5*time.Second); code != 0 {
		t.Errorf("exit code %d\n%s", code, s.said)
	}
	s.cleanWithin(t, time.Second)
}
