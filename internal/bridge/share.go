package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// share is one session's use of the browser: the tabs that it opened and, with other agents, those that the person shares.
type share struct {
	bridge *Bridge
	agent  string
	gone   chan struct{}
	end    sync.Once

	mu     sync.Mutex
	tabs   []*Tab // oldest first
	last   int    // number of the newest
	serial int    // of the last notice seen
}

var _ page.Browser = (*share)(nil)

func newShare(b *Bridge) *share {
	s := &share{bridge: b, agent: b.name + "/" + strconv.FormatInt(b.shares.Add(1), 10), gone: make(chan struct{})}
	now, _, _ := b.board.read()
	if n := len(now.Notices); n > 0 {
		s.serial = now.Notices[n-1].Serial
	}
	s.refresh()
	go s.follow()
	return s
}

// follow takes note of tabs that come and go, until the share ends.
func (s *share) follow() {
	for {
		_, _, changed := s.bridge.board.read()
		s.refresh()
		select {
		case <-changed:
		case <-s.bridge.ended:
			s.finish()
			return
		case <-s.gone:
			return
		}
	}
}

func (s *share) refresh() {
	now, _, _ := s.bridge.board.read()
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[int]*Tab{}
	for _, t := range s.tabs {
		known[t.chrome] = t
	}
	there := map[int]bool{}
	for _, state := range now.Tabs {
		if state.Agent != "" && state.Agent != s.agent {
			continue // another agent's
		}
		there[state.ID] = true
		t := known[state.ID]
		if t == nil {
			s.last++
			t = &Tab{share: s, id: strconv.Itoa(s.last), chrome: state.ID, gone: make(chan struct{}), changed: make(chan struct{}), acts: state.Acts}
			s.tabs = append(s.tabs, t)
			known[state.ID] = t
		}
		t.update(state, known)
	}
	s.tabs = slices.DeleteFunc(s.tabs, func(t *Tab) bool {
		if !there[t.chrome] {
			t.finish()
		}
		return !there[t.chrome]
	})
	for _, n := range now.Notices {
		if n.Serial > s.serial {
			s.serial = n.Serial
			if t, other := known[n.Tab], known[n.Other]; t != nil && other != nil {
				t.notice(page.Notice{Kind: page.Window, Text: n.Text, Tab: other.id, At: time.Now()})
			}
		}
	}
}

// About says what is at the other end.
func (s *share) About() page.About {
	now, _, _ := s.bridge.board.read()
	return page.About{Product: now.Product, Transport: "extension"}
}

// Tabs lists the tabs that this session may use, oldest first; but the one that the person shares comes last, which is where a
// session looks first.
func (s *share) Tabs() []page.Tab {
	now, _, _ := s.bridge.board.read()
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []page.Tab
	var shared page.Tab
	for _, t := range s.tabs {
		if t.chrome == now.Shared {
			shared = t
			continue
		}
		list = append(list, t)
	}
	if shared != nil {
		list = append(list, shared)
	}
	return list
}

// Open makes a new, blank tab, behind what the person looks at.
func (s *share) Open(ctx context.Context) (page.Tab, error) {
	a, err := s.bridge.do(ctx, query{Type: "open", Params: struct{}{}, Agent: s.agent})
	if err != nil {
		return nil, err
	}
	if a.Error != nil {
		return nil, explain(a.Error)
	}
	var made struct {
		ID int `json:"id"`
	}
	if err := json.Unmarshal(a.Result, &made); err != nil {
		return nil, fault.Wrap(err, fault.ExtensionError, "the extension answered with something unreadable")
	}
	for {
		_, _, changed := s.bridge.board.read()
		s.refresh()
		s.mu.Lock()
		i := slices.IndexFunc(s.tabs, func(t *Tab) bool { return t.chrome == made.ID })
		var t *Tab
		if i >= 0 {
			t = s.tabs[i]
		}
		s.mu.Unlock()
		if t != nil {
			return t, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, timeout(ctx.Err())
		}
	}
}

const closePatience = 3 * time.Second

// Close ends the tabs that this session opened.
func (s *share) Close() error {
	defer s.finish()
	ctx, cancel := context.WithTimeout(context.Background(), closePatience)
	defer cancel()
	var all error
	now, _, _ := s.bridge.board.read()
	if present, _ := s.bridge.present(); !present {
		return nil // nobody is there to close them
	}
	for _, state := range now.Tabs {
		if state.Agent != s.agent {
			continue
		}
		_, err := s.bridge.do(ctx, query{Type: "close", Params: struct{}{}, Tab: state.ID, Agent: s.agent})
		all = errors.Join(all, err)
	}
	return all
}

// Gone is closed when the session or the server has ended. A browser that is closed comes back: it is waited for.
func (s *share) Gone() <-chan struct{} { return s.gone }

func (s *share) finish() {
	s.end.Do(func() {
		close(s.gone)
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, t := range s.tabs {
			t.finish()
		}
	})
}

// present says whether the extension is there.
func (b *Bridge) present() (bool, time.Time) {
	b.mu.Lock()
	l := b.link
	b.mu.Unlock()
	if l == nil {
		return false, time.Time{}
	}
	return l.connected()
}
