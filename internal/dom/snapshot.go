package dom

import (
	"iter"
	"strings"
	"sync"
	"time"
)

// Snapshot is a page at one moment: its nodes in page order, shadow trees and frames in their places. Nodes[0] is the body.
type Snapshot struct {
	ID         string // eight hex digits
	At         time.Time
	URL, Title string
	Ready      string  // document.readyState
	Origin     float64 // when the document began, in ms since 1970: another origin is another load
	Viewport   Viewport
	Canvas     int // share of the viewport that is canvas, in percent
	Nodes      []*Node
	Boxes      []Box    // where each node is; empty for what has no box
	Unread     []string // frames that could not be read, and why
	Cut        int      // nodes the engine left out because the page is too large or too deep

	parent []int32
	end    []int32
	index  map[ID]int32
	once   sync.Once // fills index
}

// Grow appends a node under the parent at the given index (-1 for the root) and returns the node's own index. The parent
// must be the last node, or one that is still open: nodes come in page order.
func (s *Snapshot) Grow(parent int, n *Node, box Box) int {
	i := len(s.Nodes)
	s.Nodes = append(s.Nodes, n)
	s.Boxes = append(s.Boxes, box)
	s.parent = append(s.parent, int32(parent))
	s.end = append(s.end, 0)
	return i
}

// Fill takes all nodes at once, in page order, with their boxes and depths, and seals the snapshot. The slices stay the caller's
// and must not change.
func (s *Snapshot) Fill(nodes []*Node, boxes []Box, depths []int32) *Snapshot {
	s.Nodes, s.Boxes = nodes[:len(nodes):len(nodes)], boxes[:len(boxes):len(boxes)]
	s.parent, s.end = make([]int32, len(nodes)), make([]int32, len(nodes))
	var open []int32 // the node at each depth on the way to the current one
	for i, depth := range depths {
		for _, done := range open[min(int(depth), len(open)):] {
			s.end[done] = int32(i)
		}
		s.parent[i] = -1
		if depth > 0 {
			s.parent[i] = open[depth-1]
		}
		open = append(open[:depth], int32(i))
	}
	for _, done := range open {
		s.end[done] = int32(len(nodes))
	}
	return s
}

// Reserve makes room for so many nodes.
func (s *Snapshot) Reserve(nodes int) {
	s.Nodes, s.Boxes = make([]*Node, 0, nodes), make([]Box, 0, nodes)
	s.parent, s.end = make([]int32, 0, nodes), make([]int32, 0, nodes)
}

// Seal computes what the other methods need, once the last node is in.
func (s *Snapshot) Seal() *Snapshot {
	for i := len(s.Nodes) - 1; i >= 0; i-- {
		s.end[i] = max(s.end[i], int32(i+1))
		if p := s.parent[i]; p >= 0 {
			s.end[p] = max(s.end[p], s.end[i])
		}
	}
	return s
}

// Parent is the index of the node that holds node i, -1 for the root.
func (s *Snapshot) Parent(i int) int { return int(s.parent[i]) }

// End is the index after the last descendant of node i.
func (s *Snapshot) End(i int) int { return int(s.end[i]) }

// Children lists the indexes of the nodes directly in node i, in page order.
func (s *Snapshot) Children(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for c := i + 1; c < s.End(i); c = s.End(c) {
			if !yield(c) {
				return
			}
		}
	}
}

// Ancestors lists the indexes from the parent of node i up to the root.
func (s *Snapshot) Ancestors(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for p := s.Parent(i); p >= 0; p = s.Parent(p) {
			if !yield(p) {
				return
			}
		}
	}
}

// Elements lists the indexes of all elements, in page order.
func (s *Snapshot) Elements() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, n := range s.Nodes {
			if !n.IsText() && !yield(i) {
				return
			}
		}
	}
}

// Index finds a node. The first call builds the table.
func (s *Snapshot) Index(id ID) (int, bool) {
	s.once.Do(func() {
		s.index = make(map[ID]int32, len(s.Nodes))
		for i, n := range s.Nodes {
			s.index[n.ID] = int32(i)
		}
	})
	i, ok := s.index[id]
	return int(i), ok
}

// Text is what a person reads in node i: its visible text and that of all below it, white space folded, about limit bytes
// at most (0 for all).
func (s *Snapshot) Text(i, limit int) string {
	var b strings.Builder
	for _, n := range s.Nodes[i:s.End(i)] {
		if !n.IsText() || !n.Visible() {
			continue
		}
		text := n.Text
		if b.Len() == 0 || strings.HasSuffix(b.String(), " ") {
			text = strings.TrimPrefix(text, " ")
		}
		b.WriteString(text)
		if limit > 0 && b.Len() >= limit {
			break
		}
	}
	return strings.TrimSuffix(b.String(), " ")
}

// Same is true if two snapshots are of the same load of the same page.
func (s *Snapshot) Same(o *Snapshot) bool { return s.Origin == o.Origin && s.URL == o.URL }
