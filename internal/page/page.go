// Package page is the socket where the two rails meet: what a browser offers to the engine and to a session, whatever wire
// carries it. It holds interfaces and the values they pass, and no behaviour.
package page

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Browser is one session's share of a browser: tabs in a context of its own.
type Browser interface {
	// About says what is at the other end.
	About() About
	// Tabs lists the open tabs, oldest first.
	Tabs() []Tab
	// Open makes a new, blank tab.
	Open(ctx context.Context) (Tab, error)
	// Close ends the context and every tab that was opened in it.
	Close() error
	// Gone is closed when the browser has ended, by crash or by Close.
	Gone() <-chan struct{}
}

// About describes a browser.
type About struct {
	Product   string // "Chromium 156.0.8078.73"
	Transport string // "pipe", "websocket", "extension"
	PID       int    // 0 where it is not ours
}

// Tab is one page: frames in which the engine can be called, a history, and things that happen.
type Tab interface {
	// ID is a small number in decimal, never used again in this browser.
	ID() string
	// Info is what is known without asking the page.
	Info() Info
	// Frames lists the frames that can be read, the top one first, every frame after its parent.
	Frames(ctx context.Context) ([]Frame, error)
	// Call runs a function of the engine in a frame, with one argument, and returns its JSON. The top frame is "".
	Call(ctx context.Context, frame, function string, arg any) (json.RawMessage, error)
	// CallOwner runs a function of the engine on the element that holds the frame, in the document of that element.
	CallOwner(ctx context.Context, frame, function string) (json.RawMessage, error)
	// OpenShadow finds closed shadow roots: the engine function `candidates` returns an array of elements, and `adopt` is
	// called with each of those that hosts a closed root, and the root.
	OpenShadow(ctx context.Context, frame, candidates, adopt string) error
	// Go loads an address or moves in the history, and returns when the page can be read or the deadline is near.
	Go(ctx context.Context, to Journey) error
	// Notices hands over what happened by itself since the last call: dialogs, downloads, windows, crashes.
	Notices() []Notice
	// Activate brings the tab to the front.
	Activate(ctx context.Context) error
	// Close ends the tab without asking the page.
	Close(ctx context.Context) error
	// Gone is closed when the tab has ended.
	Gone() <-chan struct{}
}

// ErrNavigated is the cause of a fault that Call returns when the document went away while the function ran in it: it may have
// done its work or not. What only reads can be called again.
var ErrNavigated = errors.New("the document went away")

// Info is where a tab is.
type Info struct {
	URL, Title string
	Status     int    // HTTP status of the document; 0 where there is none
	MIME       string // "text/html"
	Loading    bool   // the load event has not come yet
	Opener     string // ID of the tab that opened this one
	Changes    int    // counts navigations, also within the document
}

// Frame is one document of a page.
type Frame struct {
	ID, Parent string // Parent is empty for the top frame
	URL        string
}

// Journey is where to go.
type Journey struct {
	URL                   string // or one of these
	Back, Forward, Reload bool
}

// Notice is something that happened to a tab by itself.
type Notice struct {
	Kind NoticeKind
	Text string // the dialog's message, the file's name, the address, the reason
	Tab  string // ID of the new tab, for Window
	At   time.Time
}

// NoticeKind says what happened.
type NoticeKind string

// The kinds of notices.
const (
	Dialog   NoticeKind = "dialog"   // an alert, confirm, prompt or beforeunload, answered for the page
	Download NoticeKind = "download" // a file was offered
	Window   NoticeKind = "window"   // the page opened another tab
	Crash    NoticeKind = "crash"    // the page's process died
)
