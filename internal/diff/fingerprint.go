package diff

import (
	"fmt"
	"hash/fnv"

	"github.com/domsight/domsight/internal/dom"
)

// Fingerprint is eight hex digits, FNV-1a-32, over the role and name of node i and the nearest three roles above it: what
// stays when an element is made anew (S-08).
func Fingerprint(s *dom.Snapshot, i int) string {
	h := fnv.New32a()
	part := func(text string) { h.Write(append([]byte(text), 0)) }
	part(s.Nodes[i].Role)
	part(s.Nodes[i].Name)
	found := 0
	for a := range s.Ancestors(i) {
		if role := s.Nodes[a].Role; role != "" {
			part(role)
			if found++; found == 3 {
				break
			}
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}
