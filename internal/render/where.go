// Package render turns values into the text or JSON an agent reads, within a budget. It is the end of the line: nothing reads
// its output back, and it asks nobody anything.
package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Where is the place a reply speaks of: every reply begins with it.
type Where struct {
	Tab, Name  string
	URL, Title string
	Status     int    // HTTP; shown when it is neither 0 nor 200
	Ready      string // shown when it is neither empty nor complete
	Session    string // the handle, where the protocol has no session of its own

	Age     time.Duration // of a cached snapshot, 0 if it is new
	Changes int           // mutations since a cached snapshot was taken
	Notices []string      // what happened by itself
}

// String is the first line of a reply.
func (w Where) String() string { return w.short() + " | " + plain(clip(w.URL, 200)) }

// short is the place without its address.
func (w Where) short() string {
	parts := []string{"Tab: " + w.Tab}
	if w.Name != "" {
		parts[0] += " " + quote(clip(w.Name, 40))
	}
	if w.Session != "" {
		parts = append(parts, "Session: "+w.Session)
	}
	if w.Title != "" {
		parts = append(parts, "Title: "+quote(clip(w.Title, 80)))
	}
	if w.Status != 0 && w.Status != 200 {
		parts = append(parts, fmt.Sprintf("HTTP %d", w.Status))
	}
	if w.Ready != "" && w.Ready != "complete" {
		parts = append(parts, w.Ready)
	}
	return strings.Join(parts, " | ")
}

func sortBy[T any, K cmp.Ordered](rows []T, key func(T) K) {
	slices.SortStableFunc(rows, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
}
