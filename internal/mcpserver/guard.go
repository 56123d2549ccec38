package mcpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
)

// guard lets only requests through that no web page can have caused. Without a token the Host must be this machine's own,
// since a page whose name was made to point here (DNS rebinding) is of our origin; a token says more than a name.
func guard(next http.Handler, token string) http.Handler {
	protection := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asPost := *r
		asPost.Method = http.MethodPost // it would let every GET pass, and ours are streams
		switch {
		case protection.Check(&asPost) != nil:
			http.Error(w, "domsight: requests of web pages are not served", http.StatusForbidden)
		case token == "" && !thisMachine(r.Host):
			http.Error(w, "domsight: only localhost is served; this Host is another one (DNS rebinding?)", http.StatusForbidden)
		case token != "" && !bears(r, token):
			w.Header().Set("WWW-Authenticate", `Bearer realm="domsight"`)
			http.Error(w, "domsight: the header Authorization: Bearer TOKEN is missing or wrong", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// thisMachine is true of localhost and of every loopback address, with a port or without.
func thisMachine(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.Trim(name, "[]")
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// bears compares in a time that says nothing about the token.
func bears(r *http.Request, token string) bool {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	got, want := sha256.Sum256([]byte(strings.TrimSpace(given))), sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(got[:], want[:]) == 1
}
