package render

import (
	"fmt"
	"strings"
)

const mostRelatives = 12

// sections are the parts of an inspection that can be asked for.
func (in *Inspected) sections(b *strings.Builder, line func(string, string, ...any), show Show) {
	s, want := in.Snapshot, in.Include
	if want.Attributes && len(in.Attributes) > 0 {
		var list []string
		for _, a := range in.Attributes {
			list = append(list, plain(clip(a.Name, 60))+"="+quote(clip(a.Value, 160)))
		}
		line("Attributes", "%s", strings.Join(list, " "))
	}
	if want.Text {
		if text := s.Text(in.Node, 2000); text != "" && text != s.Nodes[in.Node].Name {
			line("Text", "%s", quote(clip(text, 500)))
		}
	}
	if want.Parents {
		var list []string
		for a := range s.Ancestors(in.Node) {
			list = append(list, show(a).String()+" "+selectorLike(s.Nodes[a]))
		}
		line("Parents", "%s", strings.Join(list, " < "))
	}
	relatives := func(name string, nodes []int) {
		if len(nodes) == 0 {
			return
		}
		fmt.Fprintf(b, "\n%s: %d", name, len(nodes))
		for _, c := range nodes[:min(len(nodes), mostRelatives)] {
			fmt.Fprintf(b, "\n  %s %s", show(c), element(s, c))
		}
		if more := len(nodes) - mostRelatives; more > 0 {
			fmt.Fprintf(b, "\n  and %d more: dom_structure {\"ref\": …} draws them all", more)
		}
	}
	if want.Children {
		relatives("Children", elements(s, in.Node))
	}
	if want.Siblings && in.Node > 0 {
		var others []int
		for _, c := range elements(s, s.Parent(in.Node)) {
			if c != in.Node {
				others = append(others, c)
			}
		}
		relatives("Siblings", others)
	}
	if want.ComputedStyles {
		var list []string
		for _, p := range in.Styles {
			list = append(list, plain(p.Name)+": "+plainStyle(p.Value))
		}
		line("Computed style", "%s", strings.Join(list, "; "))
	}
	if want.MatchedStyles {
		fmt.Fprintf(b, "\nMatched rules: %d", len(in.Rules))
		for _, r := range in.Rules {
			fmt.Fprintf(b, "\n  %s %s %s", quote(plainStyle(r.Selector)), quote(plainStyle(r.Style)), plain(clip(r.From, 80)))
		}
		if in.RulesLost > 0 {
			fmt.Fprintf(b, "\n  %d style %s of other origins could not be read", in.RulesLost, plural(in.RulesLost, "sheet", "sheets"))
		}
	}
}

// plainStyle keeps style text on its line; spaces stay.
func plainStyle(s string) string { return clip(strings.Join(strings.Fields(s), " "), 200) }
