package reconcile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/dom/domtest"
)

// Each picture shows a page before and after, and which elements go on: old key, sign, new key. The signs are "=" for the same
// live element, ">" re-created, "~" similar.
var pictures = []struct{ name, old, new, want string }{
	{"nothing changed", "button \"Save\" @1", "button \"Save\" @1", "1=1"},
	{"a rename keeps the live element", "button \"Save\" @1", "button \"Saving...\" @1", "1=1"},
	{"live elements move",
		"div @1\n  button \"A\" @2\ndiv @3",
		"div @3\n  button \"A\" @2\ndiv @1", "3=3 2=2 1=1"},

	{"the first of three live twins is removed",
		"button \"Edit\" @1\nbutton \"Edit\" @2\nbutton \"Edit\" @3",
		"button \"Edit\" @2\nbutton \"Edit\" @3", "2=2 3=3"},
	{"twins made anew stay apart",
		"button \"Edit\" @1\nbutton \"Edit\" @2\nbutton \"Edit\" @3",
		"button \"Edit\" @12\nbutton \"Edit\" @13", ""},
	{"even as many twins as before",
		"button \"Edit\" @1\nbutton \"Edit\" @2",
		"button \"Edit\" @11\nbutton \"Edit\" @12", ""},
	{"a live twin makes the other doubtful",
		"button \"Edit\" @1\nbutton \"Edit\" @2",
		"button \"Edit\" @1\nbutton \"Edit\" @12", "1=1"},
	{"rows tell twins apart",
		`
		list @1
		  listitem @2
		    text "Tea"
		    button "Edit" @3
		  listitem @4
		    text "Milk"
		    button "Edit" @5`, `
		list @11
		  listitem @14
		    text "Milk"
		    button "Edit" @15`, "1~11 4>14 5>15"},
	{"a nameless button is known by its row",
		`
		list @1
		  listitem @2
		    text "Tea"
		    button @3
		      svg @4
		  listitem @5
		    text "Milk"
		    button @6
		      svg @7`, `
		list @1
		  listitem @15
		    text "Milk"
		    button @16
		      svg @17
		  listitem @12
		    text "Tea"
		    button @13
		      svg @14`, "1=1 5>15 6>16 7>17 2>12 3>13 4>14"},
	{"cards without a role are rows too",
		`
		div @1
		  p @2
		    text "Tea"
		  button "Add" @3
		div @4
		  p @5
		    text "Milk"
		  button "Add" @6`, `
		div @14
		  p @15
		    text "Milk"
		  button "Add" @16
		div @21
		  p @22
		    text "Coffee"
		  button "Add" @23`, "4>14 5>15 6>16"},
	{"a recycled row keeps its live parts only",
		`
		listitem @1
		  text "Tea" @2
		  button "Edit" @3
		  button "Drop" @4`, `
		listitem @1
		  text "Milk" @2
		  button "Edit" @3
		  button "Drop" @14`, "1=1 3=3"},

	{"a key outlives a changed row",
		"li @1 #data-id=7\n  text \"Tea 3\"\n  button \"Add\" @2",
		"li @11 #data-id=7\n  text \"Tea 4\"\n  button \"Add\" @12", "1>11 2>12"},
	{"another key is another row",
		"li @1 #data-id=7\n  text \"Tea\"\n  button \"Add\" @2",
		"li @11 #data-id=8\n  text \"Tea\"\n  button \"Add\" @12", ""},
	{"a title outlives a changed row",
		`
		article @1
		  heading "Tea" @2
		    text "Tea"
		  p @3
		    text "3 left"
		  button @4`, `
		article @11
		  heading "Tea" @12
		    text "Tea"
		  p @13
		    text "2 left"
		  button @14`, "1>11 2>12 3~13 4>14"},
	{"a pressed button does not make another row",
		"li @1\n  text \"Ann\"\n  button \"Follow\" @2\nli @3\n  text \"Bob\"\n  button \"Follow\" @4",
		"li @11\n  text \"Ann\"\n  button \"Unfollow\" @12\nli @13\n  text \"Bob\"\n  button \"Follow\" @14", "1>11 2~12 3>13 4>14"},
	{"a row with another text is another row",
		"list @1\n  li @2\n    text \"Item 1\"\n    button \"Edit\" @3",
		"list @1\n  li @12\n    text \"Item 2\"\n    button \"Edit\" @13", "1=1"},

	{"another id forbids a match", "button \"Save\" @1 #id=a", "button \"Save\" @11 #id=b", ""},
	{"another test id forbids a match", "button \"Save\" @1 #data-testid=a", "button \"Save\" @11 #data-testid=b", ""},
	{"another href forbids a match", "link \"Next\" @1 #href=/2", "link \"Next\" @11 #href=/3", ""},
	{"ids that count renders do not", "button \"Save\" @1 #id=:r1:", "button \"Save\" @11 #id=:r7:", "1>11"},
	{"an id outlives a rename", "button \"Save\" @1 #id=s", "button \"Saving...\" @11 #id=s", "1~11"},
	{"but not another purpose", "button \"Save\" @1 #id=s", "button \"Delete everything\" @11 #id=s", ""},
	{"another tag is another element", "button \"Save\" @1 #id=s", "link \"Save\" @11 #id=s", ""},
	{"the only button of a known form is renamed",
		"form \"Login\" @1\n  textbox \"Mail\" @2\n  button \"Save\" @3",
		"form \"Login\" @11\n  textbox \"Mail\" @12\n  button \"Saving\" @13", "1>11 2>12 3~13"},

	{"parts of named parents",
		`
		dialog "One" @1
		  button "Close" @2
		dialog "Two" @3
		  button "Close" @4`, `
		dialog "Two" @13
		  button "Close" @14
		dialog "Three" @15
		  button "Close" @16`, "3>13 4>14"},
	{"a container is known by what it holds",
		"div @1\n  h1 \"Shop\" @2\n  p @3\n    text \"12:00\"\n  button \"Pay\" @4",
		"div @11\n  h1 \"Shop\" @12\n  p @13\n    text \"12:01\"\n  button \"Pay\" @14", "1~11 2>12 3~13 4>14"},
	{"content that moved does not take its container along",
		"div @1\n  button \"Pay\" @2\ndiv @3",
		"div @11\ndiv @13\n  button \"Pay\" @12", "2>12"},
}

func TestMatch(t *testing.T) {
	for _, c := range pictures {
		t.Run(c.name, func(t *testing.T) {
			old, new := domtest.Page(t, c.old), domtest.Page(t, c.new)
			p := Match(old, new)
			var got []string
			for i := range new.Elements() {
				if p.How(i) != New && i > 0 {
					got = append(got, fmt.Sprintf("%d%c%d", old.Nodes[p.Was(i)].ID.Key, " =>~"[p.How(i)], new.Nodes[i].ID.Key))
				}
				if o := p.Was(i); o >= 0 && p.Now(o) != i {
					t.Errorf("node %d was %d, which is now %d", i, o, p.Now(o))
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got  %s\nwant %s", strings.Join(got, " "), c.want)
			}
		})
	}
}

// A run of text that was set anew is the same run with another text, so that a diff can show both.
func TestTextsByPlace(t *testing.T) {
	old := domtest.Page(t, "p @1\n  text \"one\" @2\n  b @3\n  text \"two\" @4\n  text \"three\" @5")
	new := domtest.Page(t, "p @1\n  text \"one\" @12\n  b @3\n  text \"TWO\" @14\n  text \"three\" @15")
	p := Match(old, new)
	for i := range new.Nodes {
		if p.Was(i) != i {
			t.Errorf("node %d was %d", i, p.Was(i))
		}
	}
}

func TestBodyIsAlwaysBody(t *testing.T) {
	old := domtest.Page(t, "h1 \"One\"")
	new := domtest.Recreated(domtest.Page(t, "h2 \"Other\""), "d2")
	if p := Match(old, new); p.Was(0) != 0 || !p.Recreated(0) || p.How(1) != New {
		t.Error("the body is lost, or a heading is taken for another")
	}
}
