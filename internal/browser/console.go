package browser

import (
	"strings"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"

	"github.com/domsight/domsight/internal/cdp"
)

// hearConsole notes what goes wrong in a page's own scripts, from now on: the browser first repeats what it has kept.
func (t *Tab) hearConsole(s *cdp.Session) {
	repeating := true // handlers run one after the other
	note := func(text string) {
		if repeating || text == "" {
			return
		}
		t.update(func() {
			t.hands.clock++
			t.hands.errors = append(t.hands.errors[max(0, len(t.hands.errors)-mostHappenings):], said{text, t.hands.clock})
		})
	}
	cdp.On(s, runtime.ConsoleAPICalled, func(e runtime.EventConsoleAPICalled) {
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			note(spoken(e.Args))
		}
	})
	cdp.On(s, runtime.ExceptionThrown, func(e runtime.EventExceptionThrown) {
		text := e.ExceptionDetails.Text
		if thrown := e.ExceptionDetails.Exception; thrown != nil {
			if words := spoken([]*runtime.RemoteObject{thrown}); words != "" {
				text = words
			}
		}
		note(text)
	})
	cdp.Then(s, runtime.Enable, proto.Empty{}, func(proto.Empty) { repeating = false })
}

// spoken is what a person reads in the console: the first line of it.
func spoken(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		var text string
		if a.Description != "" {
			text = a.Description
		} else if cdp.Decode(a.Value, &text) != nil {
			text = string(a.Value)
		}
		words = append(words, text)
	}
	line, _, _ := strings.Cut(strings.Join(words, " "), "\n")
	if len(line) > 300 {
		line = strings.ToValidUTF8(line[:300], "")
	}
	return strings.TrimSpace(line)
}
