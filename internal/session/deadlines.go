package session

import "time"

// Deadlines are how long what is asked of a browser may take; then there is an answer all the same.
type Deadlines struct {
	Open     time.Duration // a browser or a tab to be there
	Navigate time.Duration // a page to come
	Capture  time.Duration // a page to be read
	Act      time.Duration // a single thing to be done
}

// DefaultDeadlines are those of a server.
var DefaultDeadlines = Deadlines{Open: 30 * time.Second, Navigate: 30 * time.Second, Capture: 30 * time.Second, Act: 5 * time.Second}
