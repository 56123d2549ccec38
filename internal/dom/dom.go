// Package dom is the vocabulary of domsight: what was seen of a page at one moment. Values only: it does not know how they
// were captured or what an agent will be shown of them.
package dom

import (
	"fmt"
	"strconv"
	"strings"
)

// Ref is the number by which an agent names an element of a tab. It is never used for another element. Body is 0.
type Ref int

// NoRef is the ref of what has not been shown to an agent yet.
const NoRef Ref = -1

// ParseRef reads a ref in any of its spellings: 42, [42], node_42, ref: 42.
func ParseRef(s string) (Ref, bool) {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "ref:"); ok {
		s = strings.TrimSpace(rest)
	}
	if rest, ok := strings.CutPrefix(s, "ref="); ok {
		s = rest
	}
	if rest, ok := strings.CutPrefix(s, "node_"); ok {
		s = rest
	}
	if inner, ok := strings.CutPrefix(s, "["); ok {
		s = strings.TrimSuffix(inner, "]")
	}
	n, err := strconv.ParseUint(s, 10, 31)
	return Ref(n), err == nil
}

func (r Ref) String() string { return fmt.Sprintf("[%d]", int(r)) }

// ID is how the engine knows a node: a number that lives and dies with the document it was given in.
type ID struct {
	Doc string // the document, unique over all frames and reloads
	Key int
}

// Box is a rectangle in CSS pixels of its document, not of the viewport: scrolling does not change it.
type Box struct{ X, Y, W, H int32 }

// Empty is true of a box without area.
func (b Box) Empty() bool { return b.W <= 0 || b.H <= 0 }

// Meets is true if the boxes share some area.
func (b Box) Meets(o Box) bool {
	return b.X < o.X+o.W && o.X < b.X+b.W && b.Y < o.Y+o.H && o.Y < b.Y+b.H
}

// Viewport is the part of the top document on screen, and how large the whole is.
type Viewport struct {
	Width, Height               int
	ScrollX, ScrollY            int
	ContentWidth, ContentHeight int
}

// Box is the viewport as a rectangle of the document.
func (v Viewport) Box() Box {
	return Box{int32(v.ScrollX), int32(v.ScrollY), int32(v.Width), int32(v.Height)}
}
