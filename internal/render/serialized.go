package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/tokens"
)

// SerializeOptions are those of seed 004.
type SerializeOptions struct {
	Values, Offscreen, Boxes bool
	MaxDepth, MaxInteractive int
	IframeDepth, ShadowDepth int
	Only                     []int // nodes to show, with what is in them; nil for all
	Filtered                 bool  // Only holds, though it may be empty
	Budget                   int   // tokens
	Frames                   map[int]FrameInfo
	Tree                     bool // every element, not flattened: to measure what flattening saves
}

// FrameInfo is where a frame's document is.
type FrameInfo struct{ URL, Title string }

// SerializedDom is the page in the shape of seed 004.
type SerializedDom struct {
	Page SerializedPage `json:"page"`
}

// SerializedPage is the flattened page; frames and shadow trees stand beside it.
type SerializedPage struct {
	Context    SerializedContext  `json:"context"`
	Body       *SerializedNode    `json:"body"`
	Iframes    []SerializedFrame  `json:"iframes,omitempty"`
	ShadowDoms []SerializedShadow `json:"shadowDoms,omitempty"`
	Omitted    *Omitted           `json:"omitted,omitempty"`
}

// SerializedContext is where the page is.
type SerializedContext struct {
	URL   string `json:"url"`
	Title string `json:"title"`
}

// SerializedFrame is a frame's document.
type SerializedFrame struct {
	URL    string          `json:"url"`
	Title  string          `json:"title"`
	HostID string          `json:"hostId"`
	Body   *SerializedNode `json:"body"`
}

// SerializedShadow is a shadow tree.
type SerializedShadow struct {
	HostID string          `json:"hostId"`
	Body   *SerializedNode `json:"body"`
}

// Omitted says what was left out, and how to get it.
type Omitted struct {
	Nodes       int    `json:"nodes,omitempty"`
	Interactive int    `json:"interactive,omitempty"`
	Offscreen   int    `json:"offscreen,omitempty"`
	Deeper      int    `json:"deeper,omitempty"`
	Next        string `json:"next"`
}

// SerializedNode is one element; what is left out is as usual.
type SerializedNode struct {
	ID          string            `json:"id"`
	Tag         string            `json:"tag"`
	Role        string            `json:"role,omitempty"`
	Label       string            `json:"aria-label,omitempty"`
	Text        string            `json:"text,omitempty"`
	Value       string            `json:"value,omitempty"`
	Href        string            `json:"href,omitempty"`
	Placeholder string            `json:"placeholder,omitempty"`
	InputType   string            `json:"inputType,omitempty"`
	Disabled    bool              `json:"disabled,omitempty"`
	Checked     any               `json:"checked,omitempty"`
	Required    bool              `json:"required,omitempty"`
	Expanded    *bool             `json:"expanded,omitempty"`
	Offscreen   bool              `json:"offscreen,omitempty"`
	Box         *serializedBox    `json:"boundingBox,omitempty"`
	Visible     bool              `json:"visible,omitempty"` // in the whole tree only: everything that is left is visible
	Children    []*SerializedNode `json:"children,omitempty"`

	node int // index in the snapshot
}

type serializedBox struct {
	X      int32 `json:"x"`
	Y      int32 `json:"y"`
	Width  int32 `json:"width"`
	Height int32 `json:"height"`
}

// Serialized flattens a page: flattened give way to what is in them, keptGroups that mean something stay. Ids are given in the order
// of the result.
func Serialized(s *dom.Snapshot, o SerializeOptions, show Show) *SerializedDom {
	f := &flattener{s: s, o: o}
	page := SerializedPage{Context: SerializedContext{s.URL, s.Title}, Body: &SerializedNode{Tag: s.Nodes[0].Tag, node: 0}}
	if o.Filtered {
		for _, i := range o.Only {
			page.Body.Children = append(page.Body.Children, f.flatten(i, 1, 0, 0)...)
		}
	} else {
		page.Body.Children = f.inside(0, 1, 0, 0)
	}
	page.Iframes, page.ShadowDoms = f.frames, f.shadows
	f.fit(&page)
	id := func(n *SerializedNode) string { return fmt.Sprintf("node_%d", int(show(n.node))) }
	number(page.Body, id)
	for i := range page.Iframes {
		page.Iframes[i].HostID = fmt.Sprintf("node_%d", int(show(f.hosts[page.Iframes[i].Body])))
		number(page.Iframes[i].Body, id)
	}
	for i := range page.ShadowDoms {
		number(page.ShadowDoms[i].Body, id)
		page.ShadowDoms[i].HostID = page.ShadowDoms[i].Body.ID
	}
	if o.Filtered && len(o.Only) == 0 {
		page.Omitted = &Omitted{Next: "nothing matches filterSelector: leave it out, or dom_search"}
	}
	if f.left != (Omitted{}) {
		f.left.Next = "filterSelector shows one part of the page; includeOffscreen: false what is on screen"
		page.Omitted = &f.left
	}
	return &SerializedDom{page}
}

func number(n *SerializedNode, id func(*SerializedNode) string) {
	n.ID = id(n)
	for _, c := range n.Children {
		number(c, id)
	}
}

// fit leaves out what does not fit in the budget, from the end of the page.
func (f *flattener) fit(page *SerializedPage) {
	if f.o.Budget <= 0 {
		return
	}
	room := f.o.Budget - tokens.AtMost(page.Context.URL+page.Context.Title) - 60
	var keep func(n *SerializedNode) bool
	keep = func(n *SerializedNode) bool {
		if room -= f.cost(n); room < 0 {
			return false
		}
		for k, c := range n.Children {
			if !keep(c) {
				for _, lost := range n.Children[k:] {
					f.left.Nodes += size(lost)
				}
				n.Children = n.Children[:k]
				break
			}
		}
		return true
	}
	keep(page.Body)
	var frames []SerializedFrame
	for _, frame := range page.Iframes {
		if keep(frame.Body) {
			frames = append(frames, frame)
		} else {
			f.left.Nodes += size(frame.Body)
		}
	}
	var shadows []SerializedShadow
	for _, shadow := range page.ShadowDoms {
		if keep(shadow.Body) {
			shadows = append(shadows, shadow)
		} else {
			f.left.Nodes += size(shadow.Body)
		}
	}
	page.Iframes, page.ShadowDoms = frames, shadows
}

// cost is about how many tokens a node takes by itself.
func (f *flattener) cost(n *SerializedNode) int {
	own := *n
	own.Children, own.ID = nil, "node_99999"
	text, _ := compact(own) // plain fields: it cannot fail
	return tokens.AtMost(text) + 4
}

func size(n *SerializedNode) int {
	count := 1
	for _, c := range n.Children {
		count += size(c)
	}
	return count
}

// JSON is the whole in one line.
func (d *SerializedDom) JSON() (string, error) { return compact(d) }

// ellipsis shortens as the seed does.
func ellipsis(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return strings.TrimRight(string(r[:most-3]), " ") + "..."
}
