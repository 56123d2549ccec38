// Package effect is what an action did: the page before and after, and what happened in between. Values only: it does not know
// how an action is carried out, nor how its effect is told.
package effect

import (
	"time"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/page"
)

// Receipt is the proof of one action.
type Receipt struct {
	Kind    string    // "click", "type", "keypress", "hover"...
	Deed    string    // what was done, in words: `clicked [4] button "Save"`
	Ref     dom.Ref   // what it was done to; dom.NoRef for the page as a whole
	Trusted bool      // the page could not tell it from a person's doing
	At      time.Time // when it began
	Took    time.Duration
	Watched time.Duration // how long the page was watched for an effect
	Holds   bool          // what was asked for is so, whether or not that took anything
	Notes   []string      // what else the agent should know of how it was done

	Before, After *dom.Snapshot
	Changes       []diff.Change // none if the page was left
	Mutations     int
	Passed        []string // words that came and went meanwhile
	Earlier       []string // and those that did between the action before and this one
	Focus         int      // what took the focus, an index in After; -1 if nothing did
	Unfocused     int      // what lost it and nothing took it from, an index in After; -1 if nothing did
	Retitled      bool
	Scrolled      bool
	Selected      int // characters of text that it selected
	ValueChanged  bool
	Value         string // what the field holds now, redacted where it is secret

	Unread   string // why the page cannot be read now
	Left     bool   // another document, or another address, is shown
	URL      string // where the tab is now
	Title    string
	Failed   []page.Request // that were asked for meanwhile and refused, or not answered
	Answered int            // requests that went well
	Requests []page.Request
	Errors   []string // of the page's own scripts
	Notices  []page.Notice
	Files    bool     // the page asked for a file
	Still    []string // what had not come to rest when we stopped watching
}

// Evident is true if something shows that the action did anything.
func (r *Receipt) Evident() bool {
	if r.Holds || r.Left || r.Scrolled || r.ValueChanged || r.Focus >= 0 || r.Unfocused >= 0 || r.Retitled || r.Unread != "" || r.Selected > 0 || r.Files || len(r.Passed) > 0 || len(r.Requests) > 0 || len(r.Errors) > 0 || len(r.Notices) > 0 {
		return true
	}
	return len(r.Telling()) > 0 || r.Restyled()
}

// Restyled is true if the page changed something, and all that can be seen of it is that things moved.
func (r *Receipt) Restyled() bool {
	if r.Mutations == 0 {
		return false
	}
	for _, c := range r.Changes {
		if !c.Unseen && c.OnlyBox() {
			return true
		}
	}
	return false
}

// Telling lists the changes worth telling, the most telling first. What only moved, what nobody sees, and what another change
// already says are left out.
func (r *Receipt) Telling() []diff.Change {
	var out []diff.Change
	for rank := range ranks {
		for _, c := range r.Changes {
			if r.tells(c) && r.rank(c) == rank {
				out = append(out, c)
			}
		}
	}
	return out
}

func (r *Receipt) tells(c diff.Change) bool {
	if c.Unseen || c.Echo || c.OnlyBox() {
		return false
	}
	if c.Kind != diff.Changed {
		return r.says(c)
	}
	for _, f := range c.Fields {
		switch f.Name {
		case diff.Position, diff.Size, "focused", diff.Interactive:
		case "selected":
			if r.After.Nodes[c.New].Tag != "option" { // the value of its list tells it
				return true
			}
		default:
			return true
		}
	}
	return false
}

// says is true of what came or went with a role or words: an empty box says nothing.
func (r *Receipt) says(c diff.Change) bool {
	s := r.After
	if c.Kind == diff.Removed {
		s = r.Before
	}
	for _, i := range c.Nodes {
		if n := s.Nodes[i]; n.Visible() && (n.IsText() || n.Name != "" || n.Role != "" && n.Role != "generic") {
			return true
		}
	}
	return false
}

const ranks = 5

// rank is how much a change matters to who caused it: what speaks up first, then what can be acted on.
func (r *Receipt) rank(c diff.Change) int {
	s, i := r.After, c.New
	if c.Kind == diff.Removed {
		s, i = r.Before, c.Old
	}
	n := s.Nodes[i]
	switch {
	case Urgent(n), n.Marks&dom.MarkTopLayer != 0:
		return 0
	case c.Kind == diff.Changed && n.Interactive():
		return 1
	case c.Kind == diff.Added:
		for _, k := range c.Nodes {
			if Urgent(s.Nodes[k]) {
				return 0
			}
		}
		return 2
	case c.Kind == diff.Changed:
		return 3
	}
	return 4
}

// Urgent is true of what is there to be noticed.
func Urgent(n *dom.Node) bool {
	switch n.Role {
	case "alert", "alertdialog", "dialog", "status":
		return n.Visible()
	}
	return false
}
