package diff_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/dom/domtest"
	"github.com/domsight/domsight/internal/reconcile"
)

// The diff is the whole truth: a reader who knows the old page and is told the changes knows the new page, in sight and
// hidden, and is told nothing that is not so.
func TestDiffIsTheWholeTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := randomPage(t)
		new := randomPage(t)
		domtest.Share(old, new)
		p := reconcile.Match(old, new)
		page := make(map[int]map[string]string) // by index in new, for those that stay; what a reader knows
		stays := make(map[int]bool)
		for i := range new.Nodes {
			if o := p.Was(i); o >= 0 {
				page[i], stays[i] = facts(old, o), true
			}
		}
		gone := make(map[int]bool)
		changes := diff.Between(old, new, p)
		for _, c := range changes {
			if c.Echo && !slices.ContainsFunc(changes, func(other diff.Change) bool { return tells(other, old, new, c) }) {
				t.Fatalf("%+v is an echo of nothing", c)
			}
			switch c.Kind {
			case diff.Added:
				for _, i := range c.Nodes {
					if stays[i] && old.Nodes[p.Was(i)].Visible() {
						t.Fatalf("node %d is called new and is not", i)
					}
					page[i] = facts(new, i)
				}
			case diff.Changed:
				for _, f := range c.Fields {
					if f.Old == f.New || page[c.New][f.Name] != f.Old {
						t.Fatalf("node %d had %s %q, not %q", c.New, f.Name, page[c.New][f.Name], f.Old)
					}
					page[c.New][f.Name] = f.New
				}
			case diff.Removed:
				for _, o := range c.Nodes {
					gone[o] = true
					if i := p.Now(o); i >= 0 {
						if new.Nodes[i].Visible() {
							t.Fatalf("node %d is called gone and is not", o)
						}
						page[i] = facts(new, i)
					}
				}
			}
		}
		for _, i := range diff.Shifts(old, new, p) {
			page[i]["position"] = facts(new, i)["position"]
		}
		for i := range new.Nodes {
			if want := facts(new, i); !maps.Equal(page[i], want) {
				t.Fatalf("node %d: told %v, is %v\nold:\n%s\nnew:\n%s", i, page[i], want, domtest.Print(old), domtest.Print(new))
			}
		}
		for o := range old.Nodes {
			if p.Now(o) < 0 && !gone[o] {
				t.Fatalf("old node %d is gone and not told", o)
			}
		}
	})
}

// tells is true if a change renames an element that holds c.
func tells(change diff.Change, old, new *dom.Snapshot, c diff.Change) bool {
	_, renamed := change.Field(diff.Name)
	s, holder, held := new, change.New, c.New
	if c.Kind == diff.Removed {
		s, holder, held = old, change.Old, c.Old
	}
	return renamed && holder < held && held < s.End(holder)
}

// facts is what a reader can be told of a node.
func facts(s *dom.Snapshot, i int) map[string]string {
	n, b := s.Nodes[i], s.Boxes[i]
	out := map[string]string{
		"text": strings.TrimSpace(n.Text), "role": n.Role, "name": n.Name, "value": n.Value, "description": n.Description,
		"placeholder": n.Attrs.Get("placeholder"), "href": n.Attrs.Get("href"), "level": fmt.Sprint(n.Level),
		"interactive": fmt.Sprint(n.Interactive()), "current": n.State.Current, "popup": n.State.Popup,
		"checked": n.State.Checked.String(), "disabled": n.State.Disabled.String(), "expanded": n.State.Expanded.String(),
		"position": fmt.Sprintf("%d,%d", b.X, b.Y), "size": fmt.Sprintf("%d,%d", b.W, b.H), "visible": fmt.Sprint(n.Visible()),
	}
	for name, on := range map[string]bool{"focused": n.State.Focused, "busy": n.State.Busy} {
		out[name] = map[bool]string{true: "true"}[on]
	}
	return out
}

// randomPage draws a small page with few keys, so that two of them have much in common.
func randomPage(t *rapid.T) *dom.Snapshot {
	s := new(dom.Snapshot)
	s.Grow(-1, &dom.Node{ID: dom.ID{Doc: "d"}, Tag: "body"}, dom.Box{})
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
	keys := rapid.SliceOfNDistinct(rapid.IntRange(1, 15), 0, 12, rapid.ID[int]).Draw(t, "keys")
	path := []int{0}
	for _, key := range keys {
		path = path[:1+pick(len(path))]
		parent := path[len(path)-1]
		n := &dom.Node{ID: dom.ID{Doc: "d", Key: key}, Hidden: s.Nodes[parent].Hidden}
		if pick(4) == 0 {
			n.Hidden |= []dom.Hide{dom.HiddenDisplay, dom.HiddenAria}[pick(2)]
		}
		box := dom.Box{X: int32(pick(2)), Y: int32(pick(2)), W: int32(pick(2)), H: 1}
		if key%3 == 0 {
			n.Tag, n.Text = dom.Text, []string{"a", " a", "b"}[pick(3)]
			s.Grow(parent, n, box)
			continue
		}
		n.Tag = []string{"button", "div"}[key%2]
		n.Role = []string{"button", "link", ""}[pick(3)]
		n.Name, n.NameFrom = []string{"", "Save", "Saving"}[pick(3)], []string{"content", "label"}[pick(2)]
		n.Value, n.Description, n.Level = []string{"", "v"}[pick(2)], []string{"", "d"}[pick(2)], pick(2)
		n.Acts = dom.Act(pick(2))
		n.Attrs = []dom.Attrs{nil, {{Name: "href", Value: "/"}}, {{Name: "placeholder", Value: "p"}}}[pick(3)]
		n.State = dom.State{Checked: dom.Tri(pick(4)), Disabled: dom.Tri(pick(3)), Expanded: dom.Tri(pick(3)), Focused: pick(2) == 0,
			Busy: pick(2) == 0, Current: []string{"", "page"}[pick(2)], Popup: []string{"", "menu"}[pick(2)]}
		path = append(path, s.Grow(parent, n, box))
	}
	return s.Seal()
}

func TestNothingBetweenAPageAndItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPage(t)
		p := reconcile.Match(s, s)
		if changes := diff.Between(s, s, p); len(changes) > 0 || len(diff.Shifts(s, s, p)) > 0 {
			t.Fatalf("%v", changes)
		}
	})
}

// An unchanged page of 100,000 nodes costs a few ms; a machine that is busy gets ten times as much.
func TestCost(t *testing.T) {
	nodes := []*dom.Node{{Tag: "body"}}
	for i := 1; i < 100_000; i++ {
		nodes = append(nodes, &dom.Node{ID: dom.ID{Key: i}, Tag: "p"})
	}
	flat := func() *dom.Snapshot {
		s := new(dom.Snapshot)
		for i, n := range nodes {
			s.Grow(min(i, 1)-1, n, dom.Box{})
		}
		return s.Seal()
	}
	old, next := flat(), flat()
	p := reconcile.Match(old, next)
	least := time.Hour
	for range 5 {
		start := time.Now()
		diff.Between(old, next, p)
		least = min(least, time.Since(start))
	}
	t.Log(least)
	if least > 50*time.Millisecond {
		t.Errorf("%v", least)
	}
}
