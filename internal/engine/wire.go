package engine

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
)

// What the engine sends. The other half is engine/src/wire.ts; a field that only one side knows is a bug and fails.

// capture is one reading of a document.
type capture struct {
	Doc        string
	Base, Seq  int
	URL, Title string
	Ready      string
	Origin     float64
	Viewport   [6]int // width, height, scroll x and y, content width and height
	Canvas     int
	Closed     int
	Fresh      int
	Layers     int
	Cut        int
	Depth      []int32
	Boxes      []int32
	Nodes      []entry
}

// entry is a node, or a run of siblings that are as they were: count of them, the first with the key same, moved by dx, dy.
type entry struct {
	*dom.Node
	same, count int
	dx, dy      int32
}

// decode reads a small answer. Unknown fields fail.
func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return unreadable(err)
	}
	return nil
}

func unreadable(err error) error {
	return fault.Wrap(err, fault.Internal, "the engine's answer cannot be read")
}

// decodeCapture reads a capture.
func decodeCapture(data []byte) (*capture, error) {
	c, s := &capture{}, newScanner(data)
	nodes := nodeReader{scanner: s, slab: make([]dom.Node, 0, 256)}
	s.object(func(name []byte) {
		switch string(name) {
		case "doc":
			c.Doc = s.text()
			nodes.doc = c.Doc
		case "base":
			c.Base = s.int()
		case "seq":
			c.Seq = s.int()
		case "url":
			c.URL = s.text()
		case "title":
			c.Title = s.text()
		case "ready":
			c.Ready = s.text()
		case "origin":
			c.Origin = s.float()
		case "viewport":
			i := 0
			s.array(func() {
				if i == len(c.Viewport) {
					s.fail("a viewport of more than %d numbers", i)
					return
				}
				c.Viewport[i] = s.int()
				i++
			})
		case "canvas":
			c.Canvas = s.int()
		case "closed":
			c.Closed = s.int()
		case "fresh":
			c.Fresh = s.int()
		case "layers":
			c.Layers = s.int()
		case "cut":
			c.Cut = s.int()
		case "depth":
			s.array(func() { c.Depth = append(c.Depth, int32(s.int())) })
		case "boxes":
			c.Boxes = make([]int32, 0, 4*len(c.Depth))
			s.array(func() { c.Boxes = append(c.Boxes, int32(s.int())) })
		case "nodes":
			c.Nodes = make([]entry, 0, len(c.Depth))
			s.array(func() { c.Nodes = append(c.Nodes, nodes.entry()) })
		default:
			s.fail("unknown field %q", name)
		}
	})
	if s.err == nil && s.at != len(data) {
		s.fail("more than one value")
	}
	if s.err != nil {
		return nil, unreadable(s.err)
	}
	return c, c.check()
}

// check refuses a capture whose parts do not fit.
func (c *capture) check() error {
	elements := 0
	for _, e := range c.Nodes {
		if e.Node != nil && !e.IsText() {
			elements++
		}
	}
	if len(c.Depth) != len(c.Nodes) || len(c.Boxes) != 4*elements {
		return unreadable(fmt.Errorf("%d nodes, %d of them elements, with %d depths and %d box numbers", len(c.Nodes), elements, len(c.Depth), len(c.Boxes)))
	}
	above := int32(-1)
	for i, depth := range c.Depth {
		if depth < 0 || depth > above+1 || i > 0 && depth == 0 {
			return unreadable(fmt.Errorf("node %d is at depth %d, below depth %d", i, depth, above))
		}
		if above = depth; c.Nodes[i].Node == nil {
			above-- // nothing stands under a run: it has all its nodes already
			if i == 0 {
				above = 0
			}
		}
	}
	return nil
}
