package tool

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var inspectTool = define("dom_inspect", "One element in detail: why hidden, covered, disabled; listeners; selectors.",
	Reads, runInspect)

type inspectInput struct {
	ElementID word `json:"elementId" doc:"ref or selector"`
	Ref       word `json:"ref" doc:"-"`
	Include   *struct {
		Attributes     bool `json:"attributes"`
		ComputedStyles bool `json:"computedStyles"`
		MatchedStyles  bool `json:"matchedStyles"`
		Children       bool `json:"children"`
		Siblings       bool `json:"siblings"`
		Parents        bool `json:"parents"`
		Text           bool `json:"text"`
	} `json:"include" flat:"" doc:"{attributes, computedStyles, matchedStyles, children, siblings, parents, text: true}"`
	Place
}

func runInspect(ctx context.Context, env *Env, in inspectInput) (Reply, error) {
	include := render.InspectSections{Attributes: true, Children: true, Parents: true, Text: true}
	if in.Include != nil {
		include = render.InspectSections(*in.Include)
	}
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	want := session.Wanted{Rules: include.MatchedStyles, Listeners: true}
	if include.ComputedStyles {
		want.Styles = []string{}
	}
	found, err := tab.Inspect(ctx, cmp.Or(string(in.ElementID), string(in.Ref)), want)
	if err != nil {
		return Reply{}, err
	}
	told := inspected(found)
	told.Include = include
	show := func(i int) dom.Ref { return tab.Refs.Show(found.Snapshot, i) }
	return Reply{Text: told.Text(whereNow(env, tab, found.Snapshot), show)}, nil
}

// inspected puts the page's answer into the words of the model: nodes instead of keys.
func inspected(in *session.Inspection) *render.Inspected {
	doc := in.Nodes[in.Node].ID.Doc
	node := func(key int) int {
		if i, ok := in.Index(dom.ID{Doc: doc, Key: key}); ok && key != 0 {
			return i
		}
		return -1
	}
	e := in.Evidence
	out := &render.Inspected{Snapshot: in.Snapshot, Node: in.Node, Attributes: pairs(e.Attributes), Hit: e.Hit.State, HitBy: node(e.Hit.By),
		Scroller: node(e.Scroller), Twins: e.Twins, Styles: pairs(e.Styles), Hints: in.Hints, Listening: in.Listening}
	copy(out.Box[:], e.Box)
	for _, h := range e.Hidden {
		out.Hiders = append(out.Hiders, render.Cause{Node: node(h.Key), Why: strings.Join(h.Reasons, ", ")})
	}
	for _, d := range e.Disabled {
		out.Disablers = append(out.Disablers, render.Cause{Node: node(d.Key), Why: d.Why})
	}
	for _, n := range e.Names {
		out.Names = append(out.Names, render.Pair{Name: n.From, Value: n.Text})
	}
	if e.Rules != nil {
		out.RulesLost = e.Rules.Unread
		for _, r := range e.Rules.Matched {
			out.Rules = append(out.Rules, render.Rule(r))
		}
	}
	out.Listeners = heard(in)
	return out
}

// What a click or a key brings about; on the element itself every type is told.
var clickTypes = []string{"click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "dblclick", "keydown", "input", "change", "submit"}

// heard are the listeners that matter to one who acts on the element.
func heard(in *session.Inspection) (out []render.Heard) {
	path := []int{in.Node}
	for a := range in.Ancestors(in.Node) {
		if in.Nodes[a].ID.Doc != in.Nodes[in.Node].ID.Doc {
			break
		}
		path = append(path, a)
	}
	for _, l := range in.Listeners {
		if l.At != 0 && !slices.Contains(clickTypes, l.Type) {
			continue
		}
		h := render.Heard{Type: l.Type, On: render.HeardDocument, URL: l.URL, Line: l.Line, Column: l.Column, Capture: l.Capture}
		switch {
		case l.At == page.OnWindow:
			h.On = render.HeardWindow
		case l.At >= 0 && l.At < len(path):
			h.On = path[l.At]
		case l.At >= 0:
			h.On = render.HeardRoot
		}
		out = append(out, h)
	}
	return out
}

// pairs reads a JSON object of strings in its own order.
func pairs(object json.RawMessage) (out []render.Pair) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return out
		}
		var value string
		if d.Decode(&value) != nil {
			return out
		}
		out = append(out, render.Pair{Name: fmt.Sprint(name), Value: value})
	}
	return out
}
