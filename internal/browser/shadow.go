package browser

import (
	"context"
	"encoding/json"
	"strconv"
	"sync/atomic"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
)

// place is where the engine lives in a frame, for calls with live objects.
type place struct {
	session *cdp.Session
	world   runtime.ExecutionContextID
	group   string // holds the objects of one question, so that they can be let go together, and no others
}

var questions atomic.Int64

func (p place) release() {
	cdp.Send(p.session, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: p.group})
}

// within runs f where the engine lives in a frame.
func (t *Tab) within(ctx context.Context, id string, f func(place) error) error {
	if err := t.ready(ctx); err != nil {
		return err
	}
	if _, err := t.evaluate(ctx, id, t.script().Global+" && ''"); err != nil {
		return err // and the engine is there now, in the context that is there now
	}
	target, err := t.find(id)
	if err != nil {
		return err
	}
	session, world, err := t.world(ctx, target)
	if err != nil {
		return t.explain(err)
	}
	at := place{session, world, "domsight" + strconv.FormatInt(questions.Add(1), 10)}
	defer at.release()
	return t.explain(f(at))
}

// CallOwner runs a function of the engine on the element that holds the frame, in the document of that element.
func (t *Tab) CallOwner(ctx context.Context, id, function string) (answer json.RawMessage, err error) {
	f, err := t.find(id)
	if err != nil {
		return nil, err
	}
	if f.parent == "" {
		return nil, fault.New(fault.Internal, "the top frame has no element around it")
	}
	err = t.within(ctx, string(f.parent), func(at place) error {
		owner, err := cdp.Call(ctx, at.session, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: f.id})
		if err != nil {
			return err
		}
		element, err := at.resolve(ctx, owner.BackendNodeID)
		if err != nil {
			return err
		}
		value, err := at.call(ctx, "function(){return "+t.script().Global+"."+function+"(this)}", element)
		if err != nil {
			return err
		}
		answer, err = unquote(value)
		return err
	})
	return answer, err
}

// resolve makes a node an object in the engine's world.
func (p place) resolve(ctx context.Context, node proto.BackendNodeID) (runtime.RemoteObjectID, error) {
	result, err := cdp.Call(ctx, p.session, dom.ResolveNode, dom.ResolveNodeParams{
		BackendNodeID: node, ObjectGroup: p.group, ExecutionContextID: p.world,
	})
	if err != nil {
		return "", err
	}
	return result.Object.ObjectID, nil
}

// call runs a function on objects; the first is its this.
func (p place) call(ctx context.Context, function string, objects ...runtime.RemoteObjectID) (json.RawMessage, error) {
	params := runtime.CallFunctionOnParams{
		FunctionDeclaration: function, ObjectID: objects[0], ReturnByValue: new(true), AwaitPromise: new(true),
	}
	for _, id := range objects[1:] {
		params.Arguments = append(params.Arguments, &runtime.CallArgument{ObjectID: id})
	}
	result, err := cdp.Call(ctx, p.session, runtime.CallFunctionOn, params)
	if err != nil {
		return nil, err
	}
	if result.ExceptionDetails != nil {
		return nil, &exception{result.ExceptionDetails}
	}
	return json.RawMessage(result.Result.Value), nil
}

// deepestShadow bounds the rounds of OpenShadow: each round opens one level of nested closed roots.
const deepestShadow = 64

// OpenShadow finds closed shadow roots: the engine function `candidates` returns an array of elements, and `adopt` is called
// with each of those that hosts a closed root, and the root. It repeats while that brings new candidates.
func (t *Tab) OpenShadow(ctx context.Context, id, candidates, adopt string) error {
	global := t.script().Global
	return t.within(ctx, id, func(at place) error {
		for range deepestShadow {
			hosts, err := at.list(ctx, global+"."+candidates+"()")
			if err != nil {
				return err
			}
			adopted, err := at.adopt(ctx, hosts, "function(root){"+global+"."+adopt+"(this,root)}")
			if err != nil || adopted == 0 {
				return err
			}
		}
		return nil
	})
}

// list evaluates an expression whose value is an array of elements.
func (p place) list(ctx context.Context, expression string) ([]runtime.RemoteObjectID, error) {
	result, err := cdp.Call(ctx, p.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression: expression, ContextID: p.world, ObjectGroup: p.group,
	})
	if err != nil {
		return nil, err
	}
	if result.ExceptionDetails != nil {
		return nil, &exception{result.ExceptionDetails}
	}
	if result.Result.ObjectID == "" || result.Result.Description == "Array(0)" {
		return nil, nil
	}
	properties, err := cdp.Call(ctx, p.session, runtime.GetProperties, runtime.GetPropertiesParams{
		ObjectID: result.Result.ObjectID, OwnProperties: new(true),
	})
	if err != nil {
		return nil, err
	}
	var list []runtime.RemoteObjectID
	for _, property := range properties.Result {
		if _, err := strconv.Atoi(property.Name); err == nil && property.Value != nil && property.Value.ObjectID != "" {
			list = append(list, property.Value.ObjectID)
		}
	}
	return list, nil
}

// adopt hands the closed roots of hosts to a function, and says how many there were. All hosts are asked at once.
func (p place) adopt(ctx context.Context, hosts []runtime.RemoteObjectID, function string) (int, error) {
	asked := make([]*cdp.Pending, len(hosts))
	for i, host := range hosts {
		asked[i] = p.session.Start(dom.CommandDescribeNode, dom.DescribeNodeParams{ObjectID: host, Depth: new(int64(0)), Pierce: new(true)})
	}
	adopted := 0
	for i, pending := range asked {
		var described dom.DescribeNodeResult
		if err := pending.Wait(ctx, &described); err != nil {
			return adopted, err
		}
		for _, root := range described.Node.ShadowRoots {
			if root.ShadowRootType != proto.ShadowRootTypeClosed {
				continue
			}
			object, err := p.resolve(ctx, root.BackendNodeID)
			if err != nil {
				return adopted, err
			}
			if _, err := p.call(ctx, function, hosts[i], object); err != nil {
				return adopted, err
			}
			adopted++
		}
	}
	return adopted, nil
}
