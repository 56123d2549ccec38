package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/domsight/domsight/internal/fault"
)

// ask starts a query with a deadline; what became of it comes over the channel.
func ask(h *hub, q query, d time.Duration) <-chan error {
	done := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), d)
		defer cancel()
		a, err := h.do(ctx, q)
		if err == nil && string(a.Result) != fmt.Sprintf("%q", q.ID) {
			err = fmt.Errorf("%s got the answer %s", q.ID, a.Result)
		}
		done <- err
	}()
	return done
}

func reply(h *hub, id string) bool {
	result, _ := json.Marshal(id)
	return h.settle(answer{ID: id, Result: result})
}

func ids(list []query) (out []string) {
	for _, q := range list {
		out = append(out, q.ID)
		if q.Again {
			out[len(out)-1] += " again"
		}
	}
	return out
}

func TestLeases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(newBoard())
		ctx := context.Background()
		took := func(worker string, wait time.Duration, want ...string) {
			t.Helper()
			if got := ids(h.take(ctx, worker, wait)); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s took %v, want %v", worker, got, want)
			}
		}
		one := ask(h, query{ID: "1"}, 20*time.Second)
		synctest.Wait()
		two := ask(h, query{ID: "2"}, 20*time.Second)
		synctest.Wait()
		took("a", time.Second, "1", "2")
		took("a", time.Second) // both are leased
		if !reply(h, "1") {
			t.Error("nobody waited for 1")
		}
		if reply(h, "1") {
			t.Error("a second answer was taken")
		}
		if err := <-one; err != nil {
			t.Error(err)
		}
		took("a", 5*time.Second, "2 again") // the lease has ended
		took("b", 5*time.Second, "2 again") // another worker need not wait for that
		took("a", 5*time.Second, "2 again")
		reply(h, "2")
		if err := <-two; err != nil {
			t.Error(err)
		}
	})
}

func TestDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(newBoard())
		begun := time.Now()
		if err := <-ask(h, query{ID: "1"}, 5*time.Second); fault.Of(err) != fault.ExtensionTimeout || time.Since(begun) != 5*time.Second {
			t.Errorf("no extension: %v after %s", err, time.Since(begun))
		}
		slow := ask(h, query{ID: "2"}, 2*time.Second)
		synctest.Wait()
		if got := h.take(context.Background(), "a", time.Second); len(got) != 1 || got[0].Deadline != 2000 {
			t.Errorf("the deadline does not travel: %v", got)
		}
		if err := <-slow; fault.Of(err) != fault.WaitTimeout {
			t.Errorf("a page that does not answer: %v", err)
		}
		if reply(h, "2") || len(h.queries) != 0 {
			t.Error("something is left of a query that timed out")
		}
	})
}

func TestQueueFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(newBoard())
		var all []<-chan error
		for i := range mostQueries {
			all = append(all, ask(h, query{ID: fmt.Sprint(i)}, time.Minute))
		}
		synctest.Wait()
		if err := <-ask(h, query{ID: "one more"}, time.Minute); fault.Of(err) != fault.QueueFull {
			t.Errorf("got %v", err)
		}
		for _, q := range h.take(context.Background(), "a", time.Second) {
			reply(h, q.ID)
		}
		for _, done := range all {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestOneAgentActsInATab(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard()
		b.put(state{Tabs: []tabState{{ID: 7}}})
		h := newHub(b)
		act := func(id, agent string) <-chan error {
			done := ask(h, query{ID: id, Tab: 7, Agent: agent, Acting: true}, time.Minute)
			synctest.Wait()
			h.take(context.Background(), "a", 0)
			reply(h, id)
			return done
		}
		for _, c := range []struct {
			id, agent string
			wait      time.Duration
			want      fault.Code
		}{
			{"1", "ada", 0, ""}, {"2", "bob", 0, fault.NotAllowed}, {"3", "ada", 0, ""},
			{"4", "bob", turnFor + time.Second, ""}, {"5", "ada", 0, fault.NotAllowed},
		} {
			time.Sleep(c.wait)
			if err := <-act(c.id, c.agent); c.want == "" && err != nil || c.want != "" && fault.Of(err) != c.want {
				t.Errorf("%s by %s: %v", c.id, c.agent, err)
			}
		}
		if now, _, _ := b.read(); now.Tabs[0].Actor != "bob" || now.Tabs[0].Acts != 3 {
			t.Errorf("%+v", now.Tabs[0])
		}
	})
}

func TestTheNewestWordHolds(t *testing.T) {
	b := newBoard()
	b.put(state{Worker: "a", Sequence: 3, Tabs: []tabState{{ID: 1, URL: "three"}, {ID: 2}}})
	b.patch(tabState{ID: 1, URL: "five", Sequence: 5})
	b.put(state{Worker: "a", Sequence: 4, Tabs: []tabState{{ID: 1, URL: "four"}}})
	b.put(state{Worker: "a", Sequence: 2, Tabs: nil})
	if now, _, _ := b.read(); len(now.Tabs) != 1 || now.Tabs[0].URL != "five" {
		t.Errorf("%+v", now.Tabs)
	}
	b.put(state{Worker: "b", Sequence: 1, Tabs: []tabState{{ID: 1, URL: "anew"}}})
	if now, _, _ := b.read(); now.Tabs[0].URL != "anew" {
		t.Errorf("another worker's count begins anew: %+v", now.Tabs)
	}
}
