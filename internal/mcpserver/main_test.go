package mcpserver_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/domsight/domsight/internal/baseline"
	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/mcpserver"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tool"
)

// One browser for the package: its start dominates. Every client has a session, and so a context, of its own.
var shared struct {
	sync.Mutex
	process *browser.Process
	record  recording
}

// scratch is a folder for whatever tests write.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "domsight-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	if shared.process != nil {
		shared.process.Close()
	}
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines left:", err)
			code = 1
		}
	}
	os.Exit(code)
}

func openBrowser(ctx context.Context) (page.Browser, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.process == nil {
		process, err := browser.Launch(ctx, browser.Options{Script: engine.Script(), Record: &shared.record})
		if err != nil {
			return nil, err
		}
		shared.process = process
	}
	return shared.process.Context(ctx)
}

func newServer() *mcpserver.Server {
	return &mcpserver.Server{Version: "test", Log: slog.New(slog.DiscardHandler),
		NewSession: newSession, Sets: tool.Sets(),
		Health: func(*session.Session) []render.Field { return []render.Field{{Name: "domsight", Value: "test"}} }}
}

func newSession() *session.Session { return sessionIn(openBrowser) }

// sessionIn keeps its baselines in a folder of its own, which goes with the test run.
func sessionIn(open func(context.Context) (page.Browser, error)) *session.Session {
	s := session.New(open)
	dir, err := os.MkdirTemp(scratch, "baselines-")
	if err != nil {
		panic(err)
	}
	s.Fingerprints.Baselines = baseline.At(dir)
	return s
}

// connect is a real client of a server with its own session. The messages to and from the browser are kept if the test fails.
func connect(t *testing.T) *mcp.ClientSession { return connectTo(t, newServer()) }

func connectTo(t *testing.T, server *mcpserver.Server) *mcp.ClientSession {
	return connectWith(t, server, nil)
}

// connectWith is connectTo for a client that can do more.
func connectWith(t *testing.T, server *mcpserver.Server, can *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	shared.record.reset()
	ours, theirs := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Run(ctx, ours) // a client that leaves is no failure
	}()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, can).Connect(ctx, theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = client.Close()
		cancel()
		<-ended
		if t.Failed() {
			shared.record.keep(t)
		}
	})
	return client
}

// recording is what the browser and we said to each other, the last part of it.
type recording struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *recording) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.text.Len() > 32<<20 {
		r.text.Reset()
	}
	return r.text.Write(p)
}

func (r *recording) reset() {
	r.mu.Lock()
	r.text.Reset()
	r.mu.Unlock()
}

func (r *recording) keep(t *testing.T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := os.CreateTemp("", "domsight-failed-*.jsonl")
	if err != nil {
		t.Log(err)
		return
	}
	defer f.Close()
	_, _ = f.Write(r.text.Bytes())
	t.Logf("the browser's messages are kept in %s", f.Name())
}
