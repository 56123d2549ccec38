package find

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/dom/domtest"
)

const shop = `
	navigation @1
	  link "Home" @2 from=content #href=/
	    span @3
	      text "Home" @4
	  link "Logo of the shop" @5 from=content
	    img "Logo of the shop" @6 from=alt
	main @7
	  heading "Tea and milk" @8 from=content level=2
	    text "Tea and milk" @9
	  p @10
	    text "Hello" @11
	    b @12
	      text " brave" @13
	    text " new world" @14
	  form "Search form" @15 from=label
	    textbox "Query" @16 #placeholder="Search here" #type=search value="Straße"
	    button "Search" @17 from=content disabled
	      text "Search" @18
	    button @19 #title=Help #data-testid=help
	  listitem @20
	    text " Green tea" @21
	    button "Buy" @22 from=content
	      text " Buy" @23
	  div @24 hidden
	    button "Buy secretly" @25 from=content
	      text " Buy secretly" @26`

func yes() *bool { b := true; return &b }
func no() *bool  { b := false; return &b }

func TestIn(t *testing.T) {
	for _, c := range []struct {
		name string
		q    Query
		want string // keys
	}{
		{"the link, not the span in it nor what is around", Query{Text: "home"}, "2"},
		{"the link, not the image in it", Query{Text: "logo"}, "5"},
		{"text broken over runs", Query{Text: "hello BRAVE  new"}, "10"},
		{"the innermost", Query{Text: "brave"}, "12"},
		{"a name of its own counts beside what is inside", Query{Text: "search"}, "15 16 17"},
		{"a value, in any case", Query{Text: "STRASSE"}, "16"},
		{"a title", Query{Text: "help"}, "19"},
		{"text and role: the element with the role that holds it", Query{Text: "green", Role: "listitem"}, "20"},
		{"everything hidden too", Query{Text: "buy"}, "22 25"},
		{"only what can be seen", Query{Text: "buy", Visible: yes()}, "22"},
		{"only what cannot", Query{Text: "buy", Visible: no()}, "25"},
		{"role in any case", Query{Role: "Button"}, "17 19 22 25"},
		{"disabled", Query{Role: "button", Enabled: no()}, "17"},
		{"tag", Query{Tag: "B"}, "12"},
		{"part of a name", Query{NameContains: "SEARCH"}, "15 17"},
		{"an exact name", Query{NameExact: "Search"}, "17"},
		{"not so exact", Query{NameExact: "search"}, ""},
		{"an attribute and its value", Query{Attributes: map[string]string{"type": "search"}}, "16"},
		{"an attribute that is there", Query{Attributes: map[string]string{"href": ""}}, "2"},
		{"an attribute with another value", Query{Attributes: map[string]string{"href": "/x"}}, ""},
		{"not interactive", Query{Text: "tea", Interactive: no()}, "8 20"},
		{"within a selector", Query{Role: "button", Within: func(id dom.ID) bool { return id.Key > 20 }}, "22 25"},
		{"text within a selector", Query{Text: "brave", Within: func(id dom.ID) bool { return id.Key == 7 }}, "7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := domtest.Page(t, shop)
			r := In(s, c.q)
			if got := keys(s, r.Matches); got != c.want || r.Total != len(r.Matches) {
				t.Errorf("got %q of %d, want %q", got, r.Total, c.want)
			}
		})
	}
}

func keys(s *dom.Snapshot, at []int) string {
	var out []string
	for _, i := range at {
		out = append(out, fmt.Sprint(s.Nodes[i].ID.Key))
	}
	return strings.Join(out, " ")
}

func TestLimitKeepsTheTotal(t *testing.T) {
	s := domtest.Page(t, shop)
	if r := In(s, Query{Role: "button", Limit: 2}); keys(s, r.Matches) != "17 19" || r.Total != 4 || r.Near != nil {
		t.Errorf("got %+v", r)
	}
}

func TestNear(t *testing.T) {
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{Text: "Saerch"}, "17 15"},
		{Query{NameExact: "search"}, "17 15"},
		{Query{NameContains: "milk tea"}, "8"},
		{Query{NameContains: "Home", Role: "button"}, "2"},
		{Query{Text: "zzzzzz"}, ""},
		{Query{Role: "slider"}, ""},
	} {
		s := domtest.Page(t, shop)
		if got := keys(s, In(s, c.q).Near); got != c.want {
			t.Errorf("%+v: near %q, want %q", c.q, got, c.want)
		}
	}
}

func TestFold(t *testing.T) {
	for _, c := range [][2]string{{"ΣΊΣΥΦΟΣ", "σίσυφος"}, {"STRASSE", "Straße"}, {"K", "k"}, {"a\u00a0 \nb", "A B"}, {"so\u00adft", "soft"}, {"İ", "i"}} {
		if fold(c[0]) != fold(c[1]) {
			t.Errorf("%q and %q: %q, %q", c[0], c[1], fold(c[0]), fold(c[1]))
		}
	}
	if fold("a") == fold("b") || fold("résumé") == fold("resume") {
		t.Error("different letters are equal")
	}
}

// A search of 100,000 nodes for a letter that is everywhere stays well within what a person would wait.
func TestCost(t *testing.T) {
	s := new(dom.Snapshot)
	s.Grow(-1, &dom.Node{Tag: "body"}, dom.Box{})
	for len(s.Nodes) < 100_000 {
		row := s.Grow(0, &dom.Node{Tag: "li", Role: "listitem"}, dom.Box{})
		button := s.Grow(row, &dom.Node{Tag: "button", Role: "button", Name: "Edit the entry", NameFrom: "content", Acts: dom.ActNative}, dom.Box{})
		s.Grow(button, &dom.Node{Tag: dom.Text, Text: " Edit the entry"}, dom.Box{})
		s.Grow(row, &dom.Node{Tag: dom.Text, Text: " Entry " + fmt.Sprint(row)}, dom.Box{})
	}
	s.Seal()
	start := time.Now()
	r := In(s, Query{Text: "e"})
	t.Log(time.Since(start))
	if len(r.Matches) != 50_000 || !slices.IsSorted(r.Matches) {
		t.Errorf("%d found", len(r.Matches))
	}
	if took := time.Since(start); took > time.Second {
		t.Error(took)
	}
}
