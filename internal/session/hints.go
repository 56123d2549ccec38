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

// TagRefs writes the refs of all elements that can be acted on, and were shown, into the page (S-19): [data-sw-ref="12"] selects
// the element with ref 12 until the page is loaded anew.
func (t *Tab) TagRefs(ctx context.Context, s *dom.Snapshot) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	refs := map[dom.ID]dom.Ref{}
	for i := range s.Elements() {
		if ref := t.Refs.Peek(s, i); ref != dom.NoRef && s.Nodes[i].Interactive() {
			refs[s.Nodes[i].ID] = ref
		}
	}
	return t.reader.Tag(ctx, refs)
}
