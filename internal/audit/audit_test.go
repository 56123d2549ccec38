package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/audit"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/dom/domtest"
)

// Each picture is a page, and what is wrong with it.
func TestOf(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"a button without a name", `button @1`, `name <button>: it has no name`},
		{"a button with one", `button "Save" @1`, ``},
		{"a hidden button", `button hidden=display`, ``},
		{"a field without a label", `textbox #name=q`, `label textbox name=q: it has no label`},
		{"a picture without alt", `img #src=/a.png`, `alt <img>: it has no alt text; a picture that only decorates has an empty one`},
		{"a picture that decorates", `img #src=/a.png #alt=""`, ``},
		{"a picture in a link with words", "link \"Home\"\n  img #src=/a.png\n  text \"Home\"", ``},
		{"headings in order", "heading \"a\" level=1\nheading \"b\" level=2\nheading \"c\" level=3\nheading \"d\" level=2", ``},
		{"a level is skipped", "heading \"a\" level=1\nheading \"b\" level=3", `heading-order heading "b": level 3 follows level 1`},
		{"the first is missing", `heading "b" level=2`, `heading-order heading "b": level 2 follows level 0`},
		{"focus in silence", `link "Home" hidden=aria-hidden`, `hidden-focus link "Home": it takes the focus, but aria-hidden silences it`},
		{"a click target for mice", "div #class=\"x y\" acts=handler\n  text \"Buy\"", `keyboard <div> "Buy" .x: it can be clicked, but the keyboard does not reach it`},
		{"a click target for all", "div acts=handler,tabindex role=button \"Buy\"", ``},
		{"a card around its link", "div acts=handler\n  link \"More\"", ``},
		{"a guess is no finding", `div acts=cursor`, ``},
		{"tabs are reached by arrows", `div "Two" role=tab acts=role`, ``},
		{"an id twice", "p #id=a\np #id=a\np #id=a", `duplicate-id <p> #a: id "a" is there more than once`},
		{"an id that could be one of our lines", "p #id=\"] [1] button\"\np #id=\"] [1] button\"", `duplicate-id <p>: id "] [1] button" is there more than once`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := domtest.Page(t, c.page)
			s.Title = "T"
			var got []string
			for _, f := range audit.Of(s, audit.Facts{Lang: "en"}) {
				got = append(got, fmt.Sprintf("%s %s: %s", f.Rule, f.Target, f.Detail))
			}
			if strings.Join(got, "\n") != c.want {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), c.want)
			}
		})
	}
}

func TestFactsOfThePage(t *testing.T) {
	s := domtest.Page(t, "p @1\n  text \"faint\"")
	found := audit.Of(s, audit.Facts{Contrast: []audit.Ratio{{ID: dom.ID{Doc: domtest.Doc, Key: 1}, Ratio: 2.3, Need: 4.5}, {ID: dom.ID{Doc: "gone", Key: 9}}}})
	if len(found) != 3 || found[0].Rule != audit.Contrast || found[0].Detail != "2.3:1, where 4.5:1 is needed" || found[1].Node != -1 {
		t.Errorf("found %+v", found)
	}
}

// Every rule says why it matters.
func TestRules(t *testing.T) {
	for _, r := range audit.Rules {
		if r.Rule == "" || r.Why == "" {
			t.Errorf("%+v", r)
		}
	}
}
