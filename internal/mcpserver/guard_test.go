package mcpserver_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

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
