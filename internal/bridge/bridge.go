// Package bridge is the user's own browser, reached through the extension in it. It offers tabs as package page has them. One
// process has the port that the extension comes to; others find it there and join. It does not know what the functions of the
// engine mean, nor what is in the scripts that documents are given.
package bridge

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Options says where the extension is expected.
type Options struct {
	Address string // "127.0.0.1:7890"
	Token   string // that the extension bears
	Origin  string // of the extension
	Engine  string // name of the engine that documents must get; any will do if empty
	// ScriptName is how the extension calls a script that it has in its folder.
	ScriptName func(source string) string
	// Unreachable is the fault of an address that could not be loaded, by the browser's name of the reason.
	Unreachable func(url, reason string) error
	Log         *slog.Logger
}

// Bridge is one process's way to the extension.
type Bridge struct {
	options Options
	board   *board
	end     context.CancelFunc
	ended   chan struct{}
	name    string // of this process, to the others
	shares  atomic.Int64
	count   atomic.Int64

	mu      sync.Mutex
	link    link // nil while there is none
	problem error
	changed chan struct{} // of these
}

// link carries queries: to our own hub, or to the process that has it.
type link interface {
	do(context.Context, query) (answer, error)
	connected() (bool, time.Time)
}

// errLost says that the process that had the port has ended before it answered.
var errLost = errors.New("the process that had the extension has ended")

const (
	askPatience   = 10 * time.Second // for an extension to come
	portPatience  = time.Second      // until a port that others have is tried again
	electPatience = 20 * time.Millisecond
)

// New begins to wait for the extension, or joins the process that does.
func New(options Options) *Bridge {
	ctx, end := context.WithCancel(context.Background())
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	b := &Bridge{options: options, board: newBoard(), end: end, ended: make(chan struct{}), name: rand.Text()[:8], changed: make(chan struct{})}
	go b.run(ctx)
	return b
}

// Close leaves the port to others. The extension and its tabs stay.
func (b *Bridge) Close() error {
	b.end()
	<-b.ended
	return nil
}

// run takes the port, or joins who has it, for as long as we live.
func (b *Bridge) run(ctx context.Context) {
	defer close(b.ended)
	for ctx.Err() == nil {
		on, err := net.Listen("tcp", b.options.Address)
		if err == nil {
			b.own(ctx, on)
			return
		}
		peer, err := join(ctx, b.options)
		if err != nil {
			b.set(nil, err)
			rest(ctx, portPatience)
			continue
		}
		b.set(peer, nil)
		peer.follow(ctx, b.board) // until it ends
		b.set(nil, nil)
		rest(ctx, electPatience)
	}
}

func (b *Bridge) own(ctx context.Context, on net.Listener) {
	h := newHub(b.board)
	b.set(h, nil)
	s := &server{hub: h, board: b.board, token: b.options.Token, log: b.options.Log, stop: ctx}
	s.serve(ctx, on, b.options.Origin)
	b.set(nil, fault.New(fault.BrowserGone, "the server has ended"))
}

func (b *Bridge) set(l link, problem error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.link, b.problem = l, problem
	close(b.changed)
	b.changed = make(chan struct{})
}

// do asks the extension, whoever has it now.
func (b *Bridge) do(ctx context.Context, q query) (answer, error) {
	q.ID = b.name + "-" + strconv.FormatInt(b.count.Add(1), 10)
	for {
		b.mu.Lock()
		l, problem, changed := b.link, b.problem, b.changed
		b.mu.Unlock()
		if l != nil {
			a, err := l.do(ctx, q)
			if !errors.Is(err, errLost) {
				return a, err
			}
			q.Again = true
		}
		if fault.Of(problem) == fault.BrowserGone && problem != nil {
			return answer{}, problem
		}
		select {
		case <-changed:
		case <-ctx.Done():
			if problem != nil {
				return answer{}, problem
			}
			return answer{}, timeout(ctx.Err())
		}
	}
}

// Share gives a session its use of the browser, once the extension is there.
func (b *Bridge) Share(ctx context.Context) (page.Browser, error) {
	ctx, cancel := context.WithTimeout(ctx, askPatience)
	defer cancel()
	asked := ""
	for {
		now, version, news := b.board.read()
		b.mu.Lock()
		l, problem, changed := b.link, b.problem, b.changed
		b.mu.Unlock()
		if l != nil && version > 0 {
			if b.options.Engine == "" || now.Engine == b.options.Engine {
				return newShare(b), nil
			}
			problem = fault.New(fault.ExtensionError, "the extension in the browser is of another version than this server").
				Nextf("run `domsight extension DIR` with the folder that is loaded, and reload it in chrome://extensions")
			if asked != now.Engine { // its folder may be of this version already
				asked = now.Engine
				if _, err := b.do(ctx, query{Type: "reload", Params: struct{}{}}); err != nil {
					return nil, err
				}
			}
		}
		select {
		case <-news:
		case <-changed:
		case <-ctx.Done():
			if problem != nil {
				return nil, problem
			}
			return nil, timeout(ctx.Err()).Nextf("is the extension loaded, and the browser open? `domsight extension DIR` says how")
		}
	}
}

func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
