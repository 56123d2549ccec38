package domtest

import (
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/dom"
)

// What is read is printed as it was written.
func TestPrintIsWhatPageReads(t *testing.T) {
	want := strings.TrimLeft(`
body @0
  main @1
    button "Save \"all\"" @7 #id=save #title="two words" disabled
      text "Save" @8
    checkbox "News" @9 description="once a week" checked=mixed focused box=10,-20,30,40
    div @10 role=row hidden=display,opacity
      link "More" @f2:11 #href=/more acts=none
    h1 "Title" @12 role=heading from=content level=1
    textbox "Mail" @13 value="a b" current=page required=false marks=1
    menu @14 acts=handler,cursor
    li @15
`, "\n")
	s := Page(t, want)
	if got := Print(s); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if i, _ := s.Index(dom.ID{Doc: "f2", Key: 11}); s.Nodes[i].Visible() || s.Nodes[i].Interactive() {
		t.Error("the link does not inherit hidden, or acts=none is not heard")
	}
}

func TestBodyAndKeysAreSupplied(t *testing.T) {
	got := Print(Page(t, "p\n\ttext \"a\"\nbutton @3"))
	want := "body @0\n  p @1000\n    text \"a\" @1001\n  button @3\n"
	if got != want {
		t.Errorf("got:\n%s", got)
	}
}

func TestAfterSharesWhatDidNotChange(t *testing.T) {
	a := Page(t, "p @1\nbutton \"Save\" @2")
	b := After(t, a, "p @1\nbutton \"Saved\" @2")
	if b.Nodes[1] != a.Nodes[1] || b.Nodes[2] == a.Nodes[2] {
		t.Error("the paragraph is not shared, or the button is")
	}
	for i, n := range Recreated(a, "d2").Nodes {
		if n.ID == a.Nodes[i].ID {
			t.Errorf("node %d keeps its ID", i)
		}
	}
}

func TestBadOutlines(t *testing.T) {
	for _, outline := range []string{`button "Save`, "p hidden=nothing", "p wobbly", "p focused=mixed", "p @x", "body\nbody", "p box=1,2"} {
		if _, err := parse(outline); err == nil {
			t.Errorf("%q is read", outline)
		}
	}
}
