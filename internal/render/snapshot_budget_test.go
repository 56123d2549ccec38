package render

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
	"pgregory.net/rapid"

	"github.com/domsight/domsight/internal/dom"
)

// o200k counts the tokens of a text as the model does.
func o200k(t interface{ Fatal(...any) }, text string) int {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	n, err := codec.Count(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var (
	moreLines  = regexp.MustCompile(`(?m)^ *… (\d+) more(?: in|$)`)
	allOmitted = regexp.MustCompile(`(?m)^Not shown: (\d+) of (\d+) lines`)
)

// A budget is a promise: the reply never has more tokens, and hardly fewer where there was more to show. What is left out is
// counted, and the counts add up.
func TestBudgetHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPage(t)
		budget := rapid.OneOf(rapid.IntRange(LeastBudget, 400), rapid.IntRange(LeastBudget, 6000)).Draw(t, "budget")
		refs := numbers()
		for range rapid.SampledFrom([]int{0, 0, 990, 99_990}).Draw(t, "refs given") {
			refs.Show(-len(s.Nodes) - int(refs.Next()))
		}
		reply := SnapshotText(s, SnapshotOptions{Budget: budget}, here, refs)
		if n := o200k(t, reply); n > budget {
			t.Fatalf("%d tokens with a budget of %d:\n%s", n, budget, reply)
		}
		total := len(sketched(s, 0).lines)
		omitted := allOmitted.FindStringSubmatch(reply)
		if omitted == nil {
			return
		}
		if got, _ := strconv.Atoi(omitted[2]); got != total {
			t.Fatalf("%d lines in all, not %d:\n%s", total, got, reply)
		}
		sum := 0
		for _, m := range moreLines.FindAllStringSubmatch(reply, -1) {
			n, _ := strconv.Atoi(m[1])
			sum += n
		}
		if want, _ := strconv.Atoi(omitted[1]); sum != want && budget >= 150 {
			t.Fatalf("folds stand for %d lines, the footer says %d:\n%s", sum, want, reply)
		}
	})
}

// randomPage has lists, rows, text, controls and deep wrappers, in any order, with words of any length.
func randomPage(t *rapid.T) *dom.Snapshot {
	s := &dom.Snapshot{ID: "12345678", URL: here.URL, Viewport: dom.Viewport{Width: 1000, Height: 600}}
	key, y := 0, int32(0)
	add := func(parent int, n dom.Node) int {
		n.ID = dom.ID{Doc: "d", Key: key}
		key++
		return s.Grow(parent, &n, dom.Box{Y: y, W: 800, H: 20})
	}
	body := add(-1, dom.Node{Tag: "body"})
	words := rapid.SampledFrom([]string{"harbour", "Zustellung", "x", "[12]", "配送先住所", "https://example.org/a?b=c", "a-b_c", `"quoted"`, "🛳️", "1,204.50"})
	said := func(most int) string {
		return " " + strings.Join(rapid.SliceOfN(words, 1, most).Draw(t, "words"), " ")
	}
	for range rapid.IntRange(0, 12).Draw(t, "sections") {
		section := add(body, dom.Node{Tag: "section", Role: rapid.SampledFrom([]string{"", "region", "main", "navigation", "list", "table", "dialog"}).Draw(t, "role"),
			Name: rapid.SampledFrom([]string{"", "Results", "Ergebnisse der Suche"}).Draw(t, "name"), State: dom.State{Modal: rapid.Bool().Draw(t, "modal")}})
		kind := rapid.SampledFrom([]string{"p", "li", "tr", "button", "a", "select", "h2"}).Draw(t, "kind")
		for range rapid.IntRange(0, 60).Draw(t, "items") {
			y += 20
			text := said(12)
			name := strings.TrimSpace(text)
			switch kind {
			case "p", "li":
				add(add(section, dom.Node{Tag: kind}), dom.Node{Tag: dom.Text, Text: text})
			case "tr":
				row := add(section, dom.Node{Tag: "tr", Role: "row"})
				add(add(row, dom.Node{Tag: "td", Role: "cell"}), dom.Node{Tag: dom.Text, Text: text})
				add(add(row, dom.Node{Tag: "td", Role: "cell"}), dom.Node{Tag: "button", Role: "button", Name: "Edit", Acts: dom.ActNative})
			case "h2":
				add(add(section, dom.Node{Tag: "h2", Role: "heading", Level: 2, Name: name}), dom.Node{Tag: dom.Text, Text: text})
			case "select":
				box := add(section, dom.Node{Tag: "select", Role: "combobox", Name: name, Acts: dom.ActNative})
				for range rapid.IntRange(0, 20).Draw(t, "options") {
					add(box, dom.Node{Tag: "option", Role: "option", Name: "option", Acts: dom.ActNative, Hidden: dom.HiddenSize})
				}
			default:
				role := map[string]string{"a": "link", "button": "button"}[kind]
				add(add(section, dom.Node{Tag: kind, Role: role, Name: name, Acts: dom.ActNative}), dom.Node{Tag: dom.Text, Text: text})
			}
		}
	}
	return s.Seal()
}

// On pages of ordinary lines a budget is used to 85 percent at least where there was more to show.
func TestBudgetIsUsed(t *testing.T) {
	pages := map[string]*dom.Snapshot{"rows": manyRows(5000), "one text": longText(1_000_000), "texts": manyTexts(400), "options": manyOptions(1000)}
	for name, s := range pages {
		for _, budget := range []int{100, 200, 500, 1000, 4000} {
			reply := SnapshotText(s, SnapshotOptions{Budget: budget}, here, numbers())
			n := o200k(t, reply)
			if n > budget || n < budget*85/100 && strings.Contains(reply, "Not shown") && name != "options" {
				t.Errorf("%s: %d tokens with a budget of %d", name, n, budget)
			}
		}
	}
}

// The first of many alike speak for all, and can be opened.
func TestFolds(t *testing.T) {
	s := manyRows(5000)
	refs := numbers()
	reply := SnapshotText(s, SnapshotOptions{Budget: 300}, here, refs)
	fold := regexp.MustCompile(`… (\d+) more in \[(\d+)\] table; expand: (\d+)`).FindStringSubmatch(reply)
	if fold == nil || fold[2] != fold[3] {
		t.Fatalf("no fold:\n%s", reply)
	}
	table := 1
	if got := fmt.Sprint(int(refs.Peek(table))); got != fold[2] {
		t.Errorf("the fold is [%s], the table [%s]", fold[2], got)
	}
	opened := SnapshotText(manyOptions(1000), SnapshotOptions{Budget: 300, Expand: []int{1}}, here, numbers())
	if !strings.Contains(opened, "Option 0 | Option 1") || !strings.Contains(opened, "more options") {
		t.Errorf("the select is not opened:\n%s", opened)
	}
	closed := SnapshotText(manyOptions(1000), SnapshotOptions{Budget: 300}, here, numbers())
	if !strings.Contains(closed, "(1000 options; expand: 1)") || !strings.Contains(closed, "Not shown: 1000 options") {
		t.Errorf("the select is not folded:\n%s", closed)
	}
}

// Top layer, focused form, viewport, main, rest: what comes first is shown where there is room for little.
func TestWhatComesFirst(t *testing.T) {
	var rows strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rows, "\np box=0,%d,500,20\n  text \" Filler number %d that takes some room here\"", 2000+i*20, i)
	}
	s := outlined(t, rows.String()+`
main box=0,3000,900,900
  p box=0,3000,900,20
    text " In main"
p box=0,100,900,20
  text " In view"
form box=0,5000,900,20
  textbox "In the form" box=0,5000,90,20
  textbox "Has the focus" focused box=0,5020,90,20
dialog "Sure?" modal box=0,6000,90,90
  button "In the dialog" box=0,6000,90,20`)
	reply := ""
	for _, step := range []struct {
		budget int
		want   string
	}{{70, "In the dialog"}, {100, "In the form"}, {180, "In view"}, {190, "In main"}} {
		reply = SnapshotText(s, SnapshotOptions{Budget: step.budget}, here, numbers())
		if !strings.Contains(reply, step.want) {
			t.Errorf("%s is not shown with %d tokens:\n%s", step.want, step.budget, reply)
		}
	}
}

// JSON keeps to its budget as well, or says that it cannot.
func TestBudgetOfJSON(t *testing.T) {
	s := manyRows(300)
	for _, budget := range []int{50, 1000, 4000} {
		reply, err := SnapshotJSON(s, SnapshotOptions{Budget: budget}, here, Note{}, numbers())
		if budget == 50 {
			if err == nil {
				t.Errorf("JSON in 50 tokens: %s", reply)
			}
			continue
		}
		var out Snapshot
		if err != nil || json.Unmarshal([]byte(reply), &out) != nil {
			t.Fatalf("%v: %s", err, reply)
		}
		if n := o200k(t, reply); n > budget || n < budget*80/100 {
			t.Errorf("%d tokens with a budget of %d", n, budget)
		}
		if len(out.Entries)+out.Meta.Omitted != out.Meta.Total || out.Meta.More == "" {
			t.Errorf("%d entries and %d omitted of %d", len(out.Entries), out.Meta.Omitted, out.Meta.Total)
		}
	}
}

func manyRows(n int) *dom.Snapshot {
	s, add := grower()
	table := add(0, dom.Node{Tag: "table", Role: "table"})
	for i := range n {
		row := add(table, dom.Node{Tag: "tr", Role: "row"})
		add(add(row, dom.Node{Tag: "td", Role: "cell"}), dom.Node{Tag: dom.Text, Text: fmt.Sprintf(" Customer %d", i)})
		add(add(row, dom.Node{Tag: "td", Role: "cell"}), dom.Node{Tag: "button", Role: "button", Name: "Edit", Acts: dom.ActNative})
	}
	return s.Seal()
}

func manyTexts(n int) *dom.Snapshot {
	s, add := grower()
	for i := range n {
		add(add(0, dom.Node{Tag: "p"}), dom.Node{Tag: dom.Text, Text: fmt.Sprintf(" Paragraph %d says nothing much, as so many do.", i)})
	}
	return s.Seal()
}

func manyOptions(n int) *dom.Snapshot {
	s, add := grower()
	box := add(0, dom.Node{Tag: "select", Role: "combobox", Name: "One", Acts: dom.ActNative})
	for i := range n {
		add(box, dom.Node{Tag: "option", Role: "option", Name: fmt.Sprint("Option ", i), Acts: dom.ActNative, Hidden: dom.HiddenSize})
	}
	return s.Seal()
}

func longText(letters int) *dom.Snapshot {
	s, add := grower()
	add(add(0, dom.Node{Tag: "p"}), dom.Node{Tag: dom.Text, Text: strings.Repeat(" all work and no play", letters/21)})
	return s.Seal()
}

// grower makes a page with a body, to which nodes are added in page order.
func grower() (*dom.Snapshot, func(parent int, n dom.Node) int) {
	s := &dom.Snapshot{ID: "12345678", URL: here.URL, Viewport: dom.Viewport{Width: 1000, Height: 600}}
	add := func(parent int, n dom.Node) int {
		n.ID = dom.ID{Doc: "d", Key: len(s.Nodes)}
		return s.Grow(parent, &n, dom.Box{Y: int32(len(s.Nodes)) * 10, W: 800, H: 20})
	}
	add(-1, dom.Node{Tag: "body"})
	return s, add
}
