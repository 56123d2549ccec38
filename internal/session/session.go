// Package session is what one agent has of a browser: its tabs, what it was shown of them, and the refs by which it calls
// their elements. It joins the rails: it asks the engine, and keeps what the pure stages need. It does not know how a browser
// is reached, nor how anything is printed.
package session

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Session is one agent's browser. Calls may come at once; those that need the same tab wait for each other.
type Session struct {
	Deadlines    Deadlines    // set before the first call
	Fingerprints Fingerprints // taken, and kept
	Policy       Policy       // set before the first call

	open func(context.Context) (page.Browser, error)

	mu      sync.Mutex
	browser page.Browser
	tabs    []*Tab
	current *Tab
	lost    *Tab // was the current one, and closed by itself: the agent is to be told
	closed  bool
}

// New makes a session that opens its browser when it is first needed, and again after it died.
func New(open func(context.Context) (page.Browser, error)) *Session {
	return &Session{Deadlines: DefaultDeadlines, open: open}
}

// Close ends the session's tabs and its share of the browser.
func (s *Session) Close() error {
	s.mu.Lock()
	browser := s.browser
	s.browser, s.tabs, s.current, s.closed = nil, nil, nil, true
	s.mu.Unlock()
	if browser == nil {
		return nil
	}
	return browser.Close()
}

// Mourn forgets a browser or a current tab that has ended by itself. Who has told the agent of it calls this, so that it is not
// told twice.
func (s *Session) Mourn() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.browser == nil {
		return
	}
	if gone(s.browser.Gone()) {
		s.browser, s.tabs, s.current = nil, nil, nil
	} else {
		s.refresh(nil)
	}
	s.lost = nil
}

// About describes the browser, nil if none was needed yet.
func (s *Session) About() *page.About {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.browser == nil || gone(s.browser.Gone()) {
		return nil
	}
	about := s.browser.About()
	return &about
}

// Tab finds a tab by id or name; an empty name is the current tab. A browser that died, and a current tab that closed by
// itself, are reported once, to the first call after: no other takes their place unnoticed.
func (s *Session) Tab(ctx context.Context, name string) (*Tab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, err := s.tab(ctx, name)
	if t == nil && err == nil {
		err = fault.New(fault.TabNotFound, "no page is open").Nextf("navigate to one")
	}
	return t, err
}

// TabToLoad is Tab for one who is about to load a page: where no tab is open, it opens one.
func (s *Session) TabToLoad(ctx context.Context, name string) (*Tab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, err := s.tab(ctx, name)
	if t == nil && err == nil {
		return s.openTab(ctx)
	}
	return t, err
}

// tab is nil without an error if the current tab is meant and there is none.
func (s *Session) tab(ctx context.Context, name string) (*Tab, error) {
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	if name == "" {
		if s.current != nil {
			return s.current, nil
		}
		if lost := s.lost; lost != nil {
			s.lost = nil
			return nil, s.notFound(fault.Newf(fault.TabNotFound, "tab %s, the current one, has closed by itself", lost.ID()))
		}
		if len(s.tabs) > 0 {
			s.current = s.tabs[len(s.tabs)-1]
			return s.current, nil
		}
		return nil, nil
	}
	return s.find(name)
}

// Open makes a new tab, names it if a name is given, and makes it the current one.
func (s *Session) Open(ctx context.Context, name string) (*Tab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	for _, t := range s.tabs {
		if name != "" && (t.Name == name || t.ID() == name) {
			return nil, fault.Newf(fault.BadArgument, "there is a tab named %q already", name)
		}
	}
	t, err := s.openTab(ctx)
	if err == nil {
		t.Name = name
	}
	return t, err
}

// Select makes a tab the current one.
func (s *Session) Select(ctx context.Context, name string) (*Tab, error) {
	t, err := s.Tab(ctx, name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Deadlines.Act)
	defer cancel()
	if err := t.page.Activate(ctx); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.current, s.lost = t, nil
	s.mu.Unlock()
	return t, nil
}

// CloseTab ends a tab; the one opened last becomes the current one.
func (s *Session) CloseTab(ctx context.Context, name string) (*Tab, error) {
	t, err := s.Tab(ctx, name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Deadlines.Act)
	defer cancel()
	if err := t.page.Close(ctx); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh(t)
	return t, nil
}

// Tabs lists the open tabs, oldest first, and which is the current one. It starts no browser.
func (s *Session) Tabs() (tabs []*Tab, current *Tab) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.browser != nil {
		s.refresh(nil)
	}
	return append(tabs, s.tabs...), s.current
}

func (s *Session) openTab(ctx context.Context) (*Tab, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Deadlines.Open)
	defer cancel()
	p, err := s.browser.Open(ctx)
	if err != nil {
		return nil, err
	}
	s.refresh(nil)
	for _, t := range s.tabs {
		if t.page == p {
			s.current, s.lost = t, nil
			return t, nil
		}
	}
	t := newTab(p, s.Deadlines)
	s.tabs = append(s.tabs, t)
	s.current, s.lost = t, nil
	return t, nil
}

// ready makes sure that there is a living browser.
func (s *Session) ready(ctx context.Context) error {
	if s.closed {
		return fault.New(fault.BrowserGone, "the session has ended")
	}
	if s.browser != nil && gone(s.browser.Gone()) {
		s.browser, s.tabs, s.current, s.lost = nil, nil, nil, nil
		return fault.New(fault.BrowserGone, "the browser has ended and its tabs are lost").Nextf("navigate again: the next call starts a new browser")
	}
	if s.browser == nil {
		ctx, cancel := context.WithTimeout(ctx, s.Deadlines.Open)
		defer cancel()
		browser, err := s.open(ctx)
		if err != nil {
			return err
		}
		s.browser = browser
	}
	s.refresh(nil)
	return nil
}

// refresh takes note of tabs that came and went by themselves; closing is one that is known to have ended.
func (s *Session) refresh(closing *Tab) {
	known := make(map[page.Tab]*Tab, len(s.tabs))
	for _, t := range s.tabs {
		known[t.page] = t
	}
	s.tabs = s.tabs[:0:0]
	var still bool
	for _, p := range s.browser.Tabs() {
		if gone(p.Gone()) || closing != nil && p == closing.page {
			continue
		}
		t := known[p]
		if t == nil {
			t = newTab(p, s.Deadlines)
		}
		s.tabs = append(s.tabs, t)
		still = still || t == s.current
	}
	if !still && s.current != nil {
		s.lost = s.current
		s.current = nil
	}
	if closing != nil {
		s.lost = nil
	}
}

// find matches an id, a name, or the only tab whose title or address contains the word. A number is an id and nothing else: it
// may well be part of another tab's address.
func (s *Session) find(name string) (*Tab, error) {
	var near []*Tab
	number := strings.Trim(name, "0123456789") == ""
	for _, t := range s.tabs {
		info := t.page.Info()
		if t.ID() == name || t.Name == name {
			return t, nil
		}
		if !number && strings.Contains(strings.ToLower(info.Title+" "+info.URL), strings.ToLower(name)) {
			near = append(near, t)
		}
	}
	if len(near) == 1 {
		return near[0], nil
	}
	return nil, s.notFound(fault.Newf(fault.TabNotFound, "there is no tab %q", short(name, 40)))
}

// notFound says which tabs there are instead.
func (s *Session) notFound(err *fault.Error) error {
	var list []string
	for _, t := range s.tabs {
		list = append(list, fmt.Sprintf("%s (%s)", t.ID(), short(t.page.Info().URL, 60)))
	}
	if len(list) == 0 {
		return err.Nextf("no tab is open: navigate opens one")
	}
	return err.Nextf("open tabs: %s", strings.Join(list[:min(len(list), 10)], ", "))
}

func gone(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func short(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most-1]) + "…"
}
