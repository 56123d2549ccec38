package fingerprint

import (
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

const longestSign = 200

// state lists what the page says of itself. Of matches in each other the outermost is taken. What no person can see says
// nothing; nor does a place kept free for a message.
func (w *walk) state() *State {
	return &State{
		Errors: w.signs(true, func(n *dom.Node) bool {
			return n.Role == "alert" || n.Attrs.Get("role") == "alert" || class(n, "error", "alert-danger") ||
				strings.Contains(n.Attrs.Get("data-testid"), "error")
		}),
		Loading: w.signs(false, func(n *dom.Node) bool {
			return n.Attrs.Get("aria-busy") == "true" || n.State.Busy || class(n, "loading", "spinner", "skeleton")
		}),
		Empty:  w.signs(true, func(n *dom.Node) bool { return class(n, "empty-state", "no-results", "no-data") }),
		Modals: w.signs(false, func(n *dom.Node) bool { return n.Role == "dialog" || n.Role == "alertdialog" }),
		Notifications: w.signs(true, func(n *dom.Node) bool {
			return n.Role == "status" && n.Tag != "output" || class(n, "toast", "notification")
		}),
	}
}

func (w *walk) signs(speaking bool, is func(*dom.Node) bool) []Sign {
	found := []Sign{}
	last := -1 // end of the last match
	w.each(func(i int, n *dom.Node) {
		if i < last || !n.Visible() || !is(n) {
			return
		}
		text := w.text(i, longestSign)
		if speaking && text == "" && !w.holds(i) {
			return
		}
		last = w.End(i)
		found = append(found, Sign{Selector: selector(n), Text: text, Role: n.Role, Place: w.place(i)})
	})
	return found
}

// holds is true if there is any element to be seen in node i.
func (w *walk) holds(i int) (any bool) {
	w.eachIn(i+1, w.End(i), func(_ int, n *dom.Node) { any = any || n.Visible() })
	return any
}

func class(n *dom.Node, any ...string) bool {
	for _, c := range strings.Fields(n.Attrs.Get("class")) {
		if slices.Contains(any, c) {
			return true
		}
	}
	return false
}
