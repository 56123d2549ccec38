//go:build unix

package bridge

import (
	"fmt"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/bridge/bridgetest"
	"github.com/domsight/domsight/internal/page"
)

const reconnect = 6 * time.Second // three times the promise: the machine may be busy

// quickly fails the test if what is done takes longer than a reconnection may.
func quickly(t *testing.T, what string, do func() error) {
	t.Helper()
	begun := time.Now()
	if err := do(); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	took := time.Since(begun)
	t.Logf("%s: %s", what, took.Round(time.Millisecond))
	if took > reconnect {
		t.Errorf("%s took %s", what, took)
	}
}

func asks(t *testing.T, tab page.Tab) func() error {
	return func() error {
		_, err := count(within(t, 10*time.Second), tab, "p")
		return err
	}
}

func TestTheServersRestart(t *testing.T) {
	first := New(options())
	defer first.Close()
	_ = newSession(t, first)
	first.Close()
	second := open(t)
	quickly(t, "after the server's restart", func() error {
		_, err := second.Share(within(t, 10*time.Second))
		return err
	})
}

func TestTheWorkersEnd(t *testing.T) {
	tab := visit(t, newSession(t, open(t)), serve(t, map[string]string{"/": "<p>one"}))
	for range 2 {
		if err := bridgetest.EndWorker(profile()); err != nil {
			t.Fatal(err)
		}
		quickly(t, "after the worker's end", asks(t, tab))
	}
}

func TestAnUpdateOfTheExtension(t *testing.T) {
	b := open(t)
	s := newSession(t, b)
	tab := visit(t, s, serve(t, map[string]string{"/": "<p>one"}))
	if a, err := b.do(within(t, 5*time.Second), query{Type: "reload", Params: struct{}{}}); err != nil || a.Error != nil {
		t.Fatal(err, a.Error)
	}
	time.Sleep(150 * time.Millisecond) // it reloads once it has answered
	quickly(t, "after an update", asks(t, tab))
}

// TestWhatIsSharedStaysShared ends the worker and updates the extension while a person shares a tab.
func TestWhatIsSharedStaysShared(t *testing.T) {
	b := open(t)
	s := newSession(t, b)
	mine := personsTab(t, serve(t, map[string]string{"/": "<p>one"}))
	choose(t, fmt.Sprintf("{shared: %d}", mine))
	defer choose(t, "{shared: 0}")
	tab := await(t, s)
	if err := asks(t, tab)(); err != nil {
		t.Fatal(err)
	}
	if err := bridgetest.EndWorker(profile()); err != nil {
		t.Fatal(err)
	}
	quickly(t, "after the worker's end", asks(t, tab))
	if a, err := b.do(within(t, 5*time.Second), query{Type: "reload", Params: struct{}{}}); err != nil || a.Error != nil {
		t.Fatal(err, a.Error)
	}
	time.Sleep(150 * time.Millisecond) // it reloads once it has answered
	quickly(t, "after an update", asks(t, tab))
}

func TestTheBrowsersRestart(t *testing.T) {
	b := open(t)
	s := newSession(t, b)
	tab := visit(t, s, serve(t, map[string]string{"/": "<p>one"}))
	shared.Lock()
	shared.chrome.Stop()
	shared.chrome = nil
	shared.Unlock()
	opened := make(chan error, 1)
	go func() { // it is asked while there is no browser, and answered by the next
		_, err := s.Open(within(t, 20*time.Second))
		opened <- err
	}()
	time.Sleep(300 * time.Millisecond)
	ensureChrome(t)
	if err := <-opened; err != nil {
		t.Fatal(err)
	}
	select {
	case <-tab.Gone():
	case <-time.After(reconnect):
		t.Error("a tab of the browser before is still there")
	}
}
