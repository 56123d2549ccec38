package dom

// State is how a control stands. A Tri that is Absent means that the state does not apply.
type State struct {
	Checked, Selected, Expanded, Pressed Tri
	Disabled, ReadOnly, Required         Tri
	Invalid                              Tri
	Focused, Busy, Modal                 bool
	Current                              string // aria-current, where it is not false
	Popup                                string // aria-haspopup, where it is not false
}

// Tri is true, false, in between, or not a thing this element has.
type Tri uint8

// The values of a Tri.
const (
	Absent Tri = iota
	False
	True
	Mixed
)

func (t Tri) String() string { return [...]string{"", "false", "true", "mixed"}[t] }

// Is is true of True alone.
func (t Tri) Is() bool { return t == True }

// Flag is one state by name, for those who print or compare them all.
type Flag struct {
	Name  string
	Value Tri
}

// Flags lists the states that apply, in a fixed order.
func (s State) Flags() []Flag {
	all := []Flag{{"checked", s.Checked}, {"selected", s.Selected}, {"expanded", s.Expanded}, {"pressed", s.Pressed},
		{"disabled", s.Disabled}, {"readonly", s.ReadOnly}, {"required", s.Required}, {"invalid", s.Invalid},
		{"focused", yes(s.Focused)}, {"busy", yes(s.Busy)}, {"modal", yes(s.Modal)}}
	out := all[:0]
	for _, f := range all {
		if f.Value != Absent {
			out = append(out, f)
		}
	}
	return out
}

func yes(b bool) Tri {
	if b {
		return True
	}
	return Absent
}
