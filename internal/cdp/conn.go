// Package cdp carries messages to and from a browser: commands with their answers, and events in the order in which they
// came. It knows sessions; it knows nothing of pages.
package cdp

import (
	"sync"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/domsight/domsight/internal/fault"
)

// Transport carries whole messages. Read and Write are each called from one goroutine; Close may be called from any, more
// than once, and ends both.
type Transport interface {
	Read() ([]byte, error)
	Write(message []byte) error
	Close() error
}

// Conn is a connection to a browser. It ends when the transport does, and then everything that waits on it returns.
type Conn struct {
	transport Transport
	out       *queue[[]byte]
	events    *queue[event]
	done      chan struct{}
	end       sync.Once
	workers   sync.WaitGroup

	mu       sync.Mutex
	last     int64
	waiting  map[int64]*Pending
	sessions map[string]*Session
}

// event is something for the dispatcher: what the browser told a session, or an answer that is to be handled in order.
type event struct {
	session, method string
	params          jsonv2.Value
	then            func()
}

// New starts to speak over a transport, which it owns from now on.
func New(transport Transport) *Conn {
	c := &Conn{
		transport: transport,
		out:       newQueue[[]byte](),
		events:    newQueue[event](),
		done:      make(chan struct{}),
		waiting:   map[int64]*Pending{},
		sessions:  map[string]*Session{},
	}
	c.workers.Go(c.read)
	c.workers.Go(c.write)
	c.workers.Go(c.dispatch)
	return c
}

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Close ends the connection. It does not wait for event handlers, and may be called by one.
func (c *Conn) Close() {
	c.end.Do(func() {
		_ = c.transport.Close() // ended either way
		close(c.done)
	})
}

// Wait returns when the connection has ended and its last event handler has returned.
func (c *Conn) Wait() { c.workers.Wait() }

// Session is the session of that id, "" for the browser itself.
func (c *Conn) Session(id string) *Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.sessions[id]
	if !ok {
		s = &Session{conn: c, id: id, done: make(chan struct{}), handlers: map[string][]*handler{}}
		c.sessions[id] = s
	}
	return s
}

func (c *Conn) read() {
	defer c.Close()
	for {
		raw, err := c.transport.Read()
		if err != nil {
			return
		}
		m, err := parse(raw)
		if err != nil {
			return // the two sides are out of step; nothing that follows can be trusted
		}
		if m.ID == 0 {
			c.events.put(event{session: m.Session, method: m.Method, params: m.Params})
			continue
		}
		c.mu.Lock()
		p := c.waiting[m.ID]
		delete(c.waiting, m.ID)
		c.mu.Unlock()
		switch {
		case p == nil: // nobody waits any more
		case p.then != nil:
			c.events.put(event{then: func() { p.then(m) }})
		default:
			p.answer <- m
		}
	}
}

func (c *Conn) write() {
	defer c.Close()
	for {
		batch := c.out.take(c.done)
		if len(batch) == 0 {
			return
		}
		for _, raw := range batch {
			if c.transport.Write(raw) != nil {
				return
			}
		}
	}
}

func (c *Conn) dispatch() {
	for {
		batch := c.events.take(c.done)
		if len(batch) == 0 {
			return
		}
		for _, e := range batch {
			if e.then != nil {
				e.then()
				continue
			}
			c.mu.Lock()
			s := c.sessions[e.session]
			c.mu.Unlock()
			if s != nil {
				s.handle(e)
			}
		}
	}
}

func gone() error { return fault.New(fault.BrowserGone, "the browser has ended") }
