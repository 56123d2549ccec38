package engine

import (
	"context"
	_ "embed"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

//go:embed hands.js
var hands string

// Hands is the script that acting and asking in detail need beside the engine. Documents get it when it is first needed.
func Hands() string { return hands }

// Do runs a function of the hands in a frame, and sends them first to a document that has none. The other half is `hand` in
// kit.ts.
func (r *Reader) Do(ctx context.Context, frame, function string, arg, into any) error {
	for taught := false; ; taught = true {
		data, err := r.tab.Call(ctx, frame, "hand", map[string]any{"do": function, "with": arg})
		if err != nil {
			return err
		}
		if string(data) != "null" {
			return decode(data, into)
		}
		pupil, ok := r.tab.(page.Pupil)
		if !ok || taught {
			return fault.New(fault.Internal, "the page did not take the script that acts in it")
		}
		if err := pupil.Teach(ctx, frame, hands); err != nil {
			return err
		}
	}
}

// Frame is the frame of a node, and whether it is still known.
func (r *Reader) Frame(id dom.ID) (string, bool) {
	frame, ok := r.frames[id.Doc]
	return frame, ok
}

// Owner is the element that holds a frame.
func (r *Reader) Owner(frame string) (dom.ID, bool) {
	id, ok := r.owners[frame]
	return id, ok && frame != ""
}

// Aim is what aim.ts is asked.
type Aim struct {
	Key      int       `json:"key"`
	Row      int       `json:"row"`
	At       []float64 `json:"at,omitempty"`
	Scroll   bool      `json:"scroll"`
	Still    bool      `json:"still,omitempty"`
	Patience int       `json:"patience"`
}

// Aimed is where to press, or why not.
type Aimed struct {
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	Via     int     `json:"via"`
	Tag     string  `json:"tag"`
	Type    string  `json:"type"`
	No      string  `json:"no"`
	Why     string  `json:"why"`
	By      int     `json:"by"`
	ByText  string  `json:"byText"`
	Dismiss int     `json:"dismiss"`
}

// Through asks the document around a frame where a point of the frame is.
type Through struct {
	Key    int     `json:"key"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Scroll bool    `json:"scroll"`
}

// Settle is how long to wait for rest, in ms: after something happened, after nothing did, at most.
type Settle struct {
	Quiet int `json:"quiet"`
	None  int `json:"none"`
	Cap   int `json:"cap"`
}

// Journal is what journal.ts noted since an action began.
type Journal struct {
	Mutations int      `json:"mutations"`
	Came      []Said   `json:"came"`
	Earlier   []Said   `json:"earlier"`
	Said      []Said   `json:"said"`
	Focus     int      `json:"focus"`
	Refocused bool     `json:"refocused"`
	Scrolled  bool     `json:"scrolled"`
	Typed     int      `json:"typed"`
	Selected  int      `json:"selected"`
	Moving    int      `json:"moving"`
	Idle      float64  `json:"idle"`
	Seen      []string `json:"seen"`
	Stopped   string   `json:"stopped"`
	Prevented bool     `json:"prevented"`
}

// Said is what an element said for a moment.
type Said struct {
	Key  int    `json:"k"`
	Text string `json:"t"`
}

// FieldAsk is what fill.ts is asked to make ready.
type FieldAsk struct {
	Key      int  `json:"key"`
	Row      int  `json:"row"`
	Clear    bool `json:"clear"`
	Any      bool `json:"any,omitempty"`     // whatever takes the focus will do
	Conceal  bool `json:"conceal,omitempty"` // what it holds must not be seen from now on
	Patience int  `json:"patience"`
}

// Field is a field that is ready to be filled, or why it is not.
type Field struct {
	Aimed
	Field    int    `json:"field"`
	Kind     string `json:"kind"`
	Caret    bool   `json:"caret"`
	Suggests bool   `json:"suggests"`
	Mac      bool   `json:"mac"`
}

// Held is what a field holds, redacted where it is secret.
type Held struct {
	Value   string `json:"value"`
	Changed bool   `json:"changed"`
	Kept    string `json:"kept"` // all, part or none of the text
	Secret  bool   `json:"secret"`
}

// Chosen is what became of a choice.
type Chosen struct {
	No      string   `json:"no"`
	What    string   `json:"what"`
	Options []string `json:"options"`
	Chosen  []string `json:"chosen"`
	Changed bool     `json:"changed"`
}

// Scrolled is what became of a scroll.
type Scrolled struct {
	Gone    bool `json:"gone"`
	Pane    int  `json:"pane"` // key of what scrolled; 0 for the page
	Moved   bool `json:"moved"`
	Percent int  `json:"percent"` // of the way to its end
	Visible bool `json:"visible"` // the element is on screen
}
