package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/effect"
)

// Story is what became of several steps.
type Story struct {
	Steps    int
	Deeds    []string // of the steps that were carried out
	Surprise string   // why it stopped before its end, or what its last step did not do
	Findings []Finding
}

// Finding is how one expectation stands.
type Finding struct{ Want, Verdict, Evidence string }

// Told is the outcome of several steps: the verdict, what shows it, and all that changed from their beginning to their end.
func Told(s Story, whole *effect.Receipt, at Where, show func(int) dom.Ref) string {
	lines := []string{at.String(), outcome(s)}
	for i, deed := range s.Deeds {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, deed))
	}
	if s.Surprise != "" {
		step := min(len(s.Deeds)+1, s.Steps)
		if !strings.HasPrefix(s.Surprise, "error ") {
			step = len(s.Deeds)
		}
		lines = append(lines, fmt.Sprintf("stopped at step %d: %s", step, s.Surprise))
	}
	for _, f := range s.Findings {
		lines = append(lines, fmt.Sprintf("%s: %s (%s)", f.Verdict, plainWords(f.Want), plainWords(f.Evidence)))
	}
	if changes := effects(whole, show); len(changes) > 0 {
		lines = append(append(lines, "changes in all:"), changes...)
	} else if s.Steps > 0 {
		lines = append(lines, "no change in all")
	}
	return counted(strings.Join(lines, "\n"))
}

// outcome is the verdict of all: fail if anything fails, and no word of success where something was not carried out or not seen.
func outcome(s Story) string {
	done := fmt.Sprintf(" (%d of %d steps)", len(s.Deeds), s.Steps)
	if s.Steps == 0 {
		done = ""
	}
	verdict := "pass"
	for _, f := range s.Findings {
		switch {
		case f.Verdict == "fail":
			return "fail" + done
		case f.Verdict != "pass":
			verdict = "could not tell"
		}
	}
	switch {
	case s.Surprise != "":
		return "could not tell" + done
	case len(s.Findings) == 0:
		return "done" + done
	}
	return verdict + done
}
