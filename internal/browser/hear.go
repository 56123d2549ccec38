package browser

import (
	"context"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/domdebugger"
	"github.com/chromedp/cdproto/runtime"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/page"
)

var _ page.Hearing = (*Tab)(nil)

// pointing are the events by which a page notices that it is clicked.
var pointing = map[string]bool{"click": true, "dblclick": true, "mousedown": true, "mouseup": true, "pointerdown": true, "pointerup": true, "touchstart": true}

// More elements than this with listeners of their own are not worth asking about one by one.
const mostHeard = 1000

// Hear looks at the elements that the engine function `among` returns, and all below them, and calls `heard` with those that
// have a listener for clicks of their own.
func (t *Tab) Hear(ctx context.Context, frame, among, heard string) (count int, err error) {
	err = t.within(ctx, frame, func(at place) error {
		roots, err := at.list(ctx, t.script().Global+"."+among+"()")
		if err != nil {
			return err
		}
		var nodes []proto.BackendNodeID
		seen := map[proto.BackendNodeID]bool{}
		for _, root := range roots {
			own, err := at.inPage(ctx, root)
			if err != nil {
				return err
			}
			found, err := cdp.Call(ctx, at.session, domdebugger.GetEventListeners, domdebugger.GetEventListenersParams{ObjectID: own, Depth: new(int64(-1)), Pierce: new(true)})
			if err != nil {
				return err
			}
			for _, l := range found.Listeners {
				if pointing[l.Type] && !seen[l.BackendNodeID] && len(nodes) < mostHeard {
					seen[l.BackendNodeID] = true
					nodes = append(nodes, l.BackendNodeID)
				}
			}
		}
		if count = len(nodes); count == 0 {
			return nil
		}
		asked := make([]*cdp.Pending, count)
		for i, node := range nodes {
			asked[i] = at.session.Start(dom.CommandResolveNode, dom.ResolveNodeParams{BackendNodeID: node, ObjectGroup: at.group, ExecutionContextID: at.world})
		}
		params := runtime.CallFunctionOnParams{ExecutionContextID: at.world, FunctionDeclaration: "function(...all){ for (const one of all) " + t.script().Global + "." + heard + "(one) }"}
		for _, pending := range asked {
			var resolved dom.ResolveNodeResult
			if err := pending.Wait(ctx, &resolved); err == nil { // one that is gone by now needs no name
				params.Arguments = append(params.Arguments, &runtime.CallArgument{ObjectID: resolved.Object.ObjectID})
			}
		}
		_, err = cdp.Call(ctx, at.session, runtime.CallFunctionOn, params)
		return err
	})
	return count, err
}
