package check_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/domsight/domsight/internal/check"
)

// Tabs are used again, but no page sees what another left behind: cookies, storage, a name.
func TestPagesDoNotMeet(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		cookie, _ := r.Cookie("seen")
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "yes"})
		fmt.Fprintf(w, `<!doctype html><title>T</title><main><h1>Cookie %v</h1><h2 id=s></h2></main><script>
s.textContent = [localStorage.x, sessionStorage.x, document.cookie.includes('mine'), window.name].join();
localStorage.x = sessionStorage.x = window.name = 'left'; document.cookie = 'mine=1'
addEventListener('pagehide', () => { localStorage.x = 'late' })</script>`, cookie)
	}))
	defer web.Close()
	store := t.TempDir()
	p := plan(t, web.URL, store, "  - {name: one, url: /, threshold: info}")
	r := check.Runner{Open: newSession, Jobs: 1, Update: true}
	r.Run(t.Context(), p)
	for range 5 {
		p.Pages = append(p.Pages, p.Pages[0])
	}
	r.Update = false
	for _, v := range r.Run(t.Context(), p).Verdicts {
		if v.Outcome != check.Clean {
			t.Error(v.Words())
		}
	}
}
