package browser

import (
	"context"
	"encoding/json"
	"maps"
	"sync"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/debugger"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/domdebugger"
	"github.com/chromedp/cdproto/runtime"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/page"
)

var _ page.Listening = (*Tab)(nil)

// Listeners lists the listeners on the elements that an engine function returns for its argument, and on the document and the
// window around them. The page's own world is asked, for the engine's has none.
func (t *Tab) Listeners(ctx context.Context, frame, function string, arg any) (list []page.Listener, err error) {
	text, err := json.Marshal(arg)
	if err != nil {
		return nil, err
	}
	err = t.within(ctx, frame, func(at place) error {
		elements, err := at.list(ctx, t.script().Global+"."+function+"("+string(text)+").concat(document)")
		if err != nil || len(elements) == 0 {
			return err
		}
		var found []*domdebugger.EventListener
		var place []int
		for i, element := range elements {
			own, err := at.inPage(ctx, element)
			if err != nil {
				return err
			}
			where := i
			if i == len(elements)-1 {
				where = page.OnDocument
			}
			on, err := listenersOn(ctx, at.session, own)
			if err != nil {
				return err
			}
			for _, l := range on {
				found, place = append(found, l), append(place, where)
			}
			if where != page.OnDocument {
				continue
			}
			window, err := at.windowOf(ctx, own)
			if err != nil {
				return err
			}
			if on, err = listenersOn(ctx, at.session, window); err != nil {
				return err
			}
			for _, l := range on {
				found, place = append(found, l), append(place, page.OnWindow)
			}
		}
		urls := map[proto.ScriptID]string{}
		if len(found) > 0 {
			if urls, err = scripts(ctx, at.session); err != nil {
				return err
			}
		}
		for i, l := range found {
			list = append(list, page.Listener{At: place[i], Type: l.Type, Capture: l.UseCapture, Passive: l.Passive, Once: l.Once,
				URL: urls[l.ScriptID], Line: int(l.LineNumber) + 1, Column: int(l.ColumnNumber) + 1})
		}
		return nil
	})
	return list, err
}

// inPage is an object of the engine's world as the page knows it.
func (p place) inPage(ctx context.Context, object runtime.RemoteObjectID) (runtime.RemoteObjectID, error) {
	described, err := cdp.Call(ctx, p.session, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: object})
	if err != nil {
		return "", err
	}
	own, err := cdp.Call(ctx, p.session, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: described.Node.BackendNodeID, ObjectGroup: p.group})
	if err != nil {
		return "", err
	}
	return own.Object.ObjectID, nil
}

func (p place) windowOf(ctx context.Context, document runtime.RemoteObjectID) (runtime.RemoteObjectID, error) {
	result, err := cdp.Call(ctx, p.session, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: "function(){return this.defaultView}", ObjectID: document, ObjectGroup: p.group,
	})
	if err != nil {
		return "", err
	}
	return result.Result.ObjectID, nil
}

func listenersOn(ctx context.Context, s *cdp.Session, object runtime.RemoteObjectID) ([]*domdebugger.EventListener, error) {
	if object == "" {
		return nil, nil
	}
	result, err := cdp.Call(ctx, s, domdebugger.GetEventListeners, domdebugger.GetEventListenersParams{ObjectID: object})
	if err != nil {
		return nil, err
	}
	return result.Listeners, nil
}

// scripts are the addresses of the scripts a session has. The debugger is on just long enough to be told, and never pauses.
func scripts(ctx context.Context, s *cdp.Session) (map[proto.ScriptID]string, error) {
	urls := map[proto.ScriptID]string{}
	var mu sync.Mutex
	off := cdp.On(s, debugger.ScriptParsed, func(e debugger.EventScriptParsed) {
		mu.Lock()
		urls[e.ScriptID] = e.URL
		mu.Unlock()
	})
	defer off()
	if _, err := cdp.Call(ctx, s, debugger.Enable, debugger.EnableParams{}); err != nil {
		return nil, err
	}
	defer cdp.Send(s, debugger.Disable, proto.Empty{})
	_, err := cdp.Call(ctx, s, debugger.SetSkipAllPauses, debugger.SetSkipAllPausesParams{Skip: true})
	mu.Lock()
	defer mu.Unlock()
	return maps.Clone(urls), err // one more may be on its way
}
