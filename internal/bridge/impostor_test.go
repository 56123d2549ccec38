//go:build unix

package bridge

import (
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/fault"
)

// TestAnotherProgramHasThePort lets a program that does not know the token pose as domsight: neither the extension nor another
// process tells it the token, and both find the real one once it is gone.
func TestAnotherProgramHasThePort(t *testing.T) {
	ensureChrome(t)
	on, err := net.Listen("tcp", shared.address)
	if err != nil {
		t.Fatal(err)
	}
	var asked, told atomic.Int64
	impostor := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Header.Get("Authorization") != "" || r.URL.Path != "/health" {
			told.Add(1)
		}
		fmt.Fprintf(w, `{"name": "domsight", "proof": %q}`, proof("a guess", r.FormValue("nonce")))
	})}
	go impostor.Serve(on)
	b := open(t)
	if _, err := b.Share(within(t, 1500*time.Millisecond)); fault.Of(err) != fault.NotAllowed {
		t.Errorf("got %v", err)
	}
	for end := time.Now().Add(10 * time.Second); asked.Load() < 6 && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond) // the browser may have to start
	}
	if asked.Load() < 6 || told.Load() != 0 {
		t.Errorf("asked %d times, told something %d times", asked.Load(), told.Load())
	}
	impostor.Close()
	if _, err := b.Share(within(t, 5*time.Second)); err != nil {
		t.Error(err)
	}
}
