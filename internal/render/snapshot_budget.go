package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/tokens"
)

// body is the lines of a reply, and which of them are printed.
type body struct {
	*sketch
	head, tail   string
	budget, most int
	focus        []int // what was asked for, by node: nothing of it is folded

	selection
	fold  bool  // long lists of options are folded
	above []int // by line: the group line it is under, -1 for none
	costs []int // by line, in tokens; 0 for not known yet
}

// choose decides which lines are printed: all if the budget allows, else the most important ones.
func (b *body) choose(refs Refs) {
	b.selection = b.blank()
	for j := range b.chosen {
		b.chosen[j] = true
	}
	fewEnough := b.most == 0 || len(b.lines) <= b.most
	if fewEnough && (b.budget == 0 || b.mayFit() && b.used(refs) <= b.budget) {
		return
	}
	b.fold = b.budget > 0
	order := b.inOrder()
	if len(b.focus) == 0 {
		order = b.ranked()
	}
	b.above = b.groups()
	if b.budget == 0 {
		b.take(order, 0, 0, 0)
		return
	}
	b.costs = make([]int, len(b.lines))
	b.fill(order, refs)
}

func (b *body) inOrder() []int {
	order := make([]int, len(b.lines))
	for j := range order {
		order[j] = j
	}
	return order
}

// mayFit is false if the text alone is far too long.
func (b *body) mayFit() bool { return b.facts.within(b.facts.letters, 0) < 8*b.budget }

// groups finds for each line the group line it is under.
func (b *body) groups() []int {
	above := make([]int, len(b.lines))
	var open []int
	for j, l := range b.lines {
		at := b.start(l)
		for len(open) > 0 && at >= b.s.End(int(b.lines[open[len(open)-1]].node)) {
			open = open[:len(open)-1]
		}
		above[j] = -1
		if len(open) > 0 {
			above[j] = open[len(open)-1]
		}
		if l.kind == groupLine {
			open = append(open, j)
		}
	}
	return above
}

// terse is true where there is no room to say where lines were left out, only how many.
func (b *body) terse() bool { return b.budget > 0 && b.budget < 150 }

// print writes the reply: who and where, the lines, a fold for each gap, and what was left out in all.
func (b *body) print(ref func(node int) dom.Ref) string {
	w := &writer{sketch: b.sketch, ref: ref, fold: b.fold, open: b.focus, terse: b.terse()}
	w.WriteString(b.head)
	w.WriteByte('\n')
	omitted := 0
	for j := 0; j < len(b.lines); j++ {
		if b.chosen[j] {
			w.line(b.lines[j], b.clip[j])
			continue
		}
		from := j
		for j+1 < len(b.lines) && !b.chosen[j+1] {
			j++
		}
		omitted += j + 1 - from
		if !b.terse() {
			w.folds(b.gap(from, j+1))
		}
	}
	var lost []string
	if omitted > 0 {
		lost = append(lost, fmt.Sprintf("%d of %d lines", omitted, len(b.lines)))
	}
	if w.options > 0 {
		lost = append(lost, fmt.Sprintf("%d options", w.options))
	}
	if w.letters > 0 {
		lost = append(lost, fmt.Sprintf("%d characters", w.letters))
	}
	if len(lost) > 0 {
		w.WriteString("Not shown: " + strings.Join(lost, ", "))
		if !b.terse() {
			w.WriteString("; expand: [refs], or budgetTokens: 0 for all")
		}
		w.WriteByte('\n')
	}
	w.WriteString(b.tail)
	text := w.String()
	return fmt.Sprintf("%s | Tokens: ~%d", text, tokens.Estimate(text)+6)
}
