package engine

import "github.com/domsight/domsight/internal/dom"

// nodeReader reads the entries of a capture.
type nodeReader struct {
	*scanner
	doc  string
	last int        // key of the node before
	slab []dom.Node // nodes are made many at a time
}

func (r *nodeReader) entry() (e entry) {
	n := r.blank()
	r.object(func(name []byte) {
		switch string(name) {
		case "k":
			n.ID.Key = r.int()
		case "t":
			n.Tag = r.word()
		case "x":
			n.Text = r.text()
		case "r":
			n.Role = r.word()
		case "n":
			n.Name = r.text()
		case "f":
			n.NameFrom = r.word()
		case "e":
			n.Description = r.text()
		case "v":
			n.Value = r.text()
		case "l":
			n.Level = r.int()
		case "a":
			r.attributes(n)
		case "s":
			r.states(&n.State)
		case "h":
			n.Hidden = dom.Hide(r.int())
		case "i":
			n.Acts = dom.Act(r.int())
		case "m":
			n.Marks = dom.Mark(r.int())
		case "same":
			e.same = r.int()
		case "count":
			e.count = r.int()
		case "dx":
			e.dx = int32(r.int())
		case "dy":
			e.dy = int32(r.int())
		default:
			r.fail("unknown field %q", name)
		}
	})
	switch {
	case e.same > 0 && n.ID.Key == 0 && e.count > 0:
		return e
	case e.same != 0 || n.ID.Key < 0:
		r.fail("neither a node nor a run")
	case n.ID.Key == 0:
		n.ID.Key = r.last + 1
	}
	r.last = n.ID.Key
	if n.Name != "" && n.NameFrom == "" {
		n.NameFrom = "content"
	}
	n.ID.Doc = r.doc
	if n.Tag == "" {
		n.Tag = dom.Text
	}
	e.Node = n
	return e
}

// blank is a node to be filled.
func (r *nodeReader) blank() *dom.Node {
	if len(r.slab) == cap(r.slab) {
		r.slab = make([]dom.Node, 0, 256)
	}
	r.slab = append(r.slab, dom.Node{})
	return &r.slab[len(r.slab)-1]
}

func (r *nodeReader) attributes(n *dom.Node) {
	var attr dom.Attr
	named := false
	n.Attrs = make(dom.Attrs, 0, 3)
	r.array(func() {
		if named = !named; named {
			attr.Name = r.word()
			return
		}
		attr.Value = r.word()
		n.Attrs = append(n.Attrs, attr)
	})
	if named {
		r.fail("an attribute without a value")
	}
}

func (r *nodeReader) states(s *dom.State) {
	r.object(func(name []byte) {
		switch string(name) {
		case "checked":
			s.Checked = r.tri()
		case "selected":
			s.Selected = r.tri()
		case "expanded":
			s.Expanded = r.tri()
		case "pressed":
			s.Pressed = r.tri()
		case "disabled":
			s.Disabled = r.tri()
		case "readonly":
			s.ReadOnly = r.tri()
		case "required":
			s.Required = r.tri()
		case "invalid":
			s.Invalid = r.tri()
		case "focused":
			s.Focused = r.tri().Is()
		case "busy":
			s.Busy = r.tri().Is()
		case "modal":
			s.Modal = r.tri().Is()
		case "current":
			s.Current = r.word()
		case "popup":
			s.Popup = r.word()
		default:
			r.fail("unknown state %q", name)
		}
	})
}

// tri reads 0, 1 or 2: false, true, mixed.
func (r *nodeReader) tri() dom.Tri {
	n := r.int()
	if n < 0 || n > 2 {
		r.fail("%d is no state", n)
	}
	return dom.False + dom.Tri(n)
}
