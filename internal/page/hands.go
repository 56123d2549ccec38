package page

import (
	"context"
	"time"
)

// Pupil is a Tab whose documents can be given more script. Where a Tab is none, they have all of it from the start.
type Pupil interface {
	// Teach runs script beside the engine in a frame.
	Teach(ctx context.Context, frame, source string) error
}

// Hands is a Tab that takes input as from a person: the page cannot tell it from that of one.
type Hands interface {
	// Pointer carries out what a mouse does, one step after the other, without waiting in between.
	Pointer(ctx context.Context, steps ...Pointer) error
	// Drag presses at one point, goes to another and lets go, as a person does.
	Drag(ctx context.Context, from, to Pointer) error
	// Keys presses keys one after the other, each after its own pause. A key there is none of is refused before any is pressed.
	Keys(ctx context.Context, strokes ...Stroke) error
	// Type puts text in at the caret: key by key with a pause before each, or at once where it is long or no key types it.
	Type(ctx context.Context, text string, pause time.Duration) error
	// Upload gives a file input its files; the engine function returns the input for its argument.
	Upload(ctx context.Context, frame, function string, arg any, files []string) error
	// AnswerDialog says what the next dialog is told; without it questions are answered no.
	AnswerDialog(accept bool, text string)
}

// Pointer is one step of a mouse, in CSS pixels of the viewport of the top frame.
type Pointer struct {
	Kind      PointerKind
	X, Y      float64
	Button    string // "left", "right", "middle"; empty for none
	Held      bool   // the left button is down while it moves
	Clicks    int    // 1, or 2 for the second press of a double click
	DX, DY    float64
	Modifiers Modifiers
}

// PointerKind is what a mouse can do.
type PointerKind string

// The kinds.
const (
	PointerMove  PointerKind = "move"
	PointerDown  PointerKind = "down"
	PointerUp    PointerKind = "up"
	PointerWheel PointerKind = "wheel"
)

// Modifiers are the keys that are held meanwhile.
type Modifiers uint8

// The modifiers, with the values of the protocol.
const (
	Alt Modifiers = 1 << iota
	Ctrl
	Meta
	Shift
)

// Stroke is a key that is pressed and let go.
type Stroke struct {
	Key       string // as KeyboardEvent.key has it: "a", "A", "Enter", "ArrowDown"
	Modifiers Modifiers
	Repeat    bool // the key was not let go since the stroke before
	Pause     time.Duration
}

// Watching is a Tab that tells what its page asks of the network and says to its console.
type Watching interface {
	// Watch begins to listen, once, and marks a moment: Happened tells what came after it.
	Watch() Mark
	// Happened lists what happened since the mark, and what is still under way.
	Happened(since Mark) Happenings
	// Changed is closed at the next happening.
	Changed() <-chan struct{}
}

// Mark is a moment.
type Mark int

// Happenings are what a page did besides changing.
type Happenings struct {
	Requests []Request
	Errors   []string // uncaught exceptions and console.error
	Files    bool     // it asked for a file
}

// Request is one thing a page asked of the network.
type Request struct {
	Method, URL string
	Status      int    // 0 while there is no answer
	Failed      string // why there is none
	Done        bool
	Passive     bool // nobody waits for it: a beacon, a stream, an image
	Document    bool // it is a page
}
