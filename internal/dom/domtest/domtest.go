// Package domtest writes a snapshot by hand as an outline, and prints one back. It is for tests only, and knows nothing of how
// a real page is captured.
//
// One line is one node, indented under its parent:
//
//	main
//	  button "Save" @7 #id=save disabled
//	    text "Save"
//	  div hidden=opacity
//	    link "More" #href=/more box=10,20,80,16
//
// The first word is a tag, or a role that stands for a tag (kinds.go). Then, in any order: the "name" (of text: the text);
// @7, the node's key (@frame:7 in another document); #name=value, an attribute; role=, value=, description=, from=, level=,
// current=, popup=; box=x,y,w,h; hidden and hidden=reason,... (all below inherit it); acts and acts=reason,...;
// marks=number; a state, as checked, checked=false or checked=mixed. Values may be quoted as in Go.
package domtest

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// T is the part of a test that Page needs.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Doc is the document of nodes that name no other.
const Doc = "d1"

// firstKey is given to the first node without a key, in page order; small keys are left to those who write them.
const firstKey = 1000

// Page reads an outline. The body has key 0 and is added where the outline does not begin with it. A node without a key is
// numbered by its place: the same place in two outlines is the same live element.
func Page(t T, outline string) *dom.Snapshot {
	t.Helper()
	s, err := parse(outline)
	if err != nil {
		t.Fatalf("outline: %v", err)
	}
	return s
}

// After reads an outline as the page that follows old: nodes that did not change are shared with it, as in a real capture.
func After(t T, old *dom.Snapshot, outline string) *dom.Snapshot {
	t.Helper()
	s := Page(t, outline)
	Share(old, s)
	return s
}

// Share replaces each node of s by the equal one of old, if there is one.
func Share(old, s *dom.Snapshot) {
	for i, n := range s.Nodes {
		if o, ok := old.Index(n.ID); ok && same(old.Nodes[o], n) {
			s.Nodes[i] = old.Nodes[o]
		}
	}
}

// Recreated is the same page built anew: every node has an ID it never had before.
func Recreated(s *dom.Snapshot, doc string) *dom.Snapshot {
	out := new(dom.Snapshot)
	for i, n := range s.Nodes {
		fresh := *n
		fresh.ID = dom.ID{Doc: doc, Key: i}
		out.Grow(s.Parent(i), &fresh, s.Boxes[i])
	}
	return out.Seal()
}

func same(a, b *dom.Node) bool { return fmt.Sprintf("%#v", *a) == fmt.Sprintf("%#v", *b) }

type open struct{ indent, node int }

func parse(outline string) (*dom.Snapshot, error) {
	s := new(dom.Snapshot)
	key := firstKey
	stack := []open{{-1, -1}}
	for number, line := range strings.Split(outline, "\n") {
		text := strings.TrimSpace(line)
		if text == "" {
			continue
		}
		n, box, err := parseLine(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", number+1, text, err)
		}
		if len(s.Nodes) == 0 && n.Tag != "body" {
			stack = append(stack, open{-1, s.Grow(-1, &dom.Node{ID: dom.ID{Doc: Doc}, Tag: "body"}, dom.Box{})})
		}
		if n.ID == (dom.ID{}) {
			n.ID = dom.ID{Doc: Doc, Key: key}
			key++
		}
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		for len(stack) > 1 && stack[len(stack)-1].indent >= indent {
			stack = stack[:len(stack)-1]
		}
		parent := stack[len(stack)-1].node
		switch {
		case parent < 0 && len(s.Nodes) > 0:
			return nil, fmt.Errorf("line %d: %s: stands beside the body", number+1, text)
		case parent < 0:
			n.ID = dom.ID{Doc: Doc}
		default:
			n.Hidden |= s.Nodes[parent].Hidden
		}
		stack = append(stack, open{indent, s.Grow(parent, n, box)})
	}
	if len(s.Nodes) == 0 {
		s.Grow(-1, &dom.Node{ID: dom.ID{Doc: Doc}, Tag: "body"}, dom.Box{})
	}
	return s.Seal(), nil
}
