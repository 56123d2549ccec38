package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/domsight/domsight/internal/fault"
)

// server is the port that the extension and other processes of ours come to.
type server struct {
	hub   *hub
	board *board
	token string
	log   *slog.Logger
	stop  context.Context // ends long polls
}

const (
	mostBody  = 5 << 20
	mostWait  = 30 * time.Second
	mostParts = 16 // of an answer that is too large for one message
)

func (s *server) routes(origin string) http.Handler {
	g := guard{origin: origin, token: s.token}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", s.health)
	mux.Handle("GET /pending-queries", g.extension(s.pendingQueries))
	mux.Handle("POST /query-result", g.extension(s.queryResult))
	mux.Handle("POST /events", g.extension(s.events))
	mux.Handle("POST /agent/query", g.agent(s.agentQuery))
	mux.Handle("GET /agent/state", g.agent(s.agentState))
	return g.loopback(mux)
}

// health says who we are, whether an extension is there, and proves that we know the token to who knows it too.
func (s *server) health(w http.ResponseWriter, r *http.Request) {
	connected, since := s.hub.connected()
	reply := map[string]any{"name": "domsight", "extension": map[string]any{"connected": connected}}
	if connected {
		reply["extension"] = map[string]any{"connected": true, "since": since.UTC().Format(time.RFC3339)}
	}
	if nonce := r.FormValue("nonce"); len(nonce) >= 16 && len(nonce) <= 100 {
		reply["proof"] = proof(s.token, nonce)
	}
	send(w, reply)
}

func (s *server) pendingQueries(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := s.until(r, r.FormValue("wait"))
	defer cancel()
	worker := r.FormValue("worker")
	if worker == "" {
		worker = "?"
	}
	if now, _, _ := s.board.read(); now.Worker != worker && worker != "?" {
		http.Error(w, "say first which tabs there are", http.StatusConflict)
		return
	}
	list := s.hub.take(ctx, worker, mostWait)
	if list == nil {
		list = []query{}
	}
	if s.stop.Err() != nil {
		http.Error(w, "ending", http.StatusServiceUnavailable) // who comes next must prove itself
		return
	}
	if err := r.Context().Err(); err != nil {
		s.hub.release(list)
		return
	}
	if err := send(w, map[string]any{"queries": list}); err != nil {
		s.hub.release(list)
	}
}

// until is a request's context for a wait of so many seconds.
func (s *server) until(r *http.Request, seconds string) (context.Context, context.CancelFunc) {
	n, _ := strconv.ParseFloat(seconds, 64)
	ctx, cancel := context.WithTimeout(r.Context(), min(mostWait, time.Duration(max(0, n)*float64(time.Second))))
	stop := context.AfterFunc(s.stop, cancel)
	return ctx, func() { stop(); cancel() }
}

func (s *server) queryResult(w http.ResponseWriter, r *http.Request) {
	var a answer
	if r.URL.Query().Has("of") {
		whole, ok := s.part(w, r)
		if !ok {
			return
		}
		if err := json.Unmarshal(whole, &a); err != nil {
			http.Error(w, "not JSON as it is expected here", http.StatusBadRequest)
			return
		}
	} else if !read(w, r, &a) {
		return
	}
	if a.ID == "" || (a.Result == nil) == (a.Error == nil) {
		http.Error(w, "an answer has an id, and a result or an error", http.StatusBadRequest)
		return
	}
	if !s.hub.settle(a) {
		s.log.Warn("an answer came for a query that nobody waits for", "id", a.ID)
		http.Error(w, "no such query", http.StatusNotFound)
		return
	}
	send(w, struct{}{})
}

// part takes a part of an answer that is too large for one message: ?id=ID&part=0&of=3. It returns the whole with the last one.
func (s *server) part(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		http.Error(w, "more than 5 MB", http.StatusRequestEntityTooLarge)
		return nil, false
	}
	part, err := strconv.Atoi(r.URL.Query().Get("part"))
	of, err2 := strconv.Atoi(r.URL.Query().Get("of"))
	if err != nil || err2 != nil || part < 0 || part >= of || of > mostParts {
		http.Error(w, "not a part", http.StatusBadRequest)
		return nil, false
	}
	whole, waited := s.hub.collect(r.URL.Query().Get("id"), part, data)
	switch {
	case !waited:
		http.Error(w, "no such query", http.StatusNotFound)
	case whole == nil:
		http.Error(w, "a part is missing", http.StatusBadRequest)
	case part == of-1:
		return whole, true
	default:
		_ = send(w, struct{}{})
	}
	return nil, false
}

func (s *server) events(w http.ResponseWriter, r *http.Request) {
	var news state
	if !read(w, r, &news) {
		return
	}
	s.board.put(news)
	send(w, struct{}{})
}

// agentQuery is hub.do for another process.
func (s *server) agentQuery(w http.ResponseWriter, r *http.Request) {
	var q query
	if !read(w, r, &q) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Duration(q.Deadline)*time.Millisecond)
	defer cancel()
	ended := context.AfterFunc(s.stop, cancel)
	defer ended()
	a, err := s.hub.do(ctx, q)
	if s.stop.Err() != nil && err != nil {
		http.Error(w, "ending", http.StatusServiceUnavailable)
		return
	}
	if err != nil {
		f := fault.From(err)
		a.Error = &failure{Code: string(f.Code), Message: f.Message, Next: f.Next}
	}
	send(w, a)
}

// agentState waits for something newer than the version that is known, and sends all of it.
func (s *server) agentState(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := s.until(r, r.FormValue("wait"))
	defer cancel()
	since, _ := strconv.Atoi(r.FormValue("since"))
	for {
		state, version, changed := s.board.read()
		if version != since || ctx.Err() != nil {
			connected, _ := s.hub.connected()
			send(w, told{version, connected, state})
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// told is what another process is told.
type told struct {
	Version   int   `json:"version"`
	Connected bool  `json:"connected"`
	State     state `json:"state"`
}

func read(w http.ResponseWriter, r *http.Request, into any) bool {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		http.Error(w, "more than 5 MB", http.StatusRequestEntityTooLarge)
		return false
	}
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		http.Error(w, "not JSON as it is expected here", http.StatusBadRequest)
		return false
	}
	return true
}

func send(w http.ResponseWriter, value any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(value)
}

// serve answers until ctx ends; then those who wait are sent away at once.
func (s *server) serve(ctx context.Context, on net.Listener, origin string) {
	h := &http.Server{Handler: s.routes(origin), ReadHeaderTimeout: 5 * time.Second, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-ctx.Done()
		_ = on.Close() // the next owner can have the port
		gently, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
		defer cancel()
		_ = h.Shutdown(gently)
		_ = h.Close()
	}()
	_ = h.Serve(on) // ends with the listener
	<-done
}
