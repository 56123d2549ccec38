package engine

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
)

// Select finds the elements that a selector matches, in every frame that it leads into with `>>>`. With pierce it looks into
// shadow trees by itself, and into every frame that was read.
func (r *Reader) Select(ctx context.Context, selector string, pierce bool) ([]dom.ID, error) {
	var ids []dom.ID
	frames := []string{""}
	if pierce && !strings.Contains(selector, ">>>") {
		for doc, frame := range r.frames {
			if frame != "" && doc != "" {
				frames = append(frames, frame)
			}
		}
	}
	for _, frame := range frames {
		err := r.follow(ctx, frame, selector, func(frame, doc, selector string) ([]onward, error) {
			var found struct {
				Keys  []int    `json:"keys"`
				Into  []onward `json:"into"`
				Error string   `json:"error"`
			}
			err := r.Do(ctx, frame, "select", map[string]any{"selector": selector, "pierce": pierce}, &found)
			if err != nil {
				return nil, err
			}
			if found.Error != "" {
				return nil, invalid(found.Error)
			}
			for _, key := range found.Keys {
				ids = append(ids, dom.ID{Doc: doc, Key: key})
			}
			return found.Into, nil
		})
		if err != nil && (frame == "" || fault.Of(err) == fault.InvalidSelector) { // a frame that went away has no matches
			return nil, err
		}
	}
	return ids, nil
}

func invalid(message string) error {
	return fault.New(fault.InvalidSelector, message).Nextf("CSS is understood, and :contains('text'), and a >>> b into a shadow tree or frame")
}

// onward is a frame in which the rest of a selector is to be looked for.
type onward struct {
	Key  int    `json:"key"`
	Rest string `json:"rest"`
}

// follow asks a frame, and then the frames that the selector leads on into.
func (r *Reader) follow(ctx context.Context, frame, selector string, ask func(frame, doc, selector string) ([]onward, error)) error {
	doc := r.docOf(frame)
	into, err := ask(frame, doc, selector)
	if err != nil {
		return err
	}
	for _, next := range into {
		if inner, ok := r.heldBy(dom.ID{Doc: doc, Key: next.Key}); ok {
			if err := r.follow(ctx, inner, next.Rest, ask); err != nil {
				return err
			}
		}
	}
	return nil
}

// docOf is the document that a frame had when it was last read.
func (r *Reader) docOf(frame string) string {
	for doc, f := range r.frames {
		if f == frame {
			return doc
		}
	}
	return ""
}

// heldBy is the frame that an element holds.
func (r *Reader) heldBy(owner dom.ID) (string, bool) {
	for frame, id := range r.owners {
		if id == owner && id.Key != 0 {
			return frame, true
		}
	}
	return "", false
}

// ask calls a function of the engine and decodes its answer.
func (r *Reader) ask(ctx context.Context, frame, function string, arg, into any) error {
	data, err := r.tab.Call(ctx, frame, function, arg)
	if err != nil {
		return err
	}
	return decode(data, into)
}

// Match is one element that query_dom found. Its fields are those of engine/src/query.ts.
type Match struct {
	Tag           string          `json:"tag"`
	Text          string          `json:"text"`
	TextTruncated bool            `json:"textTruncated"`
	Visible       bool            `json:"visible"`
	Attributes    json.RawMessage `json:"attributes"` // in source order
	Box           Pixels          `json:"bboxPixels"`
	Styles        json.RawMessage `json:"styles,omitempty"`
	Children      []Match         `json:"children,omitempty"`
}

// Pixels is a box in the viewport.
type Pixels struct {
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Query is a raw CSS question.
type Query struct {
	Selector   string   `json:"selector"`
	Pierce     bool     `json:"pierce"`
	Most       int      `json:"most"`
	Styles     bool     `json:"styles"`
	Properties []string `json:"properties,omitempty"`
	Depth      int      `json:"depth"`
}

// Elements is how many elements the top document has.
func (r *Reader) Elements(ctx context.Context) (n int, err error) {
	err = r.Do(ctx, "", "elements", nil, &n)
	return n, err
}

// Query returns the first elements a selector matches, and how many there are.
func (r *Reader) Query(ctx context.Context, q Query) (matches []Match, total int, err error) {
	matches = []Match{}
	err = r.follow(ctx, "", q.Selector, func(frame, _, selector string) ([]onward, error) {
		var found struct {
			Total   int      `json:"total"`
			Matches []Match  `json:"matches"`
			Into    []onward `json:"into"`
			Error   string   `json:"error"`
		}
		in := q
		in.Selector, in.Most = selector, q.Most-len(matches)
		if err := r.Do(ctx, frame, "query", in, &found); err != nil {
			return nil, err
		}
		if found.Error != "" {
			return nil, invalid(found.Error)
		}
		matches = append(matches, found.Matches...)
		total += found.Total
		return found.Into, nil
	})
	return matches, total, err
}
