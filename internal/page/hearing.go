package page

import "context"

// Hearing is a Tab that knows which elements wait for clicks.
type Hearing interface {
	// Hear looks at the elements that the engine function `among` returns, and all below them, and calls `heard` with those that
	// have a listener for clicks of their own. It returns how many there were.
	Hear(ctx context.Context, frame, among, heard string) (int, error)
}
