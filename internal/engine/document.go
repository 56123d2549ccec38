package engine

import (
	"slices"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
)

// document is one frame's document as it was last read. A capture that says only what changed is applied to it, and what did
// not change is shared with the document before.
type document struct {
	capture                         // of the last reading, without its nodes
	nodes   []*dom.Node             // in page order
	keys    []int32                 // of each: a walk over all nodes for their keys would cost more than the rest
	depth   []int32                 // of each
	end     []int32                 // index after the last descendant of each
	boxes   []dom.Box               // of each, in the document's own coordinates
	at      []int32                 // by key: the node's index
	dressed map[*dom.Node]*dom.Node // nodes as they look in the frame that holds them
}

// apply makes the document a capture describes; old is the one it builds on, nil for a full capture.
func apply(c *capture, old *document) (*document, error) {
	if c.Base != 0 && (old == nil || old.Seq != c.Base || old.Doc != c.Doc) {
		return nil, fault.New(fault.Internal, "the engine built on a capture that we do not have")
	}
	if old != nil && old.Doc != c.Doc {
		old = nil // its nodes are those of another document, however alike
	}
	d := &document{}
	size := len(c.Nodes)
	if c.Base != 0 {
		size += len(old.nodes)
	}
	d.nodes, d.keys, d.depth, d.boxes = make([]*dom.Node, 0, size), make([]int32, 0, size), make([]int32, 0, size), make([]dom.Box, 0, size)
	boxes := c.Boxes
	for i := range c.Nodes {
		e := &c.Nodes[i]
		if e.Node == nil {
			if err := d.copyRun(old, e, c.Depth[i]); err != nil {
				return nil, err
			}
			continue
		}
		n := e.Node
		if was := old.find(n.ID.Key); was != nil && equal(was, n) {
			n = was
		}
		var box dom.Box
		if !n.IsText() {
			box = dom.Box{X: boxes[0], Y: boxes[1], W: boxes[2], H: boxes[3]}
			boxes = boxes[4:]
		}
		d.add(n, c.Depth[i], box)
	}
	d.capture = *c
	d.capture.Nodes, d.capture.Depth, d.capture.Boxes = nil, nil, nil
	d.index()
	if old != nil && old.Doc == d.Doc {
		d.dressed = old.dressed
	}
	return d, nil
}

func (d *document) add(n *dom.Node, depth int32, box dom.Box) {
	d.nodes, d.keys, d.depth, d.boxes = append(d.nodes, n), append(d.keys, int32(n.ID.Key)), append(d.depth, depth), append(d.boxes, box)
}

// copyRun takes over siblings that are as they were, with everything in them, moved as a whole.
func (d *document) copyRun(old *document, run *entry, depth int32) error {
	if old == nil || run.same >= len(old.at) || old.at[run.same] < 0 {
		return fault.Newf(fault.Internal, "the engine kept node %d, which we do not have", run.same)
	}
	from := old.at[run.same]
	to := from
	for range run.count {
		if int(to) >= len(old.nodes) {
			return fault.Newf(fault.Internal, "the engine kept %d nodes from node %d, which we do not have", run.count, run.same)
		}
		to = old.end[to]
	}
	deeper := depth - old.depth[from]
	at := len(d.nodes)
	d.nodes = append(d.nodes, old.nodes[from:to]...)
	d.keys = append(d.keys, old.keys[from:to]...)
	d.depth = append(d.depth, old.depth[from:to]...)
	d.boxes = append(d.boxes, old.boxes[from:to]...)
	if deeper != 0 {
		for i := at; i < len(d.depth); i++ {
			d.depth[i] += deeper
		}
	}
	if run.dx != 0 || run.dy != 0 {
		for i := at; i < len(d.boxes); i++ {
			if d.boxes[i] != (dom.Box{}) {
				d.boxes[i].X += run.dx
				d.boxes[i].Y += run.dy
			}
		}
	}
	return nil
}

// index computes ends and positions.
func (d *document) index() {
	d.end = make([]int32, len(d.nodes))
	most := int32(0)
	for _, key := range d.keys {
		most = max(most, key)
	}
	d.at = make([]int32, most+1)
	for i := range d.at {
		d.at[i] = -1
	}
	var open []int32
	for i, depth := range d.depth {
		for len(open) > int(depth) {
			d.end[open[len(open)-1]] = int32(i)
			open = open[:len(open)-1]
		}
		open = append(open, int32(i))
		d.at[d.keys[i]] = int32(i)
	}
	for _, i := range open {
		d.end[i] = int32(len(d.nodes))
	}
}

// find is the node with that key, nil if there is none.
func (d *document) find(key int) *dom.Node {
	if d == nil || key < 0 || key >= len(d.at) || d.at[key] < 0 {
		return nil
	}
	return d.nodes[d.at[key]]
}

// dress is a node as it is in its frame: hidden with it, marked as its own.
func (d *document) dress(n *dom.Node, hidden dom.Hide, marks dom.Mark) *dom.Node {
	if n.Hidden|hidden == n.Hidden && n.Marks|marks == n.Marks {
		return n
	}
	if d.dressed == nil {
		d.dressed = map[*dom.Node]*dom.Node{}
	}
	if was := d.dressed[n]; was != nil && was.Hidden == n.Hidden|hidden && was.Marks == n.Marks|marks {
		return was
	}
	own := *n
	own.Hidden |= hidden
	own.Marks |= marks
	d.dressed[n] = &own
	return &own
}

// equal compares two nodes of the same document and key.
func equal(a, b *dom.Node) bool {
	return a.Tag == b.Tag && a.Text == b.Text && a.Role == b.Role && a.Name == b.Name && a.NameFrom == b.NameFrom &&
		a.Description == b.Description && a.Value == b.Value && a.Level == b.Level && a.State == b.State && a.Hidden == b.Hidden &&
		a.Acts == b.Acts && a.Marks == b.Marks && slices.Equal(a.Attrs, b.Attrs)
}
