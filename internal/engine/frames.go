package engine

import "github.com/domsight/domsight/internal/dom"

// Framed is where the document of the frame that an element holds is, as it was last read; ok is false for what holds none.
func (r *Reader) Framed(owner dom.ID) (url, title string, ok bool) {
	frame, ok := r.heldBy(owner)
	if !ok {
		return "", "", false
	}
	d := r.known[frame]
	if d == nil {
		return "", "", false
	}
	return d.URL, d.Title, true
}
