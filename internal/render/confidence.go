package render

import (
	"regexp"
	"strings"

	"github.com/domsight/domsight/internal/find"
)

var hintKinds = []struct {
	is    *regexp.Regexp
	worth float64
}{
	{regexp.MustCompile(`:nth-`), 0.3},
	{regexp.MustCompile(`\[data-(testid|test|cy)=`), 0.95},
	{regexp.MustCompile(`:contains\(.*\) `), 0.6},
	{regexp.MustCompile(`:contains\(`), 0.7},
	{regexp.MustCompile(`\[(name|aria-label|for)=`), 0.85},
	{regexp.MustCompile(`\[(href|placeholder|alt|title)=`), 0.75},
	{regexp.MustCompile(`\[(type|role)=`), 0.5},
	{regexp.MustCompile(`^#`), 0.95},
	{regexp.MustCompile(`\.`), 0.5},
}

// Confidence is how likely a selector still means its element after the page has changed, by what it leans on: what its authors
// named, what a person reads, how it looks, where it stands. A path through shadow trees or frames is as good as its weakest step.
func Confidence(hint string) float64 {
	least := 1.0
	for step := range strings.SplitSeq(hint, " >>> ") {
		least = min(least, confidence(step))
	}
	return least
}

func confidence(step string) float64 {
	if id, ok := strings.CutPrefix(step, "#"); ok && find.Generated(id) {
		return 0.3
	}
	for _, kind := range hintKinds {
		if kind.is.MatchString(step) {
			return kind.worth
		}
	}
	return 0.4
}
