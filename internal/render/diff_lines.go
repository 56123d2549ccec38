package render

import (
	"slices"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
)

// Delta is what became of a page.
type Delta struct {
	Base, Now *dom.Snapshot
	Changes   []diff.Change
	Reloaded  bool                  // the page was loaded anew: Changes say little
	Was       func(old int) dom.Ref // the ref of a node of Base, dom.NoRef if it was never shown

	focusMoved bool // something else has the focus now: that tells that another lost it
}

// Changed says of each node of Now whether it came or changed.
func (d *Delta) Changed() func(node int) bool {
	set := map[int]bool{}
	for _, c := range d.Changes {
		switch {
		case c.Kind == diff.Added:
			for _, i := range c.Nodes {
				set[i] = true
			}
		case c.Kind == diff.Changed && !c.OnlyBox():
			set[c.New] = true
		}
	}
	return func(node int) bool { return set[node] }
}

// told lists the changes worth a line: those that can be seen and that no other change tells.
func (d *Delta) told() []diff.Change {
	d.focusMoved = slices.ContainsFunc(d.Changes, func(c diff.Change) bool {
		f, ok := c.Field("focused")
		return ok && f.New == dom.True.String()
	})
	var out []diff.Change
	for _, c := range d.Changes {
		if c.Unseen && !d.labelled(c) || c.Echo || c.OnlyBox() {
			continue
		}
		if d.focusMoved && onlyBlurred(c) {
			continue
		}
		out = append(out, c)
	}
	return out
}

// labelled is true of a control that only its label shows: a checkbox drawn by the page itself.
func (d *Delta) labelled(c diff.Change) bool {
	return c.Kind == diff.Changed && d.Now.Nodes[c.New].Tag == "input" && d.Now.Nodes[c.New].Hidden&dom.HiddenDisplay == 0
}

// onlyBlurred is true of a change that says no more than that the focus went elsewhere.
func onlyBlurred(c diff.Change) bool {
	if c.Kind != diff.Changed {
		return false
	}
	for _, f := range c.Fields {
		if f.Name != "focused" && f.Name != diff.Position && f.Name != diff.Size {
			return false
		}
	}
	f, ok := c.Field("focused")
	return ok && f.New == ""
}

// part is the lines of what came or went with a change.
func (d *Delta) part(c diff.Change) *sketch {
	s, root := d.Now, c.New
	if c.Kind == diff.Removed {
		s, root = d.Base, c.Old
	}
	k := sketched(s, root)
	if len(c.Nodes) == s.End(root)-root {
		return k
	}
	here := map[int]bool{}
	for _, i := range c.Nodes {
		here[i] = true
	}
	k.lines = slices.DeleteFunc(k.lines, func(l line) bool {
		if l.first < l.last {
			return !here[int(k.parts[l.first].node)]
		}
		return !here[int(l.node)]
	})
	return k
}
