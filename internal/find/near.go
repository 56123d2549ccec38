package find

import (
	"cmp"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

const (
	mostNear   = 5
	mostNames  = 5000 // names looked at
	longest    = 80   // characters of a name that are compared
	nearEnough = 0.5
)

// near finds elements whose name is much like the words that were asked for: first among those that fit otherwise, then in the
// whole page.
func (f *finder) near() []int {
	asked := cmp.Or(f.needle, f.name, strings.TrimSpace(fold(f.q.NameExact)))
	if asked == "" {
		return nil
	}
	near := f.alike(asked, func(n *dom.Node) bool {
		return f.kindFits(n) && (f.q.Role == "" || strings.EqualFold(f.q.Role, n.Role))
	})
	if len(near) == 0 {
		near = f.alike(asked, func(n *dom.Node) bool { return !n.IsText() && n.Visible() })
	}
	return near
}

func (f *finder) alike(asked string, fits func(*dom.Node) bool) []int {
	type candidate struct {
		at    int
		score float64
	}
	var candidates []candidate
	seen := make(map[string]bool)
	for i, n := range f.s.Nodes {
		if n.Name == "" || seen[n.Name] || !fits(n) || len(seen) == mostNames {
			continue
		}
		seen[n.Name] = true
		if score := likeness(asked, strings.TrimSpace(fold(n.Name))); score >= nearEnough {
			candidates = append(candidates, candidate{i, score})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var out []int
	for _, c := range candidates[:min(len(candidates), mostNear)] {
		out = append(out, c.at)
	}
	return out
}

// likeness compares two folded texts, letter by letter and word by word; 1 is equal.
func likeness(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	x, y = x[:min(len(x), longest)], y[:min(len(y), longest)]
	whole := 1 - float64(edits(x, y))/float64(max(len(x), len(y), 1))
	asked, common := strings.Fields(a), 0
	words := strings.Fields(string(y))
	for _, word := range asked {
		w := []rune(word)
		if slices.ContainsFunc(words, func(other string) bool { return edits(w, []rune(other)) <= len(w)/4 }) {
			common++
		}
	}
	return max(whole, 0.8*float64(common)/float64(max(len(asked), 1)))
}

// edits counts the letters to add, drop, change or swap with their neighbour to make one text of the other.
func edits(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
