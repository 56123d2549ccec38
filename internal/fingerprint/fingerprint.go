// Package fingerprint reduces a page to its structure (regions, content, controls, states) and says what became of it: two
// fingerprints in, a comparison out. It knows what was seen, not how, and keeps nothing.
package fingerprint

import (
	"time"

	"github.com/domsight/domsight/internal/dom"
)

// Fingerprint is the structure of a page at one moment. As Take makes it, it is the whole record, which is what is stored
// and compared; Shown is the part of it that an agent reads.
type Fingerprint struct {
	URL           string         `json:"url"`
	Title         string         `json:"title"`
	Viewport      Viewport       `json:"viewport"`
	CapturedAt    time.Time      `json:"captured_at"`
	Scope         string         `json:"scope"`
	Depth         Depth          `json:"depth"`
	Structure     Structure      `json:"structure"`
	Hash          string         `json:"hash"`           // of the structure as shown
	StructureHash string         `json:"structure_hash"` // the same, with all text left out
	Truncated     map[string]int `json:"truncated,omitempty"`
	AsksPassword  bool           `json:"asks_password,omitempty"` // stored, not shown
	Words         int            `json:"words,omitempty"`         // of visible text; stored, not shown
}

// Viewport is how large the window was.
type Viewport struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Depth says how much is looked at.
type Depth string

// The depths.
const (
	Minimal  Depth = "minimal"  // landmarks only
	Standard Depth = "standard" // and content, interactive elements, states
	Detailed Depth = "detailed" // and tables
)

// Depths lists them, the least first.
var Depths = []Depth{Minimal, Standard, Detailed}

// The scopes that are no selector.
const (
	Full      = "full"
	AboveFold = "above_fold"
)

// Structure is what a hash is made of.
type Structure struct {
	Landmarks   map[string]Landmark `json:"landmarks"`
	NoLandmarks bool                `json:"no_landmarks,omitempty"`
	Content     *Content            `json:"content,omitempty"`
	Interactive []Control           `json:"interactive,omitzero"`
	State       *State              `json:"state,omitempty"`
}

// Place is where a record stands. It is stored, so that a comparison can tell twins apart, and not shown.
type Place struct {
	In   string `json:"in,omitempty"` // the landmark or dialog around it
	At   string `json:"at,omitempty"` // its selector, where the record itself has none
	Node int    `json:"-"`            // its index in the snapshot it was taken from
}

// Landmark is one region of the page.
type Landmark struct {
	Present     bool     `json:"present"`
	Contains    []string `json:"contains,omitzero"`
	Interactive []string `json:"interactive,omitzero"`
	Role        string   `json:"role,omitempty"`
	Words       int      `json:"words,omitempty"` // of visible text; stored, not shown
	Parts       Parts    `json:"parts,omitempty"` // stored, not shown
	Node        int      `json:"-"`
}

// Parts are how many words the parts of a region have that Contains names by an id.
type Parts map[string]int

// Content is what the page holds to read.
type Content struct {
	Headings []Heading `json:"headings"`
	Lists    []List    `json:"lists"`
	Forms    []Form    `json:"forms"`
	Tables   []Table   `json:"tables,omitzero"`
	Images   Images    `json:"images"`
	Embeds   []Embed   `json:"embeds,omitempty"` // stored, not shown
}

// Heading is one heading.
type Heading struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
	Item  bool   `json:"item,omitempty"` // one of many of its kind: the title of a card or a row; stored, not shown
	Place
}

// List is one list.
type List struct {
	Selector string `json:"selector"`
	Items    int    `json:"items"`
	Type     string `json:"type"` // ul, ol, dl or list
	Place
}

// Form is one form, with the labels of what is in it.
type Form struct {
	Selector string   `json:"selector"`
	Fields   []string `json:"fields"`
	Buttons  []string `json:"buttons"`
	Place
}

// Table is one table.
type Table struct {
	Selector string   `json:"selector"`
	Rows     int      `json:"rows"`
	Columns  int      `json:"columns"`
	Headers  []string `json:"headers,omitempty"` // stored, not shown
	Place
}

// Images are counted.
type Images struct {
	Count   int `json:"count"`
	WithAlt int `json:"with_alt"`
	Broken  int `json:"broken"`
}

// Embed is what shows something of its own: a frame, a video, a canvas.
type Embed struct {
	Type     string `json:"type"`
	Selector string `json:"selector"`
	Place
}

// Control is one interactive element.
type Control struct {
	Type    string  `json:"type"` // button, link, input, select, textarea or interactive
	Text    string  `json:"text"`
	Visible bool    `json:"visible"`
	Enabled bool    `json:"enabled"`
	Href    string  `json:"href,omitempty"`    // path only, of links
	Value   *string `json:"value,omitempty"`   // HasValue or nothing, of fields: never the value itself
	Options int     `json:"options,omitempty"` // of a select; stored, not shown
	Place
}

// HasValue stands for any value.
const HasValue = "[has value]"

// State is what the page says of itself.
type State struct {
	Errors        []Sign `json:"error_elements"`
	Loading       []Sign `json:"loading_indicators"`
	Empty         []Sign `json:"empty_states"`
	Modals        []Sign `json:"modals_open"`
	Notifications []Sign `json:"notifications"`
}

// Sign is one element that says something of the page's state.
type Sign struct {
	Selector string `json:"selector"`
	Text     string `json:"text"`
	Role     string `json:"role,omitempty"`
	Place
}

// Options say what Take looks at.
type Options struct {
	Scope string // as asked for: Full, AboveFold or a selector
	Root  int    // the element that the selector means; 0, the body, for the others
	Depth Depth
	Skip  map[int]bool // nodes to leave out, with all that is in them
}

// Take reduces a snapshot. The light DOM of the main document counts, and of that what can be seen.
func Take(s *dom.Snapshot, o Options) *Fingerprint {
	if o.Scope == "" {
		o.Scope = Full
	}
	if o.Depth == "" {
		o.Depth = Standard
	}
	w := newWalk(s, o)
	f := &Fingerprint{URL: s.URL, Title: s.Title, Viewport: Viewport{s.Viewport.Width, s.Viewport.Height},
		CapturedAt: s.At.UTC().Truncate(time.Millisecond), Scope: o.Scope, Depth: o.Depth, Truncated: map[string]int{}, Words: w.words(o.Root)}
	controls := w.controls()
	f.Structure.Landmarks, f.Structure.NoLandmarks = w.landmarks(controls)
	if o.Depth != Minimal {
		f.Structure.Content = w.content(o.Depth == Detailed)
		f.Structure.Interactive = controls
		f.Structure.State = w.state()
	}
	w.each(func(_ int, n *dom.Node) {
		f.AsksPassword = f.AsksPassword || n.Tag == "input" && n.Attrs.Get("type") == "password"
	})
	f.bound(stored)
	shown := f.Shown()
	f.Hash, f.StructureHash = shown.Hash, shown.StructureHash
	return f
}
