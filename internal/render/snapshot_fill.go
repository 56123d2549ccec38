package render

import (
	"slices"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/tokens"
)

// fill takes as many lines as the budget allows. What folds cost is known only when they are printed, so that the room for
// lines is found by trying.
func (b *body) fill(order []int, refs Refs) {
	digits := int(refs.next()) + 100
	low, high := 0, b.budget
	room := max(b.budget-tokens.Estimate(b.head)-tokens.Estimate(b.tail)-40, b.budget/4)
	longest := max(b.budget/6, 40)
	best := b.blank()
	for range 8 {
		b.take(order, room, longest, digits)
		used := b.used(refs)
		if used <= b.budget {
			low = room
			if b.slack = b.budget - used; b.slack < best.slack {
				best = b.selection.clone()
			}
			switch {
			case b.slack <= b.budget/20 || b.all() && longest >= b.budget:
				return
			case b.all():
				longest *= 2
			}
		} else {
			high = room
		}
		next := room + b.budget - used
		if used > b.budget {
			next -= b.budget / 32
		}
		if next > low && next < high {
			room = next
		} else if room = (low + high) / 2; high-low < 3 {
			break
		}
	}
	b.selection = best
	b.topUp(order, refs, digits)
}

func (b *body) used(refs Refs) int { return tokens.AtMost(b.print(refs.trial())) }

// topUp adds single lines, whole or in part, where much room is left.
func (b *body) topUp(order []int, refs Refs, digits int) {
	tries := 0
	for _, j := range order {
		if b.slack <= b.budget/12 || tries == 12 {
			return
		}
		own := b.cost(j, digits)
		if b.chosen[j] && b.clip[j] == 0 || own > b.slack && !b.cuttable(j) {
			continue
		}
		tries++
		was := b.selection.clone()
		if b.chosen[j] || own > b.slack {
			b.clip[j] += max(b.slack-b.suffix(), 4) * b.bytes(j) / own
		}
		b.add(j)
		if used := b.used(refs); used <= b.budget {
			b.slack = b.budget - used
		} else {
			b.selection = was
		}
	}
}

// add chooses a line, and the groups it is in.
func (b *body) add(j int) {
	for ; j >= 0 && !b.chosen[j]; j = b.above[j] {
		b.chosen[j] = true
	}
}

// heal chooses lines that cost no more than to say that they are left out.
func (b *body) heal(ref int) {
	const fold = 16
	for j := 1; j+1 < len(b.lines); j++ {
		if !b.chosen[j] && b.chosen[j-1] && b.chosen[j+1] && b.cost(j, ref) <= fold {
			b.add(j)
		}
	}
}

// selection is which lines are printed, and how much of them.
type selection struct {
	chosen []bool
	clip   []int // by line: bytes of text it may have, 0 for all
	slack  int   // tokens of the budget that are left
}

func (b *body) blank() selection {
	return selection{make([]bool, len(b.lines)), make([]int, len(b.lines)), b.budget}
}

func (s selection) clone() selection {
	return selection{slices.Clone(s.chosen), slices.Clone(s.clip), s.slack}
}

func (b *body) all() bool {
	for _, chosen := range b.chosen {
		if !chosen {
			return false
		}
	}
	return true
}

// suffix is what it costs to say that a line was cut.
func (b *body) suffix() int {
	if b.terse() {
		return 2
	}
	return 18
}

// take chooses lines in the given order while there is room. With no budget, only their number counts.
func (b *body) take(order []int, room, longest, ref int) {
	clear(b.chosen)
	clear(b.clip)
	taken, missed, cut := 0, 0, false
	for _, j := range order {
		if b.chosen[j] {
			continue
		}
		need, lines := 0, 1
		for a := b.above[j]; a >= 0 && !b.chosen[a]; a = b.above[a] {
			need += b.cost(a, ref)
			lines++
		}
		if b.most > 0 && taken+lines > b.most {
			break
		}
		if b.budget > 0 {
			own := b.cost(j, ref)
			limit := longest
			if need+min(own, limit) > room && !cut && b.cuttable(j) {
				limit, cut = room-need, true
			}
			if own > limit && b.cuttable(j) && limit >= b.suffix()+2 {
				own, b.clip[j] = limit, max(limit-b.suffix(), 4)*b.bytes(j)/own
			}
			if need += own; need > room {
				b.clip[j] = 0
				if missed++; missed > 100 {
					break
				}
				continue
			}
			room -= need
		}
		taken += lines
		b.add(j)
	}
	if b.budget > 0 && b.most == 0 && !b.terse() {
		b.heal(ref)
	}
}

// cuttable is true of a line that is mostly text.
func (b *body) cuttable(j int) bool {
	switch l := b.lines[j]; l.kind {
	case flowLine, rowLine, headLine:
		return true
	case soleLine:
		return b.s.Nodes[l.node].Tag == "select"
	}
	return false
}

// bytes is the length of a line's text.
func (b *body) bytes(j int) (n int) {
	for _, p := range b.parts[b.lines[j].first:b.lines[j].last] {
		n += b.weight(p)
	}
	return n
}

// weight is what a part has of text.
func (k *sketch) weight(p part) int {
	switch p.kind {
	case textPart:
		return len(k.s.Nodes[p.node].Text)
	case elementPart:
		n := len(k.s.Nodes[p.node].Name)
		if k.s.Nodes[p.node].Tag == "select" {
			for c := int(p.node) + 1; c < k.s.End(int(p.node)); c++ {
				n += len(k.s.Nodes[c].Name)
			}
		}
		return n
	}
	return 0
}

// cost is about how many tokens a line takes.
func (b *body) cost(j, ref int) int {
	if b.costs[j] == 0 {
		if n := b.bytes(j); n > 8*b.budget {
			b.costs[j] = n / 4
		} else {
			w := &writer{sketch: b.sketch, ref: func(int) dom.Ref { return dom.Ref(ref) }, fold: b.fold, open: b.focus}
			w.line(b.lines[j], 0)
			b.costs[j] = tokens.Estimate(w.String())
		}
	}
	return b.costs[j]
}
