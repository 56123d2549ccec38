package engine

import (
	"context"
	"strconv"

	"github.com/domsight/domsight/internal/dom"
)

// Hints asks for selectors of nodes; a node whose document is gone has none. In a frame they begin with that of the frame:
// `iframe[title="Pay"] >>> #card`.
func (r *Reader) Hints(ctx context.Context, ids []dom.ID) ([][]string, error) {
	out := make([][]string, len(ids))
	byDoc := map[string][]int{}
	for i, id := range ids {
		out[i] = []string{}
		byDoc[id.Doc] = append(byDoc[id.Doc], id.Key)
	}
	found := map[dom.ID][]string{}
	for doc, keys := range byDoc {
		frame, ok := r.frames[doc]
		if !ok {
			continue
		}
		var hints map[string][]string
		if err := r.Do(ctx, frame, "hints", keys, &hints); err != nil {
			return nil, err
		}
		before := ""
		if frame != "" {
			around, err := r.Hints(ctx, []dom.ID{r.owners[frame]})
			if err != nil {
				return nil, err
			}
			if len(around[0]) == 0 {
				continue
			}
			before = around[0][0] + " >>> "
		}
		for key, list := range hints {
			k, _ := strconv.Atoi(key)
			for i := range list {
				list[i] = before + list[i]
			}
			found[dom.ID{Doc: doc, Key: k}] = list
		}
	}
	for i, id := range ids {
		if list, ok := found[id]; ok {
			out[i] = list
		}
	}
	return out, nil
}

// Tag writes refs into the page, as attributes data-sw-ref that nothing of ours reads.
func (r *Reader) Tag(ctx context.Context, refs map[dom.ID]dom.Ref) error {
	byDoc := map[string]map[int]dom.Ref{}
	for id, ref := range refs {
		if byDoc[id.Doc] == nil {
			byDoc[id.Doc] = map[int]dom.Ref{}
		}
		byDoc[id.Doc][id.Key] = ref
	}
	for doc, keys := range byDoc {
		frame, ok := r.frames[doc]
		if !ok {
			continue
		}
		if _, err := r.tab.Call(ctx, frame, "tag", keys); err != nil {
			return err
		}
	}
	return nil
}
