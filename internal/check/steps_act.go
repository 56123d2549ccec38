package check

import (
	"context"
	"os"

	"github.com/domsight/domsight/internal/session"
)

// act does what a person would do in the page.
func (s Step) act(ctx context.Context, tab *session.Tab) (err error) {
	switch {
	case s.Click != "":
		_, err = tab.Click(ctx, s.Click, session.Click{})
	case s.Type != nil:
		_, err = tab.Type(ctx, s.Type.Into, os.ExpandEnv(s.Type.Text), session.Typing{Clear: true})
	case s.Press != "":
		_, err = tab.Press(ctx, "", s.Press, 0, 1)
	case s.Scroll == "top" || s.Scroll == "bottom":
		_, err = tab.Scroll(ctx, "", s.Scroll, 0)
	default:
		_, err = tab.Scroll(ctx, s.Scroll, "", 0)
	}
	return err
}
