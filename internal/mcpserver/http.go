package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stateless is the first version of MCP in which a request belongs to no session of the protocol.
const stateless = "2026-07-28"

const (
	defaultIdle = 30 * time.Minute
	largestBody = 1 << 20
	lastWords   = time.Second // for replies that are under way when the server ends
)

// HTTP is the handler for streamable HTTP. Close it when serving ends.
type HTTP struct {
	http.Handler
	clients *clients
	handles *handles
	end     context.CancelFunc
}

// NewHTTP makes a handler that serves clients of both eras of the protocol at /mcp, and refuses what a web page could have
// sent.
func (s *Server) NewHTTP() *HTTP {
	life, end := context.WithCancel(context.Background())
	idle := cmp.Or(s.Idle, defaultIdle)
	h := &HTTP{clients: newClients(s.NewSession), handles: newHandles(s.NewSession, idle), end: end}
	old := s.protocol(life, h.clients.find, false)
	modern := s.protocol(life, h.handles.find, true)
	h.clients.server = old
	serveOld := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return old },
		&mcp.StreamableHTTPOptions{SessionTimeout: idle, MaxRequestBodyBytes: largestBody, Logger: s.Log, DisableLocalhostProtection: true})
	serveModern := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return modern },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true, MaxRequestBodyBytes: largestBody, Logger: s.Log,
			DisableLocalhostProtection: true})
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("MCP-Protocol-Version") >= stateless {
			serveModern.ServeHTTP(w, r)
			return
		}
		serveOld.ServeHTTP(w, r)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "domsight: MCP is served at /mcp", http.StatusNotFound)
	})
	h.Handler = guard(mux, s.Token)
	return h
}

// Close ends every call and every session.
func (h *HTTP) Close() {
	h.end()
	h.clients.close()
	h.handles.close()
}

// Serve serves HTTP on a listener until ctx ends.
func (s *Server) Serve(ctx context.Context, on net.Listener) error {
	h := s.NewHTTP()
	defer h.Close()
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		h.end()
		soon, cancel := context.WithTimeout(context.Background(), lastWords)
		defer cancel()
		if server.Shutdown(soon) != nil {
			_ = server.Close() // streams stay open for ever
		}
	})
	err := server.Serve(on)
	if !stop() {
		<-ended
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
