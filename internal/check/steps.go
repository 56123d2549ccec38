package check

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// Step is one thing to do before a page is looked at. Exactly one of its fields is set.
type Step struct {
	Goto    string    `yaml:"goto"`     // an address
	WaitFor string    `yaml:"wait_for"` // a selector, or text: words on the page
	Click   string    `yaml:"click"`    // a selector
	Type    *TypeStep `yaml:"type"`
	Press   string    `yaml:"press"`  // a key
	Scroll  string    `yaml:"scroll"` // top, bottom, or a selector of what to bring into view
}

// TypeStep fills a field. ${NAME} in its text is taken from the environment.
type TypeStep struct {
	Into string `yaml:"into"`
	Text string `yaml:"text"`
}

func (s Step) check() error {
	set := 0
	for _, is := range []bool{s.Goto != "", s.WaitFor != "", s.Click != "", s.Type != nil, s.Press != "", s.Scroll != ""} {
		if is {
			set++
		}
	}
	if set != 1 {
		return errors.New("a step does one of goto, wait_for, click, type, press, scroll")
	}
	if s.Type != nil && s.Type.Into == "" {
		return errors.New("type into which field?")
	}
	return nil
}

func (s Step) String() string {
	switch {
	case s.Goto != "":
		return "goto " + s.Goto
	case s.WaitFor != "":
		return "wait_for " + s.WaitFor
	case s.Click != "":
		return "click " + s.Click
	case s.Type != nil:
		return "type into " + s.Type.Into
	case s.Scroll != "":
		return "scroll " + s.Scroll
	}
	return "press " + s.Press
}

const waitAtMost = 10 * time.Second

func (s Step) do(ctx context.Context, tab *session.Tab, here string) error {
	err := s.try(ctx, tab, here)
	if err == nil {
		return nil
	}
	known := fault.From(err)
	return &fault.Error{Code: known.Code, Message: fmt.Sprintf("the step %q did not work: %s", s, known.Message), Next: known.Next, Cause: known.Cause}
}

func (s Step) try(ctx context.Context, tab *session.Tab, here string) error {
	switch {
	case s.Goto != "":
		to, err := Address(here, s.Goto)
		if err != nil {
			return err
		}
		return tab.Go(ctx, page.Journey{URL: to})
	case s.WaitFor != "":
		return waitFor(ctx, tab, s.WaitFor)
	}
	return s.act(ctx, tab)
}

// waitFor waits for a selector to match something visible, or for words to be there.
func waitFor(ctx context.Context, tab *session.Tab, what string) error {
	ctx, cancel := context.WithTimeout(ctx, waitAtMost)
	defer cancel()
	yes := true
	query, selector := find.Query{Visible: &yes, Limit: 1}, what
	if words, ok := strings.CutPrefix(what, "text:"); ok {
		query.Text, selector = strings.TrimSpace(words), ""
	}
	for {
		_, found, err := tab.Search(ctx, query, selector)
		if err == nil && len(found.Matches) > 0 {
			return nil
		}
		if fault.Of(err) == fault.InvalidSelector {
			return err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return fault.Newf(fault.WaitTimeout, "%s did not come in %s", what, waitAtMost)
		}
	}
}
