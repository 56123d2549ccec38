package check

import (
	"fmt"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/audit"
	"github.com/domsight/domsight/internal/fault"
)

// outcomeWords are how an outcome is printed; the loud ones are to be read first.
var outcomeWords = map[Outcome]string{Clean: "ok", Changed: "CHANGED", Accepted: "saved", Failed: "FAILED"}

const (
	mostLines    = 20 // of changes of a page
	mostExamples = 3  // of findings of a rule
)

// Words is a verdict in plain words: one line, and one for each thing that is wrong.
func (v Verdict) Words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s %s (%s)", outcomeWords[v.Outcome], v.Page.Name, v.Took.Round(10*time.Millisecond))
	switch v.Outcome {
	case Failed:
		e := fault.From(v.Err)
		fmt.Fprintf(&b, ": %s", e.Message)
		if e.Cause != nil {
			fmt.Fprintf(&b, ": %v", e.Cause)
		}
		next := e.Next
		if next == "" {
			next = fault.Lookup(e.Code).Recovery
		}
		fmt.Fprintf(&b, "\n         next: %s", next)
	case Accepted:
		if v.Masks > 0 {
			fmt.Fprintf(&b, ", with %d masks for what varies by itself", v.Masks)
		}
	default:
		v.changes(&b)
	}
	v.findings(&b)
	return b.String()
}

func (v Verdict) changes(b *strings.Builder) {
	for i, c := range v.Comparison.Changes {
		if i == mostLines {
			fmt.Fprintf(b, "\n         and %d more changes", len(v.Comparison.Changes)-i)
			break
		}
		fmt.Fprintf(b, "\n         %-7s %s", c.Severity, c.Description)
	}
	if v.Comparison.Below > 0 {
		fmt.Fprintf(b, "\n         %d below the threshold %s", v.Comparison.Below, v.Page.Threshold)
	}
	for _, note := range v.Comparison.Notes {
		fmt.Fprintf(b, "\n         note: %s", note)
	}
}

// findings tells what the audit found, by rule, with a few examples each.
func (v Verdict) findings(b *strings.Builder) {
	for _, group := range grouped(v.Findings) {
		fmt.Fprintf(b, "\n         audit   %s, %d times: ", group[0].Rule, len(group))
		for i, f := range group {
			if i == mostExamples {
				fmt.Fprintf(b, "; and %d more", len(group)-i)
				break
			}
			if i > 0 {
				b.WriteString("; ")
			}
			b.WriteString(strings.TrimPrefix(f.Target+": "+f.Detail, ": "))
		}
	}
}

// grouped are findings by rule, in the order in which the rules first come.
func grouped(all []audit.Finding) (groups [][]audit.Finding) {
	at := map[audit.Rule]int{}
	for _, f := range all {
		i, ok := at[f.Rule]
		if !ok {
			i = len(groups)
			at[f.Rule] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	return groups
}

// Words is the result in one line, and what to do about it.
func (r Result) Words() string {
	parts := []string{}
	for _, o := range []struct {
		outcome Outcome
		word    string
	}{{Clean, "clean"}, {Accepted, "saved"}, {Changed, "changed"}, {Failed, "could not be checked"}} {
		if n := r.Count(o.outcome); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o.word))
		}
	}
	text := fmt.Sprintf("%d pages in %s: %s", len(r.Verdicts), r.Took.Round(10*time.Millisecond), strings.Join(parts, ", "))
	var changed []string
	for _, v := range r.Verdicts {
		if v.Outcome == Changed && v.Page.Against == nil && len(v.Comparison.Changes) > 0 {
			changed = append(changed, fmt.Sprintf("%q", v.Page.Name))
		}
	}
	if len(changed) > 0 && len(changed) <= 10 {
		text += "\nto accept: domsight check --update " + strings.Join(changed, " ")
	} else if len(changed) > 0 {
		text += "\nto accept: domsight check --update"
	}
	return text
}
