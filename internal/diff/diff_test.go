package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/dom/domtest"
	"github.com/domsight/domsight/internal/reconcile"
)

// Each picture shows a page before and after, and what is told: + came, - went, ~ changed, by key; what came or went with it
// in brackets; "!" made anew, "?" unseen, "=" an echo.
var pictures = []struct{ name, old, new, want string }{
	{"nothing", "button \"Save\" @1", "button \"Save\" @1", ""},
	{"a rename keeps the node",
		"button \"Save\" @1 from=content\n  text \"Save\" @2",
		"button \"Saving\" @1 from=content\n  text \"Saving\" @2",
		`~1 name: "Save" -> "Saving"
		 ~2= text: "Save" -> "Saving"`},
	{"a text set anew shows both texts",
		"p @1\n  text \"3 left\" @2", "p @1\n  text \"2 left\" @3",
		`~3! text: "3 left" -> "2 left"`},
	{"the first of three twins goes",
		"button \"Edit\" @1\nbutton \"Edit\" @2\nbutton \"Edit\" @3",
		"button \"Edit\" @2\nbutton \"Edit\" @3", "-1"},
	{"a subtree is one change",
		"main @1",
		"main @1\n  list @2\n    li @3\n      text \"Tea\" @4\n    li @5\np @6\n  text \"x\" @7",
		`+2 [2 3 4 5]
		 +6 [6 7]`},
	{"removals come last",
		"p @1\n  text \"old\" @2\nbutton \"A\" @3",
		"button \"B\" @3\nh1 \"New\" @4",
		`~3 name: "A" -> "B"
		 +4
		 -1 [1 2]`},
	{"a menu that opens is what can be seen in it",
		"button \"Menu\" @1 expanded=false\nmenu @2 hidden\n  menuitem \"Cut\" @3\n  menuitem \"Paste\" @4 hidden=opacity",
		"button \"Menu\" @1 expanded\nmenu @2\n  menuitem \"Cut\" @3\n  menuitem \"Paste\" @4 hidden=opacity",
		`~1 expanded: "false" -> "true"
		 +2 (was 2) [2 3]`},
	{"a menu that closes is gone",
		"menu @2\n  menuitem \"Cut\" @3", "menu @2 hidden\n  menuitem \"Cut\" @3", "-2 (now 2) [2 3]"},
	{"what is hidden changes unseen",
		"div @1 hidden\n  text \"a\" @2", "div @1 hidden\n  text \"b\" @2\n  p @3",
		`~2? text: "a" -> "b"
		 +3?`},
	{"live content in a new wrapper is not new",
		"button \"Save\" @1", "div @2\n  button \"Save\" @1\n  text \"!\" @3", "+2 [2 3]"},
	{"states one by one",
		"checkbox \"News\" @1 checked=false required focused", "checkbox \"News\" @1 checked disabled invalid",
		`~1 checked: "false" -> "true"; disabled: "" -> "true"; required: "true" -> ""; invalid: "" -> "true"; focused: "true" -> ""`},
	{"made anew and changed",
		"button \"Save\" @1 #id=s", "button \"Saved\" @2 #id=s disabled",
		`~2! name: "Save" -> "Saved"; disabled: "" -> "true"`},
	{"values, roles and the rest",
		"textbox \"Mail\" @1 value=a description=d #placeholder=p\nlink \"x\" @2 #href=/a current=page\nh2 @3 role=heading level=2",
		"textbox \"Mail\" @1 value=b #placeholder=q\nlink \"x\" @2 #href=/b role=button acts=none\nh2 @3 role=heading level=3",
		`~1 value: "a" -> "b"; description: "d" -> ""; placeholder: "p" -> "q"
		 ~2 role: "link" -> "button"; href: "/a" -> "/b"; interactive: "true" -> "false"; current: "page" -> ""
		 ~3 level: "2" -> "3"`},
	{"a shift is no change, a new size is",
		"p @1 box=0,0,10,10\np @2 box=0,10,10,10\np \"a\" @3 box=0,20,10,10",
		"p @1 box=0,0,10,20\np @2 box=0,20,10,10\np \"b\" @3 box=0,30,10,10",
		`~1 size: "10,10" -> "10,20"
		 ~3 name: "a" -> "b"; position: "0,20" -> "0,30"`},
}

func TestBetween(t *testing.T) {
	for _, c := range pictures {
		t.Run(c.name, func(t *testing.T) {
			old := domtest.Page(t, c.old)
			new := domtest.After(t, old, c.new)
			var want []string
			for line := range strings.Lines(c.want) {
				want = append(want, strings.TrimSpace(line))
			}
			var got []string
			for _, change := range diff.Between(old, new, reconcile.Match(old, new)) {
				got = append(got, describe(old, new, change))
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

func describe(old, new *dom.Snapshot, c diff.Change) string {
	s, i := new, c.New
	if c.Kind == diff.Removed {
		s, i = old, c.Old
	}
	out := fmt.Sprintf("%c%d", "+~-"[c.Kind], s.Nodes[i].ID.Key)
	for _, mark := range []struct {
		on   bool
		sign string
	}{{c.Recreated, "!"}, {c.Unseen, "?"}, {c.Echo, "="}} {
		if mark.on {
			out += mark.sign
		}
	}
	if c.Kind == diff.Added && c.Old >= 0 {
		out += fmt.Sprintf(" (was %d)", old.Nodes[c.Old].ID.Key)
	}
	if c.Kind == diff.Removed && c.New >= 0 {
		out += fmt.Sprintf(" (now %d)", new.Nodes[c.New].ID.Key)
	}
	if len(c.Nodes) > 1 {
		var keys []int
		for _, n := range c.Nodes {
			keys = append(keys, s.Nodes[n].ID.Key)
		}
		out += fmt.Sprint(" ", keys)
	}
	for k, f := range c.Fields {
		out += fmt.Sprintf("%s %s: %q -> %q", []string{"", ";"}[min(k, 1)], f.Name, f.Old, f.New)
	}
	return out
}

func TestShifts(t *testing.T) {
	old := domtest.Page(t, "p @1 box=0,0,10,10\np @2 box=0,10,10,10\np \"a\" @3 box=0,20,10,10\np @4 box=0,30,10,10")
	new := domtest.After(t, old, "p @1 box=0,0,10,20\np @2 box=0,20,10,10\np \"b\" @3 box=0,30,10,10\np @5 box=0,40,10,10")
	got := fmt.Sprint(diff.Shifts(old, new, reconcile.Match(old, new)))
	if got != "[2]" {
		t.Errorf("shifted: %s, want only the second paragraph", got)
	}
}

func TestFingerprint(t *testing.T) {
	s := domtest.Page(t, `
		main @1
		  list @2
		    listitem @3
		      div @4
		        button "Edit" @5
		    listitem @6
		      button "Edit" @7
		      button "Drop" @8`)
	at := func(key int) string {
		i, _ := s.Index(dom.ID{Doc: domtest.Doc, Key: key})
		return diff.Fingerprint(s, i)
	}
	if at(5) != at(7) || at(7) == at(8) || len(at(5)) != 8 {
		t.Errorf("got %s %s %s", at(5), at(7), at(8))
	}
	// FNV-1a-32 of "button\x00Edit\x00listitem\x00list\x00main\x00".
	if want := "0e3ba1ad"; at(7) != want {
		t.Errorf("got %s, want %s", at(7), want)
	}
}
