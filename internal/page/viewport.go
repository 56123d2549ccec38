package page

import "context"

// Resizable is a Tab whose window can be given any size.
type Resizable interface {
	// Resize sets the size of the viewport, in CSS pixels, until the tab ends.
	Resize(ctx context.Context, width, height int) error
}
