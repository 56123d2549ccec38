//go:build unix

package bridge

import (
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/bridge/bridgetest"
	"github.com/domsight/domsight/internal/extension"
	"github.com/domsight/domsight/internal/fault"
)

// TestThePopup reads and presses what a person sees of the extension.
func TestThePopup(t *testing.T) {
	tab := visit(t, newSession(t, open(t)), serve(t, map[string]string{"/": "<title>Shop</title><p>one"}))
	if _, err := count(within(t, 5*time.Second), tab, "p"); err != nil {
		t.Fatal(err)
	}
	personsTab(t, extension.Origin+"/popup.html")
	reads := func(expression string, want ...string) {
		t.Helper()
		var got string
		for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			data, err := bridgetest.Evaluate(profile(), "/popup.html", expression)
			got = string(data)
			missing := err != nil
			for _, w := range want {
				missing = missing || !strings.Contains(got, w)
			}
			if !missing {
				return
			}
		}
		t.Errorf("%s reads %s, want %q", expression, got, want)
	}
	reads("document.body.innerText", "connected", "Agents cannot see this tab.", "query in Shop")
	reads("document.getElementById('share').click(), document.getElementById('share').innerText", "Share this tab")
	reads("document.body.innerText", "This tab is shared with agents.", "Stop sharing this tab")
	reads("document.getElementById('share').click(), document.body.innerText", "domsight")
	reads("document.body.innerText", "Agents cannot see this tab.")

	reads("document.getElementById('pause').click(), document.body.innerText", "Stop all agents")
	reads("document.body.innerText", "paused", "Let agents go on")
	if _, err := count(within(t, 5*time.Second), tab, "p"); fault.Of(err) != fault.NotAllowed {
		t.Errorf("an agent that was stopped goes on: %v", err)
	}
	reads("document.getElementById('pause').click(), document.body.innerText", "paused")
	reads("document.body.innerText", "connected", "Stop all agents")
	if _, err := count(within(t, 5*time.Second), tab, "p"); err != nil {
		t.Error(err)
	}
}
