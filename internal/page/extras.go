package page

import "context"

// What some transports can do beyond Tab. Who needs it asks with a type assertion, and says so where it cannot be had.

// Listening is a Tab that knows who listens to events.
type Listening interface {
	// Listeners lists the listeners on the elements that an engine function returns for its argument, and on the document and
	// the window around them.
	Listeners(ctx context.Context, frame, function string, arg any) ([]Listener, error)
}

// Listener is one function that an event calls.
type Listener struct {
	At      int // which of the elements; OnDocument, OnWindow
	Type    string
	Capture bool
	Passive bool
	Once    bool
	URL     string // of the script; empty if it has none
	Line    int    // from 1
	Column  int    // from 1
}

// Where a listener is that is not on an element.
const (
	OnDocument = -1
	OnWindow   = -2
)

// Camera is a Tab that can be photographed.
type Camera interface {
	// Screenshot is a PNG of a part of the page, in CSS pixels of the top document; nil for what is on screen.
	Screenshot(ctx context.Context, part *Area) ([]byte, error)
}

// Area is a rectangle of the top document.
type Area struct{ X, Y, Width, Height float64 }
