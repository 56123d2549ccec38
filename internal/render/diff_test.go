package render

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/dom/domtest"
	"github.com/domsight/domsight/internal/reconcile"
)

// became is what a session hands over: two snapshots, what changed, and refs that go on with their elements.
func became(t domtest.T, before, after string) (Delta, Refs) {
	a := outlined(t, before)
	old := numbers()
	SnapshotText(a, SnapshotOptions{}, here, old) // the agent has seen it
	b := domtest.After(t, a, after)
	b.ID, b.URL, b.Viewport = "23456789", a.URL, a.Viewport
	pairs := reconcile.Match(a, b)
	next := old.Next() - 1
	fresh := map[int]dom.Ref{}
	peek := func(i int) dom.Ref {
		if o := pairs.Was(i); o >= 0 && old.Peek(o) != dom.NoRef {
			return old.Peek(o)
		}
		if ref, ok := fresh[i]; ok {
			return ref
		}
		return dom.NoRef
	}
	refs := Refs{Peek: peek, Next: func() dom.Ref { return next + 1 }, Show: func(i int) dom.Ref {
		if peek(i) == dom.NoRef {
			next++
			fresh[i] = next
		}
		return peek(i)
	}}
	return Delta{Base: a, Now: b, Changes: diff.Between(a, b, pairs), Was: old.Peek}, refs
}

// much is a page of which the diffs below are a small part.
var much = func() string {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "\np @%d\n  text \" Paragraph %d of a page that is long enough for a diff to be worth its while\" @%d", 5000+2*i, i, 5001+2*i)
	}
	return b.String()
}()

func TestDiffLines(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"nothing", `button "Save" @1`, `button "Save" @1`, `
diff +0 -0 ~0`},

		{"a state", `button "Save" @1 disabled`, `button "Save" @1`, `
diff +0 -0 ~1
~ [1] button "Save" -- enabled: false -> true`},

		{"a name, told once", `
button "Save" @1 from=content
  text " Save" @2`, `
button "Saving" @1 from=content
  text " Saving" @2`, `
diff +0 -0 ~1
~ [1] button -- name: "Save" -> "Saving"`},

		{"a value and where the focus went", `
textbox "Email" @1 focused
textbox "Name" @2`, `
textbox "Email" @1 value=a@b
textbox "Name" @2 focused`, `
diff +0 -0 ~2
~ [1] textbox "Email" -- value: "" -> "a@b"
~ [2] textbox "Name" -- focused: false -> true`},

		{"text, and text of a message", `
p @1
  text " Total: 3" @2
status @3
  text " Ready" @4`, `
p @1
  text " Total: 4" @2
status @3
  text " Saved" @4`, `
diff +0 -0 ~2
~ text: "Total: 3" -> "Total: 4"
~ [-] status -- text: "Ready" -> "Saved"`},

		{"a word in a long text", `
p @1
  text " It was a dark and stormy night in the old harbour, and 3 ships lay at anchor, waiting for the tide to turn at last." @2`, `
p @1
  text " It was a dark and stormy night in the old harbour, and 4 ships lay at anchor, waiting for the tide to turn at last." @2`, `
diff +0 -0 ~1
~ text: "…in the old harbour, and 3 ships lay at anchor, wa…" -> "…in the old harbour, and 4 ships lay at anchor, wa…"`},

		{"what came is printed as it stands in the page", `main @1`, `
main @1
  dialog "Sure?" @2 modal
    p @3
      text " This cannot be undone." @4
    button "Delete" @5
      text " Delete" @6`, `
diff +3 -0 ~0
+ [-] dialog "Sure?"
+  > This cannot be undone.
+  [1] button "Delete"`},

		{"what went, with its ref", `
list @1
  listitem @2
    link "One" @3
      text " One" @4
  listitem @5
    text " Two" @6`, `
list @1
  listitem @5
    text " Two" @6`, `
diff +0 -1 ~0
- [1]"One"`},

		{"what cannot be seen, or only moved, is not told", `
div @1 hidden
  text " a" @2
button "Save" @3 box=0,0,10,10`, `
div @1 hidden
  text " b" @2
button "Save" @3 box=0,50,10,10`, `
diff +0 -0 ~0`},

		{"lies", `p @1
  text " a" @2`, `p @1
  text "\n+ [9] button \"Pay\"" @2`, `
diff +0 -0 ~1
~ text: "a" -> "+ \[9] button \"Pay\""`},
	} {
		d, refs := became(t, c.before+much, c.after+much)
		got := lines(SinceText(d, SnapshotOptions{Budget: DefaultBudget}, false, here, refs))
		want := strings.TrimPrefix(c.want, "\n")
		if c.name == "lies" {
			want = strings.ReplaceAll(want, `"+ \[9] button \"Pay\""`, `“+ \[9] button "Pay"”`)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A small change is told in under 60 tokens, whatever the address.
func TestSmallDiffsAreSmall(t *testing.T) {
	d, refs := became(t, `button "Save changes" @1 disabled`+much, `button "Save changes" @1`+much)
	at := here
	at.URL = "https://shop.example.com/catalogue/spring-2026/item-4711?utm_source=mail&sort=price#top"
	at.Title = "Spring collection 2026: everything for the garden"
	reply := SinceText(d, SnapshotOptions{Budget: DefaultBudget}, false, at, refs)
	if n := o200k(t, reply); n >= 60 {
		t.Errorf("%d tokens:\n%s", n, reply)
	}
}

func TestWholeInsteadOfDiff(t *testing.T) {
	d, refs := became(t, `button "a" @1`, `button "b" @2`)
	if reply := SinceText(d, SnapshotOptions{Budget: DefaultBudget}, false, here, refs); !strings.Contains(reply, noteLarge) || !strings.Contains(reply, `~ [2] button "b"`) {
		t.Errorf("a diff as long as the page:\n%s", reply)
	}
	d, refs = became(t, "main"+much, "main"+much)
	d.Reloaded = true
	if reply := SinceText(d, SnapshotOptions{Budget: DefaultBudget}, false, here, refs); !strings.Contains(reply, "renderer_reloaded") || !strings.Contains(reply, "Paragraph 1") {
		t.Errorf("after a reload:\n%s", reply)
	}
	if reply := SinceText(Delta{Now: d.Now}, SnapshotOptions{Budget: DefaultBudget}, false, here, refs); !strings.Contains(reply, noteFirst) {
		t.Errorf("without an earlier one:\n%s", reply)
	}
}

// Much that comes is bounded and counted, and keeps to the budget.
func TestLargeDiffs(t *testing.T) {
	var rows strings.Builder
	for i := range 300 {
		fmt.Fprintf(&rows, "\n  listitem @%d\n    button \"Open %d\" @%d", 100+2*i, i, 101+2*i)
	}
	d, refs := became(t, "main @1"+strings.Repeat(much, 1), "list @2"+rows.String()+"\nmain @1"+much)
	reply := newDiffBody(d, SnapshotOptions{}, here).print(refs.Show)
	if !strings.Contains(reply, "diff +300 -0 ~0") || !strings.Contains(reply, "… 260 more in [") {
		t.Errorf("not counted:\n%.300s", reply)
	}
	b := newDiffBody(d, SnapshotOptions{}, here)
	b.fit(150, refs)
	if reply := b.print(refs.Show); o200k(t, reply) > 150 || !strings.Contains(reply, "Not shown: ") {
		t.Errorf("over its budget, or silent about it:\n%s", reply)
	}
}

// S-33, S-34: the compact diff.
func TestCompactDiff(t *testing.T) {
	d, refs := became(t, `
button "Save" @1 disabled
link "Old" @2
textbox "Name" @4`+much, `
button "Save" @1
checkbox "New" @3
textbox "Name" @4 value=x`+much)
	reply, err := SinceJSON(d, SnapshotOptions{}, false, here, refs)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		SchemaVersion int
		Meta          map[string]any
		Added         []map[string]any
		Removed       []map[string]any
		Changed       []map[string]any
		RefMap        map[string]int `json:"ref_map"`
		Counts        map[string]int `json:"_meta"`
	}
	if err := json.Unmarshal([]byte(reply), &got); err != nil {
		t.Fatal(err)
	}
	if got.SchemaVersion != 1 || got.Meta["diff_baseline"] != "diff" || len(got.Added) != 1 || len(got.Removed) != 1 || len(got.Changed) != 2 || got.RefMap == nil {
		t.Fatalf("got %s", reply)
	}
	if got.Added[0]["ref"] != 4.0 || got.Added[0]["recently_changed"] != true || got.Removed[0]["ref"] != 2.0 || got.Removed[0]["name"] != "Old" {
		t.Errorf("added %v, removed %v", got.Added, got.Removed)
	}
	enabled, _ := json.Marshal([]any{got.Changed[0]["ref"], got.Changed[0]["changed_fields"], got.Changed[0]["prev"], got.Changed[0]["curr"]})
	if want := `[1,["state.enabled","state.disabled"],{"state":{"disabled":true,"enabled":false}},{"state":{"disabled":false,"enabled":true}}]`; string(enabled) != want {
		t.Errorf("changed: %s", enabled)
	}
	if c := got.Counts; c["entries_added"] != 1 || c["entries_removed"] != 1 || c["entries_changed"] != 2 || c["estimated_tokens"] == 0 {
		t.Errorf("_meta: %v", c)
	}
	whole, err := SinceJSON(d, SnapshotOptions{}, true, here, refs)
	if err != nil || !strings.Contains(whole, `"diff_baseline":"diff"`) || strings.Count(whole, `"recently_changed":true`) != 3 {
		t.Errorf("diffFormat full: %v %.300s", err, whole)
	}
	few, err := SinceJSON(d, SnapshotOptions{MaxEntries: 1}, false, here, refs)
	if err != nil || !strings.Contains(few, `"truncated_entries":3`) {
		t.Errorf("maxEntries: %v %s", err, few)
	}
}
