package bridge

import (
	"slices"
	"sync"
)

// board is where what is known of the browser is written up, for all to read. It outlives connections.
type board struct {
	mu      sync.Mutex
	version int // 0 until anything is known
	state   state
	actors  map[int]actor
	serial  int
	changed chan struct{}
}

type actor struct {
	agent string
	acts  int
}

const mostNotices = 100

func newBoard() *board { return &board{changed: make(chan struct{}), actors: map[int]actor{}} }

// read returns what is known, and a channel that is closed when that changes.
func (b *board) read() (state, int, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state, b.version, b.changed
}

// update changes what is known; f must not change slices in place.
func (b *board) update(f func(*state)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.state)
	b.version++
	close(b.changed)
	b.changed = make(chan struct{})
}

// put takes over what the extension says, unless it has said something newer. What it does not repeat stays: who acted, what
// happened, which browser it is.
func (b *board) put(news state) {
	b.update(func(s *state) {
		if news.Worker != s.Worker {
			s.Worker, s.Sequence, s.Tabs = news.Worker, 0, nil // its count begins anew
		}
		newer := map[int]tabState{}
		for _, t := range s.Tabs {
			if t.Sequence > news.Sequence {
				newer[t.ID] = t
			}
		}
		b.say(s, news.Notices)
		if news.Sequence < s.Sequence {
			return
		}
		s.Sequence = news.Sequence
		tabs := slices.Clone(news.Tabs)
		for i := range tabs {
			tabs[i].Sequence = news.Sequence
			if t, ok := newer[tabs[i].ID]; ok {
				tabs[i] = t
			}
			a := b.actors[tabs[i].ID]
			tabs[i].Actor, tabs[i].Acts = a.agent, a.acts
		}
		s.Tabs, s.Shared, s.Listeners = tabs, news.Shared, news.Listeners
		if news.Product != "" {
			s.Product, s.Engine = news.Product, news.Engine
		}
	})
}

func (b *board) say(s *state, news []notice) {
	notices := s.Notices[max(0, len(s.Notices)-mostNotices):len(s.Notices):len(s.Notices)]
	for _, n := range news {
		b.serial++
		n.Serial = b.serial
		notices = append(notices, n)
	}
	s.Notices = notices
}

// copy takes over what another process has written up.
func (b *board) copy(theirs state) { b.update(func(s *state) { *s = theirs }) }

// patch takes over one tab, which came with an answer.
func (b *board) patch(tab tabState) {
	known, _, _ := b.read()
	i := slices.IndexFunc(known.Tabs, func(t tabState) bool { return t.ID == tab.ID })
	if i < 0 {
		return
	}
	was := known.Tabs[i]
	tab.Actor, tab.Acts = was.Actor, was.Acts
	was.Sequence = tab.Sequence
	if was == tab {
		return // nothing new, as nearly always
	}
	b.change(tab.ID, func(t *tabState) {
		if tab.Sequence > t.Sequence {
			tab.Actor, tab.Acts = t.Actor, t.Acts
			*t = tab
		}
	})
}

// act notes that an agent acts in a tab.
func (b *board) act(tab int, agent string) {
	b.change(tab, func(t *tabState) {
		a := b.actors[tab]
		a = actor{agent, a.acts + 1}
		b.actors[tab] = a
		t.Actor, t.Acts = a.agent, a.acts
	})
}

func (b *board) change(tab int, f func(*tabState)) {
	b.update(func(s *state) {
		s.Tabs = slices.Clone(s.Tabs)
		for i := range s.Tabs {
			if s.Tabs[i].ID == tab {
				f(&s.Tabs[i])
			}
		}
	})
}
