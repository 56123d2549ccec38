package bridge

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"strings"
)

// guard decides who may ask. Requests must be meant for this machine by name, so that no page gets in by a name of its own for our
// address; come from the extension that we know, or from a program and not from a page; and bear the token, which only this
// user's files hold.
type guard struct{ origin, token string }

func (g guard) loopback(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, "this is no address of ours", http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && origin != g.origin {
			http.Error(w, "not for pages", http.StatusForbidden)
			return
		}
		if site := r.Header.Get("Sec-Fetch-Site"); r.Header.Get("Origin") == "" && site != "" && site != "none" {
			http.Error(w, "not for pages", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// extension lets the extension in: what it posts says where it comes from.
func (g guard) extension(do http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.bears(w, r) {
			return
		}
		if r.Method == http.MethodPost && r.Header.Get("Origin") != g.origin {
			http.Error(w, "not from the extension", http.StatusForbidden)
			return
		}
		do(w, r)
	})
}

// agent lets programs in, and nothing that runs in a browser.
func (g guard) agent(do http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "" {
			http.Error(w, "not from a browser", http.StatusForbidden)
			return
		}
		if g.bears(w, r) {
			do(w, r)
		}
	})
}

func (g guard) bears(w http.ResponseWriter, r *http.Request) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok || subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) != 1 {
		http.Error(w, "a bearer token is needed", http.StatusUnauthorized)
		return false
	}
	return true
}

// proof shows that we know the token, without telling it. The other half is prove in extension/src/link.ts.
func proof(token, nonce string) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte(nonce))
	return hex.EncodeToString(mac.Sum(nil))
}
