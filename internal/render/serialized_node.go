package render

import (
	"cmp"

	"github.com/domsight/domsight/internal/dom"
)

// describe is an element without its text and children. Roles and names are told of what can be acted on, of pictures, and where
// the page's author gave them.
func (f *flattener) describe(i int) *SerializedNode {
	n := f.s.Nodes[i]
	out := &SerializedNode{Tag: n.Tag, node: i}
	switch {
	case f.o.Tree:
		out.Role, out.Visible, out.Label = n.Role, true, ellipsis(cmp.Or(n.Name, f.direct(i)), serialLabel)
	case f.acts(n):
		out.Role = cmp.Or(n.Role, "button")
		out.Label = ellipsis(cmp.Or(n.Name, f.s.Text(i, 4*serialLabel), "["+out.Role+"]"), serialLabel)
	case pictures[n.Tag] && n.Name != "":
		out.Role, out.Label = n.Role, ellipsis(n.Name, serialLabel)
	case keptGroups[n.Tag] && n.NameFrom != "" && n.NameFrom != "content":
		out.Label = ellipsis(n.Name, serialLabel)
	case n.Attrs.Get("role") != "" && n.Role != "" && !landmark[n.Role]:
		out.Role = n.Role
	case (n.Role == "dialog" || n.Role == "alertdialog") && n.Tag != "dialog":
		out.Role, out.Label = n.Role, ellipsis(n.Name, serialLabel)
	}
	if f.o.Values && n.Marks&dom.MarkPassword == 0 {
		out.Value = ellipsis(n.Value, serialText)
	}
	if n.Tag == "a" || n.Tag == "area" {
		out.Href = n.Attrs.Get("href")
	}
	out.Placeholder = n.Attrs.Get("placeholder")
	if n.Tag == "input" {
		out.InputType = cmp.Or(n.Attrs.Get("type"), "text")
	}
	out.Disabled, out.Required = n.State.Disabled.Is() && f.acts(n), n.State.Required.Is()
	switch n.State.Checked {
	case dom.True:
		out.Checked = true
	case dom.Mixed:
		out.Checked = "mixed"
	}
	if n.State.Expanded != dom.Absent {
		open := n.State.Expanded == dom.True
		out.Expanded = &open
	}
	box, view := f.s.Boxes[i], f.s.Viewport
	out.Offscreen = !box.Empty() && !box.Meets(view.Box())
	if f.o.Boxes && !box.Empty() {
		out.Box = &serializedBox{box.X - int32(view.ScrollX), box.Y - int32(view.ScrollY), box.W, box.H}
	}
	return out
}

// frame puts a frame's document beside the page, and a node in its place.
func (f *flattener) frame(i, depth, inFrame int) []*SerializedNode {
	n := f.s.Nodes[i]
	if !n.Visible() {
		return nil
	}
	info := f.o.Frames[i]
	src := cmp.Or(n.Attrs.Get("src"), info.URL)
	node := f.describe(i)
	node.Href = src
	title := cmp.Or(n.Name, n.Attrs.Get("title"))
	node.Label = ellipsis(title, serialLabel)
	switch body := elements(f.s, i); {
	case len(body) == 0:
		node.Label = "Cross-origin iframe (inaccessible)"
	case inFrame >= f.o.IframeDepth:
		node.Text = "[iframe max depth reached]"
	default:
		inner := &SerializedNode{Tag: "iframe", Role: "document", Label: ellipsis(cmp.Or(info.Title, title, "iframe content"), serialLabel),
			Href: src, node: body[0]}
		if f.hosts == nil {
			f.hosts = map[*SerializedNode]int{}
		}
		f.hosts[inner] = i
		at := len(f.frames)
		f.frames = append(f.frames, SerializedFrame{URL: cmp.Or(info.URL, src), Title: cmp.Or(info.Title, title), Body: inner})
		f.frames[at].Body.Children = f.inside(body[0], 1, inFrame+1, 0)
	}
	return []*SerializedNode{node}
}

// host puts a shadow tree beside the page, and its host in the host's place, with the light children that its slots show.
func (f *flattener) host(i, depth, inFrame, inShadow int) []*SerializedNode {
	node := f.describe(i)
	if f.acts(f.s.Nodes[i]) {
		node.Text = ellipsis(f.s.Text(i, serialText*4), serialText)
	}
	slots := f.slots(i)
	for _, slot := range slots {
		node.Children = append(node.Children, f.inside(slot, depth+1, inFrame, inShadow)...)
	}
	if inShadow >= f.o.ShadowDepth {
		node.Children = append(node.Children, &SerializedNode{Tag: "shadow-root", Text: "[Shadow DOM max depth reached]", node: i})
		return []*SerializedNode{node}
	}
	if f.hoisted == nil {
		f.hoisted = map[int]bool{}
	}
	for _, slot := range slots {
		f.hoisted[slot] = true
	}
	root := &SerializedNode{Tag: "shadow-root", Role: "region", Label: "Shadow DOM content", node: i}
	f.shadows = append(f.shadows, SerializedShadow{Body: root})
	root.Children = f.inside(i, 1, inFrame, inShadow+1)
	return []*SerializedNode{node}
}

// slots are the slots of a host's own shadow tree. What a slot passes on to another host stays where it is shown.
func (f *flattener) slots(host int) (out []int) {
	for i := host + 1; i < f.s.End(host); i++ {
		switch n := f.s.Nodes[i]; {
		case n.Tag == "slot":
			out = append(out, i)
			i = f.s.End(i) - 1
		case n.Marks&(dom.MarkOpenRoot|dom.MarkClosedRoot|dom.MarkFrame) != 0:
			i = f.s.End(i) - 1
		}
	}
	return out
}
