package bridge

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/domsight/domsight/internal/fault"
)

// hub holds the queries that wait for the extension. A query is leased to one life of the extension's worker, and handed out again
// when the lease ends without an answer, or when another worker comes.
type hub struct {
	board *board

	mu      sync.Mutex
	queries []*pending // oldest first
	wake    chan struct{}
	worker  string
	since   time.Time // when this worker came
	seen    time.Time // when it last asked
	asking  int       // how many of its requests wait
	turns   map[int]turn
}

type pending struct {
	query
	end    time.Time
	lease  time.Time // when it ends; zero if it was not handed out
	handed bool
	answer chan answer
	parts  [][]byte // of an answer, so far
}

// turn is an agent's hold of a tab, while it acts and a while longer.
type turn struct {
	agent string
	until time.Time
}

const (
	leaseFor    = 3 * time.Second
	mostQueries = 256
	turnFor     = 10 * time.Second
	absentAfter = 5 * time.Second // without a request the worker is gone
	patience    = 30 * time.Second
)

func newHub(b *board) *hub { return &hub{board: b, wake: make(chan struct{}), turns: map[int]turn{}} }

// do puts a query into the queue and waits for its answer.
func (h *hub) do(ctx context.Context, q query) (answer, error) {
	p := &pending{query: q, answer: make(chan answer, 1), end: time.Now().Add(patience)}
	if end, ok := ctx.Deadline(); ok {
		p.end = end
	}
	if err := h.add(p); err != nil {
		return answer{}, err
	}
	select {
	case a := <-p.answer:
		return a, nil
	case <-ctx.Done():
	}
	h.mu.Lock()
	h.remove(p.ID)
	handed, present := p.handed, h.present()
	h.mu.Unlock()
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return answer{}, fault.Wrap(ctx.Err(), fault.WaitTimeout, "the call was cancelled")
	case handed && present:
		return answer{}, fault.Wrap(ctx.Err(), fault.WaitTimeout, "the page did not answer in time")
	}
	return answer{}, timeout(ctx.Err())
}

// timeout is the fault of an extension that is not there. Its words are those of seed 002.
func timeout(cause error) *fault.Error {
	return &fault.Error{Code: fault.ExtensionTimeout, Message: "Timeout waiting for DOM query result", Cause: cause}
}

func (h *hub) add(p *pending) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.queries) >= mostQueries {
		return fault.Newf(fault.QueueFull, "%d queries are waiting for the extension already", len(h.queries))
	}
	if p.Acting {
		now := time.Now()
		if t := h.turns[p.Tab]; t.agent != "" && t.agent != p.Agent && now.Before(t.until) {
			return fault.Newf(fault.NotAllowed, "another agent is acting in this tab").
				Nextf("wait %d s and look again, or open a tab of your own", int(t.until.Sub(now).Seconds())+1)
		}
		h.turns[p.Tab] = turn{p.Agent, now.Add(turnFor)}
		h.board.act(p.Tab, p.Agent)
	}
	h.queries = append(h.queries, p)
	h.notify()
	return nil
}

func (h *hub) notify() {
	close(h.wake)
	h.wake = make(chan struct{})
}

func (h *hub) remove(id string) *pending {
	for i, p := range h.queries {
		if p.ID == id {
			h.queries = slices.Delete(h.queries, i, i+1)
			return p
		}
	}
	return nil
}

// take hands out the queries that nobody has, and waits for some if there are none.
func (h *hub) take(ctx context.Context, worker string, wait time.Duration) []query {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.greet(worker)
	h.asking++
	defer func() { h.asking--; h.seen = time.Now() }()
	for {
		if worker != h.worker {
			return []query{} // another has come in its place
		}
		due, next := h.due()
		if len(due) > 0 {
			return due
		}
		wake := h.wake
		lease := time.NewTimer(next)
		h.mu.Unlock()
		var over bool
		select {
		case <-wake:
		case <-lease.C:
		case <-timer.C:
			over = true
		case <-ctx.Done():
			over = true
		}
		lease.Stop()
		h.mu.Lock()
		if over {
			return []query{}
		}
	}
}

// greet takes note of the worker; what an older one had is free again.
func (h *hub) greet(worker string) {
	if worker != h.worker || !h.present() {
		h.since = time.Now()
	}
	h.seen = time.Now()
	if worker == h.worker {
		return
	}
	h.worker = worker
	for _, p := range h.queries {
		p.lease = time.Time{}
	}
	h.notify()
}

// due leases what is free, and says when there will be more.
func (h *hub) due() (list []query, next time.Duration) {
	now := time.Now()
	next = leaseFor
	for _, p := range h.queries {
		if now.Before(p.lease) {
			next = min(next, p.lease.Sub(now))
			continue
		}
		q := p.query
		q.Again = q.Again || p.handed
		q.Deadline = max(1, p.end.Sub(now).Milliseconds())
		p.lease, p.handed = now.Add(leaseFor), true
		list = append(list, q)
	}
	return list, next
}

// release takes back what could not be handed over.
func (h *hub) release(list []query) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, q := range list {
		for _, p := range h.queries {
			if p.ID == q.ID {
				p.lease = time.Time{}
			}
		}
	}
	h.notify()
}

// settle gives an answer to who waits for it, and says whether anyone did.
func (h *hub) settle(a answer) bool {
	h.mu.Lock()
	p := h.remove(a.ID)
	h.mu.Unlock()
	if p == nil {
		return false
	}
	if a.Tab != nil {
		h.board.patch(*a.Tab)
	}
	p.answer <- a
	return true
}

// collect takes the next part of an answer and returns all so far, nothing if it is not the next. It says whether anyone waits.
func (h *hub) collect(id string, part int, data []byte) (whole []byte, waited bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.queries, func(p *pending) bool { return p.ID == id })
	if i < 0 {
		return nil, false
	}
	p := h.queries[i]
	if part == 0 {
		p.parts = nil
	}
	if part != len(p.parts) {
		return nil, true
	}
	p.parts = append(p.parts, data)
	p.lease = time.Now().Add(leaseFor) // it is being answered
	return bytes.Join(p.parts, nil), true
}

// present says whether the extension is there.
func (h *hub) present() bool {
	return h.worker != "" && (h.asking > 0 || time.Since(h.seen) < absentAfter)
}

// connected says whether the extension is there, and since when.
func (h *hub) connected() (bool, time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.present(), h.since
}
