package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/tokens"
)

// A receipt is short: so many changes are told, and so much of each.
const (
	receiptLines  = 6
	receiptTokens = 75
	mostPassed    = 3
	mostFailed    = 2
	mostWords     = 70
)

// Receipt tells what an action did; show gives a node of the page as it is now its ref.
func Receipt(r *effect.Receipt, at Where, show func(int) dom.Ref) string {
	lines := []string{at.String(), deed(r)}
	if !r.Evident() {
		lines = append(lines, fmt.Sprintf("no effect observed in %d ms", r.Watched.Milliseconds()))
	}
	return counted(strings.Join(append(lines, effects(r, show)...), "\n"))
}

func deed(r *effect.Receipt) string {
	how := "trusted input"
	if !r.Trusted {
		how = "synthetic events"
	}
	for _, n := range r.Notes {
		how += "; " + n
	}
	if r.Took == 0 {
		return r.Deed
	}
	return fmt.Sprintf("%s (%s, %d ms)", r.Deed, how, r.Took.Round(time.Millisecond).Milliseconds())
}

func effects(r *effect.Receipt, show func(int) dom.Ref) []string {
	var lines []string
	if r.Left {
		lines = append(lines, "went to "+plain(clip(r.URL, 150)))
	}
	if r.Unread != "" {
		lines = append(lines, "the page cannot be read now: "+plainWords(r.Unread))
	}
	telling := r.Telling()
	spent := 0
	for k, c := range telling {
		line := changeLine(r, c, show)
		spent += tokens.Estimate(line)
		if k == receiptLines || k > 0 && spent > receiptTokens {
			lines = append(lines, fmt.Sprintf("and %d more changes: snapshot {\"since\": \"last\"}", len(telling)-k))
			break
		}
		lines = append(lines, line)
	}
	if len(telling) == 0 && !r.Left && r.Restyled() {
		lines = append(lines, "only looks changed (position, size or style)")
	}
	if r.ValueChanged && !valueTold(r, telling) {
		lines = append(lines, "value: "+quote(clip(r.Value, 100)))
	}
	for k, text := range r.Passed {
		if k == mostPassed {
			break
		}
		lines = append(lines, "came and went: "+quote(clip(text, mostWords)))
	}
	for _, text := range r.Earlier {
		lines = append(lines, "came and went before this action: "+quote(clip(text, mostWords)))
	}
	if r.Focus >= 0 {
		lines = append(lines, "focus: "+nodeWords(r.After, r.Focus, show))
	}
	if r.Unfocused >= 0 {
		lines = append(lines, "focus left "+nodeWords(r.After, r.Unfocused, show))
	}
	if r.Retitled && !r.Left {
		lines = append(lines, "title: "+quote(clip(r.Title, 80)))
	}
	if r.Selected > 0 {
		lines = append(lines, fmt.Sprintf("selected %d character%s", r.Selected, s(r.Selected)))
	}
	if r.Scrolled {
		lines = append(lines, "scrolled")
	}
	return append(lines, asides(r)...)
}

// valueTold is true if one of the changes tells the new value already.
func valueTold(r *effect.Receipt, told []diff.Change) bool {
	for _, c := range told[:min(len(told), receiptLines)] {
		if f, ok := c.Field(diff.Value); ok && strings.HasSuffix(f.New, r.Value) {
			return true
		}
	}
	return false
}

// asides are what happened besides the page.
func asides(r *effect.Receipt) (lines []string) {
	for _, n := range r.Notices {
		lines = append(lines, Notice(n.Kind, n.Text, n.Tab))
	}
	if r.Files {
		lines = append(lines, "the page asks for a file: use act upload")
	}
	for k, q := range r.Failed {
		if k == mostFailed {
			lines = append(lines, fmt.Sprintf("and %d more failed requests", len(r.Failed)-k))
			break
		}
		lines = append(lines, "failed: "+requestWords(q))
	}
	if r.Answered > 0 && len(lines) == 0 && len(r.Telling()) == 0 && !r.Left {
		lines = append(lines, fmt.Sprintf("%d request%s answered", r.Answered, s(r.Answered)))
	}
	for k, e := range r.Errors {
		if k == mostFailed {
			lines = append(lines, fmt.Sprintf("and %d more console errors", len(r.Errors)-k))
			break
		}
		lines = append(lines, "console error: "+quote(clip(e, 120)))
	}
	if len(r.Still) > 0 {
		lines = append(lines, "still moving: "+plainWords(strings.Join(r.Still, ", ")))
	}
	return lines
}

func requestWords(q page.Request) string {
	why := q.Failed
	if why == "" {
		why = fmt.Sprint(q.Status)
	}
	return fmt.Sprintf("%s %s %s", q.Method, plain(clip(q.URL, 100)), why)
}

// changeLine is one change: what came, what became of what, what went.
func changeLine(r *effect.Receipt, c diff.Change, show func(int) dom.Ref) string {
	switch c.Kind {
	case diff.Added:
		return "+ " + groupWords(r.After, c.Nodes, show)
	case diff.Removed:
		return "- " + groupWords(r.Before, c.Nodes, nil)
	}
	line := "~ " + nodeWords(r.After, c.New, show)
	var parts []string
	for _, f := range c.Fields {
		switch f.Name {
		case diff.Position, diff.Size, diff.Interactive, "focused", diff.Level:
		case diff.Name:
			parts = append(parts, "was "+quote(clip(f.Old, 40)))
		case diff.Text:
			if p := r.After.Parent(c.New); p > 0 && tellsText(r.After.Nodes[p]) {
				line = "~ " + nodeWords(r.After, p, show)
				parts = append(parts, "was "+quote(clip(f.Old, 40)))
				continue
			}
			return fmt.Sprintf("~ %s -> %s", quote(clip(f.Old, 50)), quote(clip(f.New, mostWords)))
		default:
			parts = append(parts, fmt.Sprintf("%s: %s -> %s", f.Name, fieldValue(f.Old), fieldValue(f.New)))
		}
	}
	if len(parts) == 0 {
		return line
	}
	return line + " -- " + strings.Join(parts[:min(len(parts), 3)], ", ")
}

// tellsText is true of an element whose text is best told as its own.
func tellsText(n *dom.Node) bool {
	switch n.Role {
	case "", "generic", "paragraph", "main", "document", "region", "list", "table", "form", "group":
		return false
	}
	return true
}

func fieldValue(v string) string {
	switch v {
	case "":
		return `""`
	case "true", "false", "mixed":
		return v
	}
	return quote(clip(v, 40))
}

// groupWords tells of nodes that came or went together: the first that has a role or words, what tellsText up in it, and how many
// there are.
func groupWords(s *dom.Snapshot, nodes []int, show func(int) dom.Ref) string {
	lead := -1
	for _, i := range nodes {
		n := s.Nodes[i]
		if !n.Visible() {
			continue
		}
		if effect.Urgent(n) {
			lead = i
			break
		}
		if lead < 0 && (n.Role != "" || n.IsText()) {
			lead = i
		}
	}
	if lead < 0 {
		lead = nodes[0]
	}
	out := nodeWords(s, lead, show)
	var inner []string
	for _, i := range nodes {
		if n := s.Nodes[i]; i != lead && n.Visible() && n.Interactive() && len(inner) < 3 && show != nil {
			inner = append(inner, nodeWords(s, i, show))
		}
	}
	if len(inner) > 0 {
		out += " with " + strings.Join(inner, ", ")
	}
	return out
}

// nodeWords is a node in a few words: [4] button "Save". Text stands for itself.
func nodeWords(s *dom.Snapshot, i int, show func(int) dom.Ref) string {
	n := s.Nodes[i]
	if n.IsText() {
		return quote(clip(strings.TrimSpace(n.Text), mostWords))
	}
	kind, name := n.Role, n.Name
	if kind == "" {
		kind = n.Tag
	}
	if name == "" {
		name = s.Text(i, 4*mostWords)
	}
	out := kind
	if name != "" {
		out += " " + quote(clip(name, mostWords))
	}
	if show != nil {
		out = show(i).String() + " " + out
	}
	return out
}

func s(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// plainWords are words of ours that carry something of the page: nothing in them begins a line.
func plainWords(text string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(text) }
