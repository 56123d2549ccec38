package cdp

import (
	"context"
	"errors"
	"slices"
	"sync"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
)

// ErrDetached is what calls on a session get that has ended while the connection goes on.
var ErrDetached = errors.New("the session has ended")

// Session is a conversation with one target.
type Session struct {
	conn *Conn
	id   string
	done chan struct{}
	end  sync.Once

	mu       sync.Mutex
	handlers map[string][]*handler
}

type handler struct{ run func(params jsonv2.Value) }

// ID is the protocol's name for the session.
func (s *Session) ID() string { return s.id }

// Conn is the connection of the session.
func (s *Session) Conn() *Conn { return s.conn }

// Done is closed when the session has ended.
func (s *Session) Done() <-chan struct{} { return s.done }

// End marks the session as ended by the browser: calls that wait return ErrDetached.
func (s *Session) End() {
	s.end.Do(func() {
		s.conn.mu.Lock()
		delete(s.conn.sessions, s.id)
		s.conn.mu.Unlock()
		close(s.done)
	})
}

// Pending is a command on its way.
type Pending struct {
	session *Session
	id      int64
	method  string
	answer  chan message
	then    func(message) // in place of answer
	err     error
}

// Start sends a command and returns at once. Commands reach the browser in the order in which they were started.
func (s *Session) Start(method string, params any) *Pending {
	return s.start(method, params, nil)
}

func (s *Session) start(method string, params any, then func(message)) *Pending {
	p := &Pending{session: s, method: method, answer: make(chan message, 1), then: then}
	body, err := encodeParams(method, params)
	if err != nil {
		p.err = err
		return p
	}
	c := s.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	p.id = c.last
	c.waiting[p.id] = p
	c.out.put(encode(p.id, s.id, method, body))
	return p
}

// Wait returns the answer, decoded into result unless that is nil. It returns as soon as the context, the session or the
// connection ends.
func (p *Pending) Wait(ctx context.Context, result any) error {
	if p.err != nil {
		return p.err
	}
	defer p.forget()
	select {
	case m := <-p.answer:
		return p.read(m, result)
	default:
	}
	select {
	case m := <-p.answer:
		return p.read(m, result)
	case <-ctx.Done():
		return ctx.Err()
	case <-p.session.conn.done:
		return gone()
	case <-p.session.done:
		return ErrDetached
	}
}

func (p *Pending) read(m message, result any) error {
	if m.failure != nil {
		return m.failure
	}
	if m.Error != nil {
		m.Error.Method = p.method
		return m.Error
	}
	if result == nil {
		return nil
	}
	return Decode(m.Result, result)
}

// forget lets a late answer be dropped.
func (p *Pending) forget() {
	c := p.session.conn
	c.mu.Lock()
	delete(c.waiting, p.id)
	c.mu.Unlock()
}

// Call sends a command and waits for its answer.
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	return s.Start(method, params).Wait(ctx, result)
}

// Call runs a command of the protocol.
func Call[P, R any](ctx context.Context, s *Session, command proto.Command[P, R], params P) (R, error) {
	var result R
	err := s.Call(ctx, command.Method, params, &result)
	return result, err
}

// Send runs a command whose answer nobody needs.
func Send[P, R any](s *Session, command proto.Command[P, R], params P) {
	s.Start(command.Method, params).forget()
}

// Then runs a command and calls f with its result, in order with the events: f sees the state of just after those that came
// before the answer. It is not called if the command fails.
func Then[P, R any](s *Session, command proto.Command[P, R], params P, f func(R)) {
	s.start(command.Method, params, func(m message) {
		var result R
		if m.failure == nil && m.Error == nil && Decode(m.Result, &result) == nil {
			f(result)
		}
	})
}

// Interrupt makes every call that waits on the session return err: the browser will not answer them.
func (s *Session) Interrupt(err error) {
	c := s.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, p := range c.waiting {
		if p.session == s && p.then == nil {
			delete(c.waiting, id)
			p.answer <- message{failure: err}
		}
	}
}

// On runs f for each event of a kind, from now on until off is called. Handlers of all sessions of a connection run one
// after the other, in the order in which the events came: f must not wait for anything.
func On[E any](s *Session, kind proto.Event[E], f func(E)) (off func()) {
	h := &handler{run: func(params jsonv2.Value) {
		var e E
		if Decode(params, &e) == nil { // a kind that has changed its shape is a kind that we do not know
			f(e)
		}
	}}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers[kind.Method] = append(s.handlers[kind.Method], h)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.handlers[kind.Method] = slices.DeleteFunc(slices.Clone(s.handlers[kind.Method]), func(x *handler) bool { return x == h })
	}
}

func (s *Session) handle(e event) {
	s.mu.Lock()
	handlers := s.handlers[e.method]
	s.mu.Unlock()
	for _, h := range handlers {
		h.run(e.params)
	}
}
