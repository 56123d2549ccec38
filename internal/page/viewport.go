package page

import "context"

// Resizable is a Tab whose window can be given any size.
type Resizable interface {
	// Resize sets the size of the viewport, in CSS pixels, until the tab ends.
	Resize(ctx context.Context, width, height int) error
}

// Washable is a Tab that can forget what pages left behind.
type Washable interface {
	// Wash leaves the page for a blank one and removes the cookies of the tab's context and whatever the origins in the page
	// have stored.
	Wash(ctx context.Context) error
}
