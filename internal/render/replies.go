package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/tokens"
)

// Landed says where a navigation ended.
func Landed(at Where, notices []string) string {
	return counted(strings.Join(append([]string{at.String()}, notices...), "\n"))
}

// More notices than this are only counted.
const mostNotices = 10

// Notices are what happened by itself, in words; what happened again and again is said once.
func Notices(all []page.Notice) []string {
	var out []string
	times := map[string]int{}
	for _, n := range all {
		line := Notice(n.Kind, n.Text, n.Tab)
		if times[line]++; times[line] == 1 {
			out = append(out, line)
		}
	}
	left := 0
	if len(out) > mostNotices {
		left, out = len(out)-mostNotices, out[:mostNotices]
	}
	for i, line := range out {
		if times[line] > 1 {
			out[i] += fmt.Sprintf(" (%d times)", times[line])
		}
	}
	if left > 0 {
		out = append(out, fmt.Sprintf("and %d more such things", left))
	}
	return out
}

// Notice is one thing that happened by itself, in words.
func Notice(kind page.NoticeKind, text, tab string) string {
	switch kind {
	case page.Dialog:
		return "Dialog, answered: " + quote(clip(text, 200))
	case page.Download:
		return "Download offered, not kept: " + quote(clip(text, 200))
	case page.Window:
		return "Opened tab " + tab + ": " + plain(clip(text, 200))
	case page.Crash:
		return "The page crashed: " + quote(clip(text, 200))
	}
	return string(kind) + ": " + quote(clip(text, 200))
}

// TabRow is one tab of the list.
type TabRow struct {
	Where
	Current bool
	Opener  string
	Notices []string
}

// The list of tabs ends here; it is long before a person loses count.
const mostTabs = 50

// Tabs lists tabs, the current one marked.
func Tabs(rows []TabRow, session string) string {
	if len(rows) == 0 {
		return "no tab is open\nnext: navigate opens one"
	}
	var b strings.Builder
	if session != "" {
		fmt.Fprintf(&b, "Session: %s\n", session)
	}
	for i, row := range rows {
		if i == mostTabs {
			fmt.Fprintf(&b, "and %d more\n", len(rows)-mostTabs)
			break
		}
		mark := "  "
		if row.Current {
			mark = "* "
		}
		row.Session = ""
		b.WriteString(mark + row.String())
		if row.Opener != "" {
			b.WriteString(" | opened by tab " + row.Opener)
		}
		for _, n := range row.Notices {
			b.WriteString("\n    " + n)
		}
		b.WriteByte('\n')
	}
	return counted(strings.TrimSuffix(b.String(), "\n"))
}

// Field is one line of a report.
type Field struct{ Name, Value string }

// Health is the server's report about itself.
func Health(fields []Field) string {
	var b strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Value)
	}
	return counted(strings.TrimSuffix(b.String(), "\n"))
}

// Fault is an error as an agent reads it.
func Fault(e *fault.Error) string {
	entry := fault.Lookup(e.Code)
	var b strings.Builder
	fmt.Fprintf(&b, "error %s: %s", e.Code, clip(e.Message, 500))
	if e.Cause != nil && e.Code == fault.Internal {
		fmt.Fprintf(&b, " (%s)", clip(e.Cause.Error(), 300))
	}
	next := e.Next
	if next == "" {
		next = entry.Recovery
	}
	fmt.Fprintf(&b, "\nnext: %s", next)
	if len(e.SimilarRefs) > 0 {
		fmt.Fprintf(&b, "\nsimilar: %s", strings.Join(e.SimilarRefs, ", "))
	}
	if e.Retryable() {
		b.WriteString("\nretryable: yes")
	}
	return b.String()
}

// counted adds the reply's own size.
func counted(text string) string {
	return fmt.Sprintf("%s\nTokens: ~%d", text, tokens.Estimate(text)+4)
}
