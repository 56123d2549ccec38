package session

import (
	"context"

	"github.com/domsight/domsight/internal/dom"
)

// Hints are selectors for nodes, each of which matches that node and no other now.
func (t *Tab) Hints(ctx context.Context, s *dom.Snapshot, nodes []int) ([][]string, error) {
	if err := t.lock(ctx); err != nil {
		return nil, err
	}
	defer t.unlock()
	ids := make([]dom.ID, len(nodes))
	for k, i := range nodes {
		ids[k] = s.Nodes[i].ID
	}
	return t.reader.Hints(ctx, ids)
}
