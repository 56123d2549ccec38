// Package diff says what changed between two snapshots of a page. It knows which node goes on from which because it is told,
// and nothing of what an agent is shown: every change is there, and marked so that a reader can leave out what it does not need.
package diff

import "github.com/domsight/domsight/internal/dom"

// Pairing says which nodes of two snapshots are one.
type Pairing interface {
	Was(i int) int        // index in the old snapshot of what is now node i, -1 if it is new
	Recreated(i int) bool // node i goes on from one that is no longer in the page
}

// Kind is what happened.
type Kind uint8

// The kinds.
const (
	Added   Kind = iota // came, or came into sight
	Changed             // is the same, with other facts
	Removed             // went, or went out of sight
)

func (k Kind) String() string { return [...]string{"added", "changed", "removed"}[k] }

// Change is one thing that happened to the page. Old and New are the indexes of the node in the two snapshots, -1 where it
// is not in one of them: an addition with an Old was there all the time and is seen only now.
type Change struct {
	Kind      Kind
	Old, New  int
	Recreated bool    // the node was made anew and is held to be the same
	Unseen    bool    // nothing of it can be seen, before or after
	Echo      bool    // its words are already told by the new name of the element that holds it
	Fields    []Field // of a Changed node, in a fixed order: what differs

	// Nodes are the nodes that came or went with this one, itself first, in page order: indexes in the new snapshot if Added, in
	// the old one if Removed. What is below this node but not listed was there before, or is still there.
	Nodes []int
}

// Between returns the changes from old to new, in the page order of new, removals last in the page order of old. That a node is
// elsewhere, and nothing else about it differs, is left to Shifts.
func Between(old, new *dom.Snapshot, p Pairing) []Change {
	d := &differ{old: old, new: new, p: p, now: make([]int32, len(old.Nodes))}
	for o := range d.now {
		d.now[o] = -1
	}
	d.forward()
	d.backward()
	for k := range d.changes {
		d.changes[k].Echo = d.echo(d.changes[k])
	}
	return d.changes
}

// Shifts returns the nodes of new that are elsewhere than they were, of the same size and with the same facts.
func Shifts(old, new *dom.Snapshot, p Pairing) []int {
	var out []int
	for i, n := range new.Nodes {
		o := p.Was(i)
		if o < 0 || old.Boxes[o] == new.Boxes[i] || !sameSize(old.Boxes[o], new.Boxes[i]) {
			continue
		}
		if old.Nodes[o] == n || len(compare(old.Nodes[o], n)) == 0 && old.Nodes[o].Visible() == n.Visible() {
			out = append(out, i)
		}
	}
	return out
}

type differ struct {
	old, new *dom.Snapshot
	p        Pairing
	now      []int32 // by index in old: where it is in new, -1 for nowhere
	changes  []Change
}

// forward finds what came and what changed.
func (d *differ) forward() {
	groups := make(map[int]int) // node that came -> its change
	for i, n := range d.new.Nodes {
		o := d.p.Was(i)
		if o >= 0 {
			d.now[o] = int32(i)
			if before := d.old.Nodes[o]; before == n || before.Visible() || !n.Visible() {
				d.change(o, i)
				continue
			}
		}
		d.changes = gather(d.changes, groups, d.new, i, Change{Kind: Added, Old: o, New: i})
	}
}

// backward finds what went.
func (d *differ) backward() {
	groups := make(map[int]int)
	for o, before := range d.old.Nodes {
		i := int(d.now[o])
		if i >= 0 && (before == d.new.Nodes[i] || !before.Visible() || d.new.Nodes[i].Visible()) {
			continue
		}
		d.changes = gather(d.changes, groups, d.old, o, Change{Kind: Removed, Old: o, New: i})
	}
}

// gather adds node i to the change its parent belongs to, or begins one.
func gather(changes []Change, groups map[int]int, s *dom.Snapshot, i int, c Change) []Change {
	at, joins := groups[s.Parent(i)]
	if !joins {
		at = len(changes)
		c.Unseen = true
		changes = append(changes, c)
	}
	groups[i] = at
	group := &changes[at]
	group.Nodes = append(group.Nodes, i)
	if s.Nodes[i].Visible() {
		group.Unseen = false
	}
	return changes
}

// change tells what differs about a node that did not come. What went out of sight is told as gone.
func (d *differ) change(o, i int) {
	before, now := d.old.Nodes[o], d.new.Nodes[i]
	var fields []Field
	if before != now {
		if before.Visible() && !now.Visible() {
			return
		}
		fields = compare(before, now)
	}
	if a, b := d.old.Boxes[o], d.new.Boxes[i]; a != b && (len(fields) > 0 || !sameSize(a, b)) {
		fields = append(fields, compareBoxes(a, b)...)
	}
	if len(fields) > 0 {
		d.changes = append(d.changes, Change{Kind: Changed, Old: o, New: i, Recreated: d.p.Recreated(i), Unseen: !now.Visible(), Fields: fields})
	}
}
