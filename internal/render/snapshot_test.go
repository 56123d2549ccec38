package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/dom/domtest"
)

// numbers are refs as a session gives them: from 1 on, in the order shown.
func numbers() Refs {
	given := map[int]dom.Ref{0: 0}
	return Refs{
		Show: func(i int) dom.Ref {
			if _, ok := given[i]; !ok {
				given[i] = dom.Ref(len(given))
			}
			return given[i]
		},
		Peek: func(i int) dom.Ref {
			if ref, ok := given[i]; ok {
				return ref
			}
			return dom.NoRef
		},
		Next: func() dom.Ref { return dom.Ref(len(given)) },
	}
}

var here = Where{Tab: "1", URL: "http://page/"}

// outlined reads an outline as a snapshot with an id.
func outlined(t domtest.T, outline string) *dom.Snapshot {
	t.Helper()
	s := domtest.Page(t, outline)
	s.ID, s.URL = "12345678", "http://page/"
	s.Viewport = dom.Viewport{Width: 1000, Height: 600}
	return s
}

// lines is the reply without its first and last line.
func lines(reply string) string {
	all := strings.Split(reply, "\n")
	return strings.Join(all[1:len(all)-1], "\n")
}

func TestSnapshotLines(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"a field has its label once", `
label #for=e
  text " Email"
textbox "Email" #id=e from=label focused`, `
[1] textbox "Email" value="" focused`},

		{"a label around its control", `
label
  checkbox "Keep me" checked from=label
  text " Keep me"`, `
[1] checkbox "Keep me" checked`},

		{"a label that says more than the name is kept", `
label #for=e
  text " Email (work)"
textbox "Email" #id=e from=label`, `
> Email (work)
[1] textbox "Email" value=""`},

		{"links in text", `
p
  text " See the "
  link "guide"
    text "guide"
  text ", or "
  link "ask"
    text "ask"
  text "."`, `
> See the [1]"guide", or [2]"ask".`},

		{"short links on one line, long ones and others by themselves", `
navigation "Main"
  list
    listitem
      link "Home"
        text " Home"
    listitem
      link "About"
        text " About"
    listitem
      link "A headline that goes on and on for longer than a word, or two, or three"
        text " A headline that goes on and on for longer than a word, or two, or three"
    listitem
      link "Now" current=page
        text " Now"`, `
[-] navigation "Main"
 [1]"Home"[2]"About"
 [3]"A headline that goes on and on for longer than a word, or two, or three"
 [4]"Now" current`},

		{"wrappers do not indent, groups and nested lists do", `
main
  div
    div
      h1 "Top" role=heading level=1
        text " Top"
      list
        listitem
          text " one"
          list
            listitem
              text " one and a half"
        listitem
          text " two"`, `
[-] main
 # Top
 > one
  > one and a half
 > two`},

		{"rows", `
table "Staff"
  caption
    text " Staff"
  row
    th role=columnheader
      text " Name"
    th role=columnheader
      text " Room"
    th role=columnheader
  row
    cell
      text " Ann|e"
    cell
    cell
      button "Edit" disabled
        text " Edit"`, `
[-] table "Staff"
 > Name | Room
 > Anne… | | [1] button "Edit" disabled`},

		{"what is not in the name is shown behind it", `
button "Close" from=label
  text " ×"
button "Three new" from=content
  text " Three"
  text "new"`, `
[1] button "Close" > ×
[2] button "Three new"`},

		{"headings with links, messages, pictures", `
h2 "News" role=heading level=2
  link "News"
    text " News"
status
  text " Saved."
img "A harbour"
img`, `
## [1]"News"
[-] status > Saved.
[-] img "A harbour"`},

		{"what only looks as if it could be acted on", `
div acts=cursor
  text " More"
div acts=class
  text " Not"
link #href=http://page/a/long/address.html?q=1`, `
[1]?"More"
> Not
[2] link href="address.html"`},

		{"a select with its options", `
combobox "Size" value=M
  option "S" hidden=size
    text " S"
  option "M" selected hidden=size
    text " M"`, `
[1] combobox "Size" value="M" options="S | M"`},

		{"what cannot be seen is left out, what its label shows is not", `
p hidden=display
  text " a"
button "b" hidden=visibility
  text " b"
checkbox "c" #id=c hidden=opacity
label #for=c
  text " c"`, `
[1] checkbox "c"`},

		{"a row that can be clicked", `
row acts=handler
  cell
    text " Ann"
  cell
    button "Edit"
      text " Edit"`, `
[1] row > Ann | [2] button "Edit"`},

		{"an editor is opened up", `
div "Message" role=textbox acts=editable
  p
    text " Dear all,"
  p
    text " I am late."`, `
[1] textbox "Message"
 > Dear all,
 > I am late.`},
	} {
		want := strings.ReplaceAll(strings.TrimPrefix(c.want, "\n"), "Anne…", `Ann\|e`)
		got := lines(SnapshotText(outlined(t, c.page), SnapshotOptions{}, here, numbers()))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestSnapshotFilters(t *testing.T) {
	s := outlined(t, `
main
  h1 "Top" role=heading level=1
    text " Top"
  p
    text " See "
    link "this"
      text "this"
  button "Save"
    text " Save"`)
	got := lines(SnapshotText(s, SnapshotOptions{InteractiveOnly: true}, here, numbers()))
	if want := "[1]\"this\"\n[2] button \"Save\""; got != want {
		t.Errorf("interactiveOnly:\n%s", got)
	}
	got = lines(SnapshotText(s, SnapshotOptions{MaxEntries: 2}, here, numbers()))
	if want := "[-] main\n # Top\n … 2 more in [1] main; expand: 1\nNot shown: 2 of 4 lines; expand: [refs], or budgetTokens: 0 for all"; got != want {
		t.Errorf("maxEntries:\n%s", got)
	}
	button := 8
	got = lines(SnapshotText(s, SnapshotOptions{Expand: []int{button}}, here, numbers()))
	if want := ` [1] button "Save"`; got != want {
		t.Errorf("expand:\n%s", got)
	}
}

// S-10: what changed is marked.
func TestSnapshotMarksChanges(t *testing.T) {
	s := outlined(t, "p\n  text \" a\"\nbutton \"b\"")
	got := lines(SnapshotText(s, SnapshotOptions{Changed: func(i int) bool { return i == 3 }}, here, numbers()))
	if want := "> a\n~ [1] button \"b\""; got != want {
		t.Errorf("got:\n%s", got)
	}
}
