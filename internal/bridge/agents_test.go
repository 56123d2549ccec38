//go:build unix

package bridge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/bridge/bridgetest"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

func TestASecondProcessJoins(t *testing.T) {
	pages := serve(t, map[string]string{"/one": "<title>One</title><p>1", "/two": "<title>Two</title><p>1<p>2"})
	first := New(options())
	defer first.Close()
	ours := visit(t, newSession(t, first), pages+"/one")
	second := open(t)
	s := newSession(t, second)
	theirs := visit(t, s, pages+"/two")
	for tab, want := range map[page.Tab]int{ours: 1, theirs: 2} {
		if n, err := count(within(t, 5*time.Second), tab, "p"); err != nil || n != want {
			t.Errorf("%d, %v; want %d", n, err, want)
		}
	}
	if tabs := s.Tabs(); len(tabs) != 1 || tabs[0].Info().Title != "Two" {
		t.Errorf("an agent sees the tabs of another: %d", len(tabs))
	}

	first.Close()
	quickly(t, "after the owner's end", asks(t, theirs))
	third := open(t)
	quickly(t, "a third process joins", func() error {
		_, err := third.Share(within(t, 5*time.Second))
		return err
	})
}

func TestAQueryOutlivesTheOwner(t *testing.T) {
	first := New(options())
	defer first.Close()
	newSession(t, first)
	second := open(t)
	tab := visit(t, newSession(t, second), serve(t, map[string]string{"/": "<p>one"}))
	var group sync.WaitGroup
	defer group.Wait()
	for i := range 40 {
		group.Go(func() {
			time.Sleep(time.Duration(i) * 5 * time.Millisecond)
			if _, err := count(within(t, 10*time.Second), tab, "p"); err != nil {
				t.Errorf("query %d: %v", i, err)
			}
		})
	}
	time.Sleep(80 * time.Millisecond)
	first.Close()
}

// TestTheSharedTab shows what a person's own tab is to agents: nothing until it is shared; then all see it, one at a time acts
// in it, and the others are told.
func TestTheSharedTab(t *testing.T) {
	url := serve(t, map[string]string{"/": "<title>Bank</title><input id=a autofocus>"})
	b := open(t)
	one, two := newSession(t, b), newSession(t, b)
	mine := personsTab(t, url)
	if len(one.Tabs()) != 0 {
		t.Error("an agent sees a tab that nobody shared")
	}
	if a, err := b.do(within(t, 5*time.Second), query{Type: "frames", Tab: mine, Params: struct{}{}}); err != nil || a.Error == nil || a.Error.Code != string(fault.TabNotFound) {
		t.Errorf("the extension lets an agent into it: %v %+v", err, a)
	}
	choose(t, fmt.Sprintf("{shared: %d}", mine))
	first, second := await(t, one), await(t, two)
	hands := map[string]any{"do": "over", "with": map[string]any{"x": 1, "y": 1}}
	teach := func(tab page.Tab) error {
		return tab.(page.Pupil).Teach(within(t, 5*time.Second), "", handsScript)
	}
	if err := teach(first); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Call(within(t, 5*time.Second), "", "hand", hands); err != nil {
		t.Error(err)
	}
	if _, err := second.Call(within(t, 5*time.Second), "", "hand", hands); fault.Of(err) != fault.NotAllowed {
		t.Errorf("two agents act in one tab: %v", err)
	}
	if notices := second.Notices(); !slices.ContainsFunc(notices, func(n page.Notice) bool { return strings.Contains(n.Text, "another agent") }) {
		t.Errorf("the other is not told: %v", notices)
	}
	if notices := first.Notices(); len(notices) != 0 {
		t.Errorf("an agent is told of itself: %v", notices)
	}
	if err := first.Close(within(t, 5*time.Second)); fault.Of(err) != fault.NotAllowed {
		t.Errorf("an agent closes a person's tab: %v", err)
	}
	choose(t, "{shared: 0}")
	select {
	case <-first.Gone():
	case <-time.After(2 * time.Second):
		t.Error("a tab that is shared no more is still there")
	}
}

// TestAnIdleEngineIsSmall measures what the engine adds to a page that an agent has looked at.
func TestAnIdleEngineIsSmall(t *testing.T) {
	url := serve(t, map[string]string{"/idle": "<title>Idle</title><p>one<p>two"}) + "/idle"
	s := newSession(t, open(t))
	mine := personsTab(t, url)
	heap := func() float64 {
		data, err := bridgetest.Evaluate(profile(), "/idle", "gc(), gc(), performance.memory.usedJSHeapSize")
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.ParseFloat(string(data), 64)
		if err != nil {
			t.Fatal(err)
		}
		return n / (1 << 20)
	}
	before := heap()
	choose(t, fmt.Sprintf("{shared: %d}", mine))
	defer choose(t, "{shared: 0}")
	if _, err := engine.NewReader(await(t, s)).Capture(within(t, 5*time.Second)); err != nil {
		t.Fatal(err)
	}
	added := heap() - before
	t.Logf("%.2f MB", added)
	if added > 2 {
		t.Errorf("an idle engine takes %.2f MB", added)
	}
}

func TestAThousandQueries(t *testing.T) {
	const all, atOnce = 1000, 30
	pages := map[string]string{}
	for i := range atOnce {
		pages[fmt.Sprintf("/%d", i)] = strings.Repeat("<p>x", i+1)
	}
	base := serve(t, pages)
	s := newSession(t, open(t))
	var tabs []page.Tab
	for i := range 5 {
		tabs = append(tabs, visit(t, s, fmt.Sprintf("%s/%d", base, i)))
	}
	var group sync.WaitGroup
	for i := range atOnce {
		group.Go(func() {
			for j := i; j < all; j += atOnce {
				which := j % len(tabs)
				if n, err := count(within(t, 20*time.Second), tabs[which], "p"); err != nil || n != which+1 {
					t.Errorf("query %d: %d, %v; want %d", j, n, err, which+1)
				}
			}
		})
	}
	begun := time.Now()
	group.Wait()
	t.Logf("%d queries, %d at a time: %s", all, atOnce, time.Since(begun).Round(time.Millisecond))
}

func TestARoundTripIsShort(t *testing.T) {
	tab := visit(t, newSession(t, open(t)), serve(t, map[string]string{"/": "<form><input><button>Go</button></form>"}))
	var took []time.Duration
	for range 100 {
		begun := time.Now()
		if _, err := count(within(t, 5*time.Second), tab, "form"); err != nil {
			t.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	t.Logf("median %s, 95th %s", took[50].Round(10*time.Microsecond), took[95].Round(10*time.Microsecond))
	if took[50] > 100*time.Millisecond { // 15 ms on a machine that is not shared
		t.Errorf("the median round trip is %s", took[50])
	}
}
