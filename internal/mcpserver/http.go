package mcpserver

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

// An HTTP client that is silent for so long has gone: its tabs are closed.
const idle = 30 * time.Minute

// stateless is the first version of MCP in which a request belongs to no session of the protocol.
const stateless = "2026-07-28"

// HTTP is the handler for streamable HTTP. Close it when serving ends.
type HTTP struct {
	http.Handler
	sessions *handles
	mu       sync.Mutex
	own      map[*session.Session]bool
}

// NewHTTP makes a handler that serves clients of both eras of the protocol, and refuses requests that a web page could have
// caused: a foreign Origin, or a Host that is not this machine's. `hosts` are further names this server is known by.
func (s *Server) NewHTTP(hosts ...string) *HTTP {
	h := &HTTP{sessions: newHandles(s.NewSession), own: map[*session.Session]bool{}}
	old := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.client(h) },
		&mcp.StreamableHTTPOptions{SessionTimeout: idle, Logger: s.Log, DisableLocalhostProtection: true})
	modern := s.protocol(h.sessions.find, true)
	now := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return modern },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true, Logger: s.Log, DisableLocalhostProtection: true})
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("MCP-Protocol-Version") >= stateless {
			now.ServeHTTP(w, r)
			return
		}
		old.ServeHTTP(w, r)
	})
	h.Handler = guard(mux, hosts)
	return h
}

// Close ends every session.
func (h *HTTP) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for own := range h.own {
		own.Close()
	}
	h.sessions.close()
}

// client is a server for one client, with a session that ends with it.
func (s *Server) client(h *HTTP) *mcp.Server {
	own := s.NewSession()
	h.mu.Lock()
	h.own[own] = true
	h.mu.Unlock()
	var once sync.Once
	server := s.protocol(func(string) (*session.Session, string, error) { return own, "", nil }, false)
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if live, ok := req.GetSession().(*mcp.ServerSession); ok {
				once.Do(func() {
					go func() {
						live.Wait()
						own.Close()
						h.mu.Lock()
						delete(h.own, own)
						h.mu.Unlock()
					}()
				})
			}
			return next(ctx, method, req)
		}
	})
	return server
}

// guard lets only requests through that no web page can make.
func guard(next http.Handler, hosts []string) http.Handler {
	protection := http.NewCrossOriginProtection()
	return protection.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !local(r.Host, hosts) {
			http.Error(w, "domsight: this Host is not served (DNS rebinding?)", http.StatusForbidden)
			return
		}
		// The protection above lets GET pass.
		if origin := r.Header.Get("Origin"); origin != "" && !local(strings.TrimPrefix(strings.TrimPrefix(origin, "https://"), "http://"), hosts) {
			http.Error(w, "domsight: this Origin is not served", http.StatusForbidden)
			return
		}
		if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
			http.Error(w, "domsight: requests of other sites are not served", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	}))
}

func local(host string, more []string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.Trim(name, "[]")
	for _, h := range more {
		if h == name {
			return true
		}
	}
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// handles are the sessions of clients that say in each call which one is theirs.
type handles struct {
	open func() *session.Session
	mu   sync.Mutex
	all  map[string]*handled
}

type handled struct {
	*session.Session
	timer *time.Timer
}

func newHandles(open func() *session.Session) *handles {
	return &handles{open: open, all: map[string]*handled{}}
}

// find returns the session of a handle, a new one for none.
func (h *handles) find(handle string) (*session.Session, string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if handle == "" {
		handle = strings.ToLower(rand.Text()[:12])
		name := handle
		h.all[handle] = &handled{h.open(), time.AfterFunc(idle, func() { h.end(name) })}
		return h.all[handle].Session, handle, nil
	}
	own, ok := h.all[handle]
	if !ok {
		return nil, "", fault.Newf(fault.BadArgument, "there is no session %q", handle).Nextf("leave session out of the next call: its reply names a new one")
	}
	own.timer.Reset(idle)
	return own.Session, handle, nil
}

func (h *handles) end(handle string) {
	h.mu.Lock()
	own, ok := h.all[handle]
	delete(h.all, handle)
	h.mu.Unlock()
	if ok {
		own.Session.Close()
	}
}

func (h *handles) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, own := range h.all {
		own.timer.Stop()
		own.Session.Close()
		delete(h.all, name)
	}
}

// Serve serves HTTP on a listener until ctx ends.
func (s *Server) Serve(ctx context.Context, on net.Listener, hosts ...string) error {
	h := s.NewHTTP(hosts...)
	defer h.Close()
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	ended := context.AfterFunc(ctx, func() {
		soon, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if server.Shutdown(soon) != nil {
			server.Close()
		}
	})
	defer ended()
	if err := server.Serve(on); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
