package engine

import (
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
)

// What the engine sends. The other half is engine/src/wire.ts; a field that only one side knows is a bug and fails.

type capture struct {
	Doc      string  `json:"doc"`
	Base     int     `json:"base"`
	Seq      int     `json:"seq"`
	URL      string  `json:"url"`
	Title    string  `json:"title"`
	Ready    string  `json:"ready"`
	Origin   float64 `json:"origin"`
	Viewport [6]int  `json:"viewport"`
	Canvas   int     `json:"canvas"`
	Closed   int     `json:"closed"`
	Cut      int     `json:"cut"`
	Depth    []int32 `json:"depth"`
	Boxes    []int32 `json:"boxes"`
	Nodes    []fact  `json:"nodes"`
}

type fact struct {
	Key         int      `json:"k"`
	Tag         string   `json:"t"`
	Text        string   `json:"x"`
	Role        string   `json:"r"`
	Name        string   `json:"n"`
	NameFrom    string   `json:"f"`
	Description string   `json:"e"`
	Value       string   `json:"v"`
	Level       int      `json:"l"`
	Attrs       []string `json:"a"`
	State       *states  `json:"s"`
	Hidden      dom.Hide `json:"h"`
	Acts        dom.Act  `json:"i"`
	Marks       dom.Mark `json:"m"`

	// Instead of all that, for a run of siblings that are as they were:
	Same  int   `json:"same"`
	Count int   `json:"count"`
	DX    int32 `json:"dx"`
	DY    int32 `json:"dy"`
}

type states struct {
	Checked  *tri   `json:"checked"`
	Selected *tri   `json:"selected"`
	Expanded *tri   `json:"expanded"`
	Pressed  *tri   `json:"pressed"`
	Disabled *tri   `json:"disabled"`
	ReadOnly *tri   `json:"readonly"`
	Required *tri   `json:"required"`
	Invalid  *tri   `json:"invalid"`
	Focused  tri    `json:"focused"`
	Busy     tri    `json:"busy"`
	Modal    tri    `json:"modal"`
	Current  string `json:"current"`
	Popup    string `json:"popup"`
}

type tri uint8 // 0 false, 1 true, 2 mixed

func decode(data []byte, into any) error {
	if err := json.Unmarshal(data, into, json.RejectUnknownMembers(true)); err != nil {
		return fault.Wrap(err, fault.Internal, "the engine's answer cannot be read")
	}
	return nil
}

func (c *capture) check() error {
	if len(c.Depth) != len(c.Nodes) || len(c.Boxes) != 4*len(c.Nodes) {
		return fault.New(fault.Internal, fmt.Sprintf("the engine sent %d nodes with %d depths and %d box numbers", len(c.Nodes), len(c.Depth), len(c.Boxes)))
	}
	return nil
}

func (c *capture) box(i int) dom.Box {
	b := c.Boxes[4*i : 4*i+4]
	return dom.Box{X: b[0], Y: b[1], W: b[2], H: b[3]}
}

func (f *fact) node(doc string) *dom.Node {
	n := &dom.Node{ID: dom.ID{Doc: doc, Key: f.Key}, Tag: f.Tag, Text: f.Text, Role: f.Role, Name: f.Name, NameFrom: f.NameFrom,
		Description: f.Description, Value: f.Value, Level: f.Level, Hidden: f.Hidden, Acts: f.Acts, Marks: f.Marks}
	if f.Tag == "" {
		n.Tag = dom.Text
	}
	if len(f.Attrs) > 0 {
		n.Attrs = make(dom.Attrs, len(f.Attrs)/2)
		for i := range n.Attrs {
			n.Attrs[i] = dom.Attr{Name: f.Attrs[2*i], Value: f.Attrs[2*i+1]}
		}
	}
	if s := f.State; s != nil {
		n.State = dom.State{Checked: s.Checked.value(), Selected: s.Selected.value(), Expanded: s.Expanded.value(),
			Pressed: s.Pressed.value(), Disabled: s.Disabled.value(), ReadOnly: s.ReadOnly.value(), Required: s.Required.value(),
			Invalid: s.Invalid.value(), Focused: s.Focused == 1, Busy: s.Busy == 1, Modal: s.Modal == 1,
			Current: s.Current, Popup: s.Popup}
	}
	return n
}

func (t *tri) value() dom.Tri {
	if t == nil {
		return dom.Absent
	}
	return dom.False + dom.Tri(*t)
}
