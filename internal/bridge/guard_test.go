package bridge

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/extension"
)

// TestWhoMayAsk holds every request that must be refused against the one that must not.
func TestWhoMayAsk(t *testing.T) {
	s := &server{hub: newHub(newBoard()), board: newBoard(), token: "secret", log: slog.New(slog.DiscardHandler), stop: context.Background()}
	web := httptest.NewServer(s.routes(extension.Origin))
	defer web.Close()
	const ours = extension.Origin
	big := `{"id":"1","result":"` + strings.Repeat("x", mostBody) + `"}`
	for name, c := range map[string]struct {
		method, path, host, origin, site, token, body string
		want                                          int
	}{
		"a poll":                            {"GET", "/pending-queries?wait=0", "", "", "none", "secret", "", 200},
		"a poll by name":                    {"GET", "/pending-queries?wait=0", "localhost:7890", "", "none", "secret", "", 200},
		"DNS rebinding":                     {"GET", "/pending-queries?wait=0", "evil.example:7890", "", "none", "secret", "", 403},
		"DNS rebinding for health":          {"GET", "/health", "evil.example", "", "", "", "", 403},
		"a page's fetch":                    {"GET", "/pending-queries?wait=0", "", "https://evil.example", "cross-site", "secret", "", 403},
		"a page's image":                    {"GET", "/health", "", "", "cross-site", "", "", 403},
		"a page of this machine":            {"GET", "/health", "", "http://localhost:3000", "same-site", "", "", 403},
		"another extension":                 {"POST", "/query-result", "", "chrome-extension://" + strings.Repeat("a", 32), "none", "secret", `{"id":"1","result":1}`, 403},
		"no token":                          {"GET", "/pending-queries?wait=0", "", "", "none", "", "", 401},
		"another token":                     {"GET", "/pending-queries?wait=0", "", "", "none", "secreT", "", 401},
		"a post without an origin":          {"POST", "/query-result", "", "", "", "secret", `{"id":"1","result":1}`, 403},
		"an answer to nothing":              {"POST", "/query-result", "", ours, "none", "secret", `{"id":"1","result":1}`, 404},
		"no JSON":                           {"POST", "/query-result", "", ours, "none", "secret", `{"id":`, 400},
		"neither result nor error":          {"POST", "/query-result", "", ours, "none", "secret", `{"id":"1"}`, 400},
		"both":                              {"POST", "/query-result", "", ours, "none", "secret", `{"id":"1","result":1,"error":{"code":"x","message":"y"}}`, 400},
		"more than 5 MB":                    {"POST", "/query-result", "", ours, "none", "secret", big, 413},
		"the wrong method":                  {"GET", "/query-result", "", "", "none", "secret", "", 405},
		"the extension as an agent":         {"POST", "/agent/query", "", ours, "none", "secret", `{"id":"1"}`, 403},
		"an agent":                          {"GET", "/agent/state?since=-1", "", "", "", "secret", "", 200},
		"an agent of another user":          {"GET", "/agent/state?since=-1", "", "", "", "guess", "", 401},
		"health for anyone on this machine": {"GET", "/health", "", "", "", "", "", 200},
	} {
		r, err := http.NewRequest(c.method, web.URL+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		for header, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
			if value != "" {
				r.Header.Set(header, value)
			}
		}
		if c.token != "" {
			r.Header.Set("Authorization", "Bearer "+c.token)
		}
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_, _ = io.Copy(io.Discard, reply.Body)
		reply.Body.Close()
		if reply.StatusCode != c.want {
			t.Errorf("%s: %s, want %d", name, reply.Status, c.want)
		}
		if allowed := reply.Header.Get("Access-Control-Allow-Origin"); allowed != "" {
			t.Errorf("%s: pages of %s may read the answer", name, allowed)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestHealthProvesItself shows that who knows the token can tell us from another program that has taken the port.
func TestHealthProvesItself(t *testing.T) {
	s := &server{hub: newHub(newBoard()), board: newBoard(), token: "secret", log: slog.New(slog.DiscardHandler), stop: context.Background()}
	ask := func(nonce string) (health struct {
		Name, Proof string
		Extension   struct{ Connected bool }
	}) {
		w := httptest.NewRecorder()
		s.health(w, httptest.NewRequest("GET", "/health?nonce="+nonce, nil))
		if err := json.Unmarshal(w.Body.Bytes(), &health); err != nil {
			t.Fatal(err)
		}
		return health
	}
	one, two := ask(strings.Repeat("1", 36)), ask(strings.Repeat("2", 36))
	if one.Name != "domsight" || one.Extension.Connected || one.Proof != proof("secret", strings.Repeat("1", 36)) {
		t.Errorf("%+v", one)
	}
	if one.Proof == two.Proof || strings.Contains(one.Proof, "secret") || ask("").Proof != "" {
		t.Error("a proof holds for one question only, and tells nothing")
	}
}
