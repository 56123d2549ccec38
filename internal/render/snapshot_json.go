package render

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/tokens"
)

// Snapshot is a page in the shape of seed 001.
type Snapshot struct {
	SchemaVersion int     `json:"schemaVersion"`
	Meta          Meta    `json:"meta"`
	Entries       []Entry `json:"entries"`
}

// Meta is what is to be said of a snapshot as a whole.
type Meta struct {
	Tab        string       `json:"tab"`
	Session    string       `json:"session,omitempty"`
	URL        string       `json:"url"`
	Title      string       `json:"title"`
	Status     int          `json:"http_status,omitempty"`
	Ready      string       `json:"ready_state,omitempty"`
	Viewport   ViewportInfo `json:"viewport"`
	Started    int64        `json:"navigation_started_at_ms"`
	Baseline   string       `json:"diff_baseline"`
	Reloaded   bool         `json:"renderer_reloaded_since_last_snapshot"`
	SnapshotID string       `json:"snapshotId"`
	Note       string       `json:"note,omitempty"` // why this is not the diff that was asked for
	Total      int          `json:"entries_total,omitempty"`
	Omitted    int          `json:"entries_omitted,omitempty"`
	More       string       `json:"more,omitempty"` // how to get what was omitted
	Unread     []string     `json:"unread_frames,omitempty"`
	Cut        int          `json:"nodes_not_read,omitempty"`
	Notices    []string     `json:"notices,omitempty"`
	Tokens     int          `json:"token_estimate,omitempty"`
}

func metaOf(s *dom.Snapshot, at Where) Meta {
	v := s.Viewport
	m := Meta{Tab: at.Tab, Session: at.Session, URL: s.URL, Title: s.Title, Viewport: ViewportInfo{v.Width, v.Height, v.ScrollY, v.ContentHeight},
		Started: int64(s.Origin), Baseline: "full", SnapshotID: s.ID, Unread: s.Unread, Cut: s.Cut, Notices: at.Notices}
	if at.Status != 200 {
		m.Status = at.Status
	}
	if s.Ready != "complete" {
		m.Ready = s.Ready
	}
	return m
}

// Note is what a whole snapshot has to do with an earlier one.
type Note struct {
	Baseline string // "diff" if entries are marked that changed since
	Reloaded bool
	Why      string // it is whole though a diff was asked for
}

// SnapshotJSON is a page as a program reads it. Refs are given in the order of the entries, and only to those that are there.
func SnapshotJSON(s *dom.Snapshot, o SnapshotOptions, at Where, note Note, refs Refs) (string, error) {
	k := sketched(s, 0)
	k.changed = o.Changed
	if len(o.Expand) > 0 {
		k.narrow(SnapshotOptions{Expand: o.Expand})
	}
	meta := metaOf(s, at)
	meta.Reloaded, meta.Note, meta.Baseline = note.Reloaded, note.Why, cmp.Or(note.Baseline, "full")
	seats := k.seats()
	if o.InteractiveOnly {
		seats = k.acting(seats)
	}
	meta.Total = len(seats)
	if o.MaxEntries > 0 && len(seats) > o.MaxEntries {
		seats = k.first(seats, o.MaxEntries, o.Expand)
	}
	keep := len(seats)
	if o.Budget > 0 {
		keep = k.affordable(seats, o, meta)
	}
	for ; ; keep-- {
		kept := k.first(seats, keep, o.Expand)
		meta.Omitted, meta.More = meta.Total-len(kept), ""
		if meta.Omitted > 0 {
			meta.More = "raise budgetTokens or maxEntries"
		}
		out := Snapshot{SchemaVersion: 1, Meta: meta, Entries: k.entries(kept, refs.trial())}
		text, err := sized(&out)
		switch {
		case err != nil:
			return "", err
		case o.Budget == 0 || tokens.AtMost(text) <= o.Budget:
			k.entries(kept, refs.Show)
			return text, nil
		case keep == 0:
			return "", fault.Newf(fault.BadArgument, "budgetTokens is too small: JSON without any entry takes %d", tokens.AtMost(text)).
				Nextf("raise budgetTokens, or use format text")
		}
	}
}

// sized is the JSON of a snapshot, with its own size in it.
func sized(out *Snapshot) (string, error) {
	data, err := json.Marshal(out)
	if err != nil {
		return "", err
	}
	out.Meta.Tokens = tokens.Estimate(string(data))
	data, err = json.Marshal(out)
	return string(data), err
}

// first keeps the most important seats, as many as said, in page order.
func (k *sketch) first(seats []seat, keep int, focus []int) []seat {
	if keep >= len(seats) {
		return seats
	}
	out := slices.Clone(k.ranking(seats, focus)[:keep])
	slices.SortStableFunc(out, func(a, b seat) int { return a.node - b.node })
	return out
}

// ranking is the seats, the most important first.
func (k *sketch) ranking(seats []seat, focus []int) []seat {
	if len(focus) > 0 {
		return seats
	}
	place := make([]int, len(k.lines))
	for at, j := range k.ranked() {
		place[j] = at
	}
	out := slices.Clone(seats)
	slices.SortStableFunc(out, func(a, b seat) int { return place[a.line] - place[b.line] })
	return out
}

// affordable is about how many seats a budget pays for.
func (k *sketch) affordable(seats []seat, o SnapshotOptions, meta Meta) int {
	data, _ := json.Marshal(meta)
	left := o.Budget - tokens.Estimate(string(data))
	for n, at := range k.ranking(seats, o.Expand) {
		data, _ := json.Marshal(k.entry(at))
		if left -= tokens.Estimate(string(data)) + 1; left < 0 {
			return n
		}
	}
	return len(seats)
}

// entries fills the entries of seats, with refs for what can be acted on.
func (k *sketch) entries(seats []seat, ref func(node int) dom.Ref) []Entry {
	out := make([]Entry, len(seats))
	for j, at := range seats {
		out[j] = k.entry(at)
		out[j].RecentlyChanged = k.changed != nil && k.changed(at.node)
		if out[j].Interactive {
			number := int(ref(at.node))
			out[j].Ref = &number
		}
	}
	return out
}

func (k *sketch) acting(seats []seat) []seat {
	var out []seat
	for _, at := range seats {
		if !k.s.Nodes[at.node].IsText() && k.facts.acts(at.node) {
			out = append(out, at)
		}
	}
	return out
}
