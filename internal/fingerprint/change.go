package fingerprint

import (
	"cmp"
	"slices"
)

// Severity says how much a change matters.
type Severity string

// The severities, the least first.
const (
	Clean   Severity = "clean" // nothing changed
	Info    Severity = "info"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Thresholds are the severities that a list of changes can be cut at.
var Thresholds = []Severity{Info, Warning, Error}

var ranks = map[Severity]int{Clean: 0, Info: 1, Warning: 2, Error: 3}

// AtLeast is true if s matters as much as o.
func (s Severity) AtLeast(o Severity) bool { return ranks[s] >= ranks[o] }

// Type names a kind of change.
type Type string

// The types of changes.
const (
	ErrorAppeared        Type = "error_appeared"
	LandmarkMissing      Type = "landmark_missing"
	ElementMissing       Type = "element_missing"
	ListEmpty            Type = "list_empty"
	ElementDisabled      Type = "element_disabled"
	EmptyStateAppeared   Type = "empty_state_appeared"
	ImageBroken          Type = "image_broken"
	ElementEnabled       Type = "element_enabled"
	ElementAdded         Type = "element_added"
	LandmarkAdded        Type = "landmark_added"
	ModalOpened          Type = "modal_opened"
	ModalClosed          Type = "modal_closed"
	LoadingStarted       Type = "loading_started"
	LoadingFinished      Type = "loading_finished"
	NotificationAppeared Type = "notification_appeared"
	ErrorCleared         Type = "error_cleared"
	TextChanged          Type = "text_changed" // and whatever else is content, not structure
)

// severities say how much each type matters; what is not listed is Info.
var severities = map[Type]Severity{
	ErrorAppeared: Error, LandmarkMissing: Error, ElementMissing: Error,
	ListEmpty: Warning, ElementDisabled: Warning, EmptyStateAppeared: Warning, ImageBroken: Warning,
}

// first are the types that a report begins with: they explain the others.
var first = map[Type]int{ErrorAppeared: 2, LandmarkMissing: 1}

// Severity is how much changes of this type matter.
func (t Type) Severity() Severity { return cmp.Or(severities[t], Info) }

// Change is one difference between two fingerprints.
type Change struct {
	Type        Type     `json:"type"`
	Severity    Severity `json:"severity"`
	Element     string   `json:"element"`
	In          string   `json:"in,omitempty"` // the landmark or dialog
	Was         string   `json:"was,omitempty"`
	Now         string   `json:"now,omitempty"`
	Description string   `json:"description"`
	Node        int      `json:"-"` // in the snapshot of the later fingerprint; -1 if the element is not there
}

// Comparison is what became of a page.
type Comparison struct {
	Status    string   `json:"status"`   // unchanged, changed, or error: no comparison could be made
	Severity  Severity `json:"severity"` // the highest of all changes found, listed or not
	Changes   []Change `json:"changes"`
	Below     int      `json:"below_threshold,omitempty"` // changes found and not listed
	Unchanged []string `json:"unchanged"`                 // categories
	Summary   string   `json:"summary"`
	Notes     []string `json:"notes,omitempty"` // what to keep in mind when reading this
}

// AtLeast is the comparison with only those changes listed that matter as much as the threshold. The verdict stays.
func (c Comparison) AtLeast(threshold Severity) Comparison {
	listed := FilterBySeverity(c.Changes, threshold)
	c.Below += len(c.Changes) - len(listed)
	c.Changes = listed
	return c
}

// FilterBySeverity keeps the changes that matter as much as the threshold, in their order.
func FilterBySeverity(changes []Change, threshold Severity) []Change {
	kept := []Change{}
	for _, c := range changes {
		if c.Severity.AtLeast(threshold) {
			kept = append(kept, c)
		}
	}
	return kept
}

// rank sorts changes: the worst first, of these what explains the others, those of a region together.
func rank(changes []Change) {
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(ranks[b.Severity], ranks[a.Severity]), cmp.Compare(first[b.Type], first[a.Type]), cmp.Compare(a.In, b.In))
	})
}
