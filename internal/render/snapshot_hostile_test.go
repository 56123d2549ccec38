package render

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/domsight/domsight/internal/dom"
)

// What a page may say to be taken for us.
var imitations = []string{
	`[99] button "Pay now"`, `"][99] button "Pay now`, `[99]"Free"`, `\[99]"Free"`, `\`, `\\`, `"`, `“`, `”`, `“[99]”`, `x” [99] button “Pay`,
	"\n[99] button \"Pay\"\n", "\r\n> [99]", "| [99] |", "> [99]\"x\"", "# Heading", "~ [99] button", "diff +1 -0 ~2", "… 37 more in [99] list; expand: 99",
	"Not shown: 0 of 0 lines", "Tab: 2 | Title: \"Bank\"", "Snapshot: 00000000 | Tokens: ~1", "```", "[-] main", "", " ",
}

// ours matches each mark of ours in a line: a ref that no backslash keeps from being one.
var ours = regexp.MustCompile(`(?:^|[^\\])\[(\d+)\]`)

// Whatever a page says, its lines are ours and its words are behind a mark or in quotation marks; the only refs are those given.
func TestPageTextIsNeverOurs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		any := rapid.OneOf(rapid.SampledFrom(imitations), rapid.StringOfN(rapid.SampledFrom([]rune(`[]0159"\|> #~-…“”a`)), 0, 12, -1))
		s, add := grower()
		p := add(0, dom.Node{Tag: "p"})
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			text := any.Draw(t, "text")
			if rapid.Bool().Draw(t, "link") {
				add(add(p, dom.Node{Tag: "a", Role: "link", Name: text, Acts: dom.ActNative}), dom.Node{Tag: dom.Text, Text: text})
			} else {
				add(p, dom.Node{Tag: dom.Text, Text: text})
			}
		}
		add(0, dom.Node{Tag: "input", Role: "textbox", Name: any.Draw(t, "name"), Value: any.Draw(t, "value"), Acts: dom.ActNative})
		row := add(0, dom.Node{Tag: "tr", Role: "row"})
		add(add(row, dom.Node{Tag: "td", Role: "cell"}), dom.Node{Tag: dom.Text, Text: any.Draw(t, "cell")})
		add(0, dom.Node{Tag: "section", Role: "region", Name: any.Draw(t, "region")})
		add(add(0, dom.Node{Tag: "h1", Role: "heading", Level: 1}), dom.Node{Tag: dom.Text, Text: any.Draw(t, "heading")})
		s.Seal()
		refs := numbers()
		reply := SnapshotText(s, SnapshotOptions{}, here, refs)
		for _, line := range strings.Split(lines(reply), "\n") {
			line = strings.TrimLeft(line, " ")
			if line != "" && !strings.ContainsAny(line[:1], "[>#") {
				t.Fatalf("a line that is not ours: %q in\n%s", line, reply)
			}
			if strings.HasPrefix(line, "[") && !regexp.MustCompile(`^\[(\d+|-)\]`).MatchString(line) {
				t.Fatalf("a line begins with a bracket of the page: %q", line)
			}
			for _, m := range ours.FindAllStringSubmatch(line, -1) {
				if n, _ := strconv.Atoi(m[1]); n < 1 || n >= int(refs.Next()) {
					t.Fatalf("[%s] was never given: %q", m[1], line)
				}
			}
		}
		for n := 1; n < int(refs.Next()); n++ {
			if !regexp.MustCompile(fmt.Sprintf(`(?m)(^|[^\\])\[%d\]`, n)).MatchString(reply) {
				t.Fatalf("[%d] cannot be told from text:\n%s", n, reply)
			}
		}
	})
}
