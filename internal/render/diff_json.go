package render

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/tokens"
)

// Compact is what became of a page, in the shape of seed 001.
type Compact struct {
	SchemaVersion int            `json:"schemaVersion"`
	Meta          Meta           `json:"meta"`
	Added         []Entry        `json:"added"`
	Removed       []RemovedEntry `json:"removed"`
	Changed       []ChangedEntry `json:"changed"`
	RefMap        map[string]int `json:"ref_map"` // of elements made anew: the ref they had, and have
	Counts        Counts         `json:"_meta"`
}

// RemovedEntry is an entry that is no longer there.
type RemovedEntry struct {
	Fingerprint string `json:"fingerprint"`
	Ref         *int   `json:"ref"`
	Role        string `json:"role"`
	Name        string `json:"name"`
}

// ChangedEntry is an entry of which some fields and flags differ; Prev and Curr have those and no others.
type ChangedEntry struct {
	RemovedEntry
	Fields []string       `json:"changed_fields"`
	Prev   map[string]any `json:"prev"`
	Curr   map[string]any `json:"curr"`
}

// Counts are how many entries a diff is about, shown or not.
type Counts struct {
	Added     int `json:"entries_added"`
	Removed   int `json:"entries_removed"`
	Changed   int `json:"entries_changed"`
	Tokens    int `json:"estimated_tokens"`
	Truncated int `json:"truncated_entries,omitempty"`
}

// SinceJSON is what became of a page: the changes if they are clearly fewer than all there is, else all entries. Whole asks for
// all entries in any case, with those marked that have changed.
func SinceJSON(d Delta, o SnapshotOptions, whole bool, at Where, refs Refs) (string, error) {
	note := Note{Reloaded: d.Reloaded}
	switch {
	case d.Base == nil:
		note.Why = noteFirst
		return SnapshotJSON(d.Now, o, at, note, refs)
	case d.Reloaded:
		note.Why = noteReloaded
		return SnapshotJSON(d.Now, o, at, note, refs)
	}
	o.Changed = d.Changed()
	if whole {
		note.Baseline = "diff"
		return SnapshotJSON(d.Now, o, at, note, refs)
	}
	text, err := d.compact(o, at, refs, false)
	if err != nil {
		return "", err
	}
	if size := tokens.Estimate(text); !d.likely(size) {
		full, err := SnapshotJSON(d.Now, o.all(), at, note, refs.dry())
		if err == nil && float64(size) > clearlySmaller*float64(tokens.Estimate(full)) {
			note.Why = noteLarge
			return SnapshotJSON(d.Now, o, at, note, refs)
		}
	}
	return d.compact(o, at, refs, true)
}

// compact is the diff as JSON. Unless it is for good, no ref is given.
func (d *Delta) compact(o SnapshotOptions, at Where, refs Refs, forGood bool) (string, error) {
	most := o.MaxEntries
	for {
		ref := refs.trial()
		c := d.collect(o, most, ref)
		c.Meta = metaOf(d.Now, at)
		c.Meta.Baseline = "diff"
		data, err := json.Marshal(c)
		if err != nil {
			return "", err
		}
		c.Counts.Tokens = tokens.Estimate(string(data))
		shown := len(c.Added) + len(c.Removed) + len(c.Changed)
		if o.Budget > 0 && shown > 0 && tokens.AtMost(string(data)) > o.Budget {
			most = shown - max(shown/16, 1)
			if most == 0 {
				most = -1
			}
			continue
		}
		if forGood {
			d.collect(o, most, refs.Show)
		}
		data, err = json.Marshal(c)
		return string(data), err
	}
}

// collect lists the entries that differ, most at most (0 for all, below 0 for none).
func (d *Delta) collect(o SnapshotOptions, most int, ref func(int) dom.Ref) *Compact {
	c := &Compact{SchemaVersion: 1, Added: []Entry{}, Removed: []RemovedEntry{}, Changed: []ChangedEntry{}, RefMap: map[string]int{}}
	shown := 0
	room := func() bool {
		if most != 0 && shown >= max(most, 0) {
			c.Counts.Truncated++
			return false
		}
		shown++
		return true
	}
	for _, change := range d.told() {
		if change.Kind == diff.Changed {
			if o.InteractiveOnly && !d.Now.Nodes[change.New].Interactive() {
				continue
			}
			if c.Counts.Changed++; room() {
				c.Changed = append(c.Changed, d.changedEntry(change, ref))
			}
			if number := d.Was(change.Old); change.Recreated && number != dom.NoRef {
				c.RefMap[strconv.Itoa(int(number))] = int(number)
			}
			continue
		}
		k := d.part(change)
		seats := k.seats()
		if o.InteractiveOnly {
			seats = k.acting(seats)
		}
		for _, at := range seats {
			if change.Kind == diff.Added {
				if c.Counts.Added++; room() {
					c.Added = append(c.Added, k.entries([]seat{at}, ref)...)
					c.Added[len(c.Added)-1].RecentlyChanged = true
				}
				continue
			}
			if c.Counts.Removed++; room() {
				c.Removed = append(c.Removed, brief(k.entries([]seat{at}, d.Was)[0]))
			}
		}
	}
	return c
}

// brief is what is said of an entry by which it is known.
func brief(e Entry) RemovedEntry {
	if e.Ref != nil && *e.Ref == int(dom.NoRef) {
		e.Ref = nil
	}
	return RemovedEntry{e.Fingerprint, e.Ref, e.Role, e.Name}
}

func (d *Delta) changedEntry(c diff.Change, ref func(int) dom.Ref) ChangedEntry {
	before := d.entryOf(d.Base, c.Old, nil)
	now := d.entryOf(d.Now, c.New, ref)
	out := ChangedEntry{RemovedEntry: brief(now), Fields: []string{}, Prev: map[string]any{}, Curr: map[string]any{}}
	was, is := map[string]any{}, map[string]any{}
	differ(reflect.ValueOf(before), reflect.ValueOf(now), func(name string, a, b any) {
		out.Fields = append(out.Fields, name)
		out.Prev[name], out.Curr[name] = a, b
	})
	differ(reflect.ValueOf(before.State), reflect.ValueOf(now.State), func(name string, a, b any) {
		out.Fields = append(out.Fields, "state."+name)
		was[name], is[name] = a, b
	})
	if len(was) > 0 {
		out.Prev["state"], out.Curr["state"] = was, is
	}
	for _, f := range c.Fields { // facts that no entry has a field for
		if f.Name == diff.Href || f.Name == diff.Level || f.Name == diff.Current || f.Name == diff.Popup {
			out.Fields = append(out.Fields, f.Name)
			out.Prev[f.Name], out.Curr[f.Name] = f.Old, f.New
		}
	}
	return out
}

func (d *Delta) entryOf(s *dom.Snapshot, i int, ref func(int) dom.Ref) Entry {
	k := &sketch{s: s, facts: factsOf(s, i)}
	e := k.entry(seat{node: i, text: s.Nodes[i].Text})
	if e.Interactive && ref != nil {
		number := int(ref(i))
		e.Ref = &number
	}
	return e
}

// differ calls f for each plain field of two structs that is not equal.
func differ(a, b reflect.Value, f func(name string, a, b any)) {
	for i := range a.NumField() {
		name := strings.Split(a.Type().Field(i).Tag.Get("json"), ",")[0]
		x, y := a.Field(i).Interface(), b.Field(i).Interface()
		if name == "ref" || name == "state" || name == "fingerprint" || name == "recently_changed" || reflect.DeepEqual(x, y) {
			continue
		}
		f(name, x, y)
	}
}
