package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/audit"
)

const (
	auditExamples = 5   // of a rule
	auditMost     = 100 // with all
)

// Audit tells what keeps people from using a page: a line a rule, with the first of the elements that fail it.
func Audit(at Where, findings []audit.Finding, ref func(node int) string, all bool) string {
	var b strings.Builder
	b.WriteString(at.String())
	if len(findings) == 0 {
		b.WriteString("\nnothing found: names, labels, alt texts, headings, keyboard, ids and contrast are in order")
		return counted(b.String())
	}
	examples := auditExamples
	if all {
		examples = auditMost
	}
	left := 0
	for i := 0; i < len(findings); {
		end := i
		for end < len(findings) && findings[end].Rule == findings[i].Rule {
			end++
		}
		fmt.Fprintf(&b, "\n%s (%d)", findings[i].Rule, end-i)
		if why := auditWhy(findings[i].Rule); why != "" {
			b.WriteString(": " + why)
		}
		for k, f := range findings[i:end] {
			if k == examples {
				left += end - i - k
				fmt.Fprintf(&b, "\n  and %d more", end-i-k)
				break
			}
			b.WriteString("\n  ")
			if f.Node >= 0 {
				b.WriteString(ref(f.Node) + " ")
			}
			b.WriteString(strings.TrimPrefix(clip(strings.ReplaceAll(f.Target, "\n", " "), 100)+" -- "+clip(f.Detail, 160), " -- "))
		}
		i = end
	}
	if left > 0 && !all {
		fmt.Fprintf(&b, "\nnext: all: true lists up to %d a rule", auditMost)
	}
	return counted(b.String())
}

func auditWhy(rule audit.Rule) string {
	for _, r := range audit.Rules {
		if r.Rule == rule {
			return r.Why
		}
	}
	return ""
}
