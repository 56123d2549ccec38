package render

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/diff"
)

// S-01 to S-10: the shape of a snapshot, every field always there.
func TestSnapshotShape(t *testing.T) {
	s := outlined(t, `
main box=0,0,900,500
  h1 "Sign in" role=heading level=1 box=10,20,300,40
    text " Sign in"
  p
    text " Fields with * "
    link "must"
      text "must"
    text " be filled."
  form
    textbox "Email" #placeholder=you@example.org required invalid description="no @" value=x box=10,80,300,20
    checkbox "All" checked=mixed
    button "Go" disabled
  img "A harbour"
  status
    text " Ready"
  table
    row
      cell
        text " Ann"`)
	s.Title, s.Origin = "Sign in", 1700000000123
	reply, err := SnapshotJSON(s, SnapshotOptions{}, here, Note{}, numbers())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		SchemaVersion int
		Meta          map[string]any
		Entries       []map[string]any
	}
	if err := json.Unmarshal([]byte(reply), &got); err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, e := range got.Entries {
		for _, field := range []string{"ref", "tag", "role", "name", "description", "interactive", "state", "bbox", "fingerprint", "recently_changed", "value", "placeholder"} {
			if _, ok := e[field]; !ok {
				t.Errorf("%v has no %s", e["name"], field)
			}
		}
		if n := len(e["state"].(map[string]any)); n != 13 {
			t.Errorf("%v has %d flags", e["name"], n)
		}
		if (e["ref"] != nil) != e["interactive"].(bool) {
			t.Errorf("%v: ref %v, interactive %v", e["name"], e["ref"], e["interactive"])
		}
		order = append(order, fmt.Sprintf("%v %v %v", e["ref"], e["role"], e["name"]))
	}
	want := []string{"<nil> main ", "<nil> heading Sign in", "<nil> text Fields with *", "1 link must", "<nil> text be filled.", "<nil> form ", "2 textbox Email",
		"3 checkbox All", "4 button Go", "<nil> img A harbour", "<nil> status Ready", "<nil> table ", "<nil> text Ann"}
	if !slices.Equal(order, want) {
		t.Errorf("entries:\n%s", strings.Join(order, "\n"))
	}
	email := got.Entries[6]
	text, _ := json.Marshal(email)
	for _, part := range []string{`"value":"x"`, `"placeholder":"you@example.org"`, `"required":true`, `"invalid":true`, `"readonly":false`, `"checked":null`,
		`"bbox":{"h":20,"w":300,"x":10,"y":80}`, `"description":"no @"`, `"fingerprint":"` + diff.Fingerprint(s, 10) + `"`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
	for name, want := range map[string]any{"url": "http://page/", "title": "Sign in", "navigation_started_at_ms": 1700000000123.0, "diff_baseline": "full",
		"renderer_reloaded_since_last_snapshot": false} {
		if got.Meta[name] != want {
			t.Errorf("meta.%s is %v", name, got.Meta[name])
		}
	}
	if got.Meta["viewport"].(map[string]any)["width"] != 1000.0 || got.SchemaVersion != 1 {
		t.Errorf("meta: %v", got.Meta)
	}
}

// S-27, S-28: filters apply to what is returned.
func TestEntryFilters(t *testing.T) {
	s := outlined(t, "main\n  button \"a\"\n  button \"b\"\n  p\n    text \" c\"")
	count := func(o SnapshotOptions) (entries, omitted int) {
		reply, err := SnapshotJSON(s, o, here, Note{}, numbers())
		var out Snapshot
		if err != nil || json.Unmarshal([]byte(reply), &out) != nil {
			t.Fatal(err, reply)
		}
		return len(out.Entries), out.Meta.Omitted
	}
	if n, _ := count(SnapshotOptions{}); n != 4 {
		t.Errorf("%d entries", n)
	}
	if n, _ := count(SnapshotOptions{InteractiveOnly: true}); n != 2 {
		t.Errorf("%d interactive entries", n)
	}
	if n, omitted := count(SnapshotOptions{MaxEntries: 3}); n != 3 || omitted != 1 {
		t.Errorf("%d entries, %d omitted", n, omitted)
	}
}
