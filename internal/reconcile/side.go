package reconcile

import (
	"hash/maphash"
	"math/bits"

	"github.com/domsight/domsight/internal/dom"
)

// side is one of the two snapshots, with what has been worked out about its nodes. Everything but mate is made on demand.
type side struct {
	s    *dom.Snapshot
	mate []int32 // index in the other snapshot, -1 for none

	left     []int  // elements that are not in the other snapshot, in page order
	anew     []bool // the same, by index
	contents []uint64
	roles    []uint64
	rows     []int32 // nearest row above, plus two
	rowness  []uint8
	exactKey []uint64
	looseKey []uint64
}

func newSide(s *dom.Snapshot) *side {
	p := &side{s: s, mate: make([]int32, len(s.Nodes))}
	for i := range p.mate {
		p.mate[i] = -1
	}
	return p
}

// free is true of a node without a mate.
func (p *side) free(i int) bool { return p.mate[i] < 0 }

// live is true of an element that is in both snapshots.
func (p *side) live(i int) bool { return !p.anew[i] }

// leftovers is true if some node has no mate. It lists the elements among them.
func (p *side) leftovers() bool {
	some := false
	for i, mate := range p.mate {
		if mate < 0 {
			some = true
			if !p.s.Nodes[i].IsText() {
				p.left = append(p.left, i)
			}
		}
	}
	return some
}

// remember makes room for what is worked out of nodes.
func (p *side) remember() {
	n := len(p.mate)
	p.contents, p.roles, p.exactKey, p.looseKey = make([]uint64, n), make([]uint64, n), make([]uint64, n), make([]uint64, n)
	p.rows, p.rowness, p.anew = make([]int32, n), make([]uint8, n), make([]bool, n)
	for _, i := range p.left {
		p.anew[i] = true
	}
}

// elements calls f for each element directly in node i, in page order, until f says to stop.
func (p *side) elements(i int, f func(c int) bool) {
	for c := i + 1; c < p.s.End(i); c = p.s.End(c) {
		if !p.s.Nodes[c].IsText() && !f(c) {
			return
		}
	}
}

// leaf is true of an element that holds no other.
func (p *side) leaf(i int) bool {
	leaf := true
	p.elements(i, func(int) bool { leaf = false; return false })
	return leaf
}

// content stands for everything a node and those below it are and say, whatever their state.
func (p *side) content(i int) uint64 {
	if h := p.contents[i]; h != 0 {
		return h
	}
	n := p.s.Nodes[i]
	h := self(n)
	if n.IsText() {
		h = mix(h, words(n.Text))
	}
	for c := i + 1; c < p.s.End(i); c = p.s.End(c) {
		h = mix(h, p.content(c))
	}
	p.contents[i] = h | 1
	return h | 1
}

// above stands for the roles of the nearest three ancestors that have one.
func (p *side) above(i int) uint64 {
	parent := p.s.Parent(i)
	if parent < 0 {
		return 1
	}
	if h := p.roles[parent]; h != 0 {
		return h
	}
	h, found := uint64(1), 0
	for a := parent; a >= 0 && found < 3; a = p.s.Parent(a) {
		if role := p.s.Nodes[a].Role; role != "" {
			h = mix(h, word(role))
			found++
		}
	}
	p.roles[parent] = h | 1
	return h | 1
}

// self stands for what an element is by itself: tag, role, name and identifying attributes.
func self(n *dom.Node) uint64 {
	return mix(mix(word(n.Tag), word(n.Role)), mix(words(n.Name), attributes(n)))
}

var seed = maphash.MakeSeed()

// word is the hash of one string.
func word(s string) uint64 { return maphash.String(seed, s) }

// mix joins two hashes; the order matters.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0xa0761d6478bd642f, bits.RotateLeft64(b, 29)^0xe7037ed1a0b428db)
	return hi ^ lo ^ bits.RotateLeft64(a, 17)
}
