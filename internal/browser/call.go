package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	protopage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
)

// Call runs a function of the engine in a frame, with one argument, and returns its JSON. The top frame is "".
func (t *Tab) Call(ctx context.Context, frame, function string, arg any) (json.RawMessage, error) {
	call, err := t.expression(function, arg)
	if err != nil {
		return nil, err
	}
	answer, err := t.evaluate(ctx, frame, call)
	if errors.Is(err, context.DeadlineExceeded) {
		go t.unstick()
	}
	return answer, err
}

// expression calls a function of the engine.
func (t *Tab) expression(function string, arg any) (string, error) {
	text, err := json.Marshal(arg)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the argument of "+function+" is not JSON")
	}
	return t.script().Global + "." + function + "(" + string(text) + ")", nil
}

// evaluate runs an expression whose value is a JSON text, or a promise of one, beside the engine. If the document is another
// one than we thought, nothing has run: it is tried once more.
func (t *Tab) evaluate(ctx context.Context, id, expression string) (json.RawMessage, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	for again := false; ; again = true {
		f, err := t.find(id)
		if err != nil {
			return nil, err
		}
		session, world, err := t.world(ctx, f)
		if err != nil {
			if stale(err) && !again {
				continue
			}
			return nil, t.explain(err)
		}
		value, err := run(ctx, session, world, expression)
		switch {
		case err == nil:
			return value, nil
		case again:
			return nil, t.explain(err)
		case lostContext(err):
			t.leave(f, world)
		case t.engineMissing(err):
			if _, err := run(ctx, session, world, t.script().Source+"\n;''"); err != nil {
				return nil, t.explain(err)
			}
		default:
			return nil, t.explain(err)
		}
	}
}

// world is where the engine lives in a frame: a session and a context in it.
func (t *Tab) world(ctx context.Context, f *frame) (*cdp.Session, runtime.ExecutionContextID, error) {
	t.mu.Lock()
	session, world := f.session, f.world
	t.mu.Unlock()
	if world != 0 {
		return session, world, nil
	}
	made, err := cdp.Call(ctx, session, protopage.CreateIsolatedWorld, protopage.CreateIsolatedWorldParams{
		FrameID: f.id, WorldName: t.script().World,
	})
	if err != nil {
		return nil, 0, err
	}
	t.mu.Lock()
	if f.session == session {
		f.world = made.ExecutionContextID
	}
	t.mu.Unlock()
	return session, made.ExecutionContextID, nil
}

// leave forgets a context that is no longer there.
func (t *Tab) leave(f *frame, world runtime.ExecutionContextID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f.world == world {
		f.world = 0
	}
}

// exception is what the page threw.
type exception struct{ details *runtime.ExceptionDetails }

func (e *exception) Error() string { return thrown(e.details).Error() }

// run evaluates an expression and returns its value, which is undefined, JSON, or a string that holds JSON.
func run(ctx context.Context, s *cdp.Session, world runtime.ExecutionContextID, expression string) (json.RawMessage, error) {
	var raw jsonv2.Value
	err := s.Call(ctx, runtime.CommandEvaluate, runtime.EvaluateParams{
		Expression: expression, ContextID: world, ReturnByValue: new(true), AwaitPromise: new(true),
	}, &raw)
	if err != nil {
		return nil, err
	}
	if text, ok := peel(raw); ok {
		return text, nil
	}
	var result runtime.EvaluateResult
	if err := cdp.Decode(raw, &result); err != nil {
		return nil, err
	}
	if result.ExceptionDetails != nil {
		return nil, &exception{result.ExceptionDetails}
	}
	return unquote(json.RawMessage(result.Result.Value))
}

// peel takes the text out of a result that is nothing but a string, reading it once: it may have megabytes. Whatever else
// the result is, it says no.
func peel(result []byte) (json.RawMessage, bool) {
	quoted, ok := bytes.CutPrefix(result, []byte(`{"result":{"type":"string","value":`))
	if !ok {
		return nil, false
	}
	if quoted, ok = bytes.CutSuffix(quoted, []byte(`}}`)); !ok {
		return nil, false
	}
	text, err := jsontext.AppendUnquote(make([]byte, 0, len(quoted)), quoted)
	return text, err == nil && len(text) > 0
}

// engineMissing says whether an exception means that the document has no engine yet.
func (t *Tab) engineMissing(err error) bool {
	e, ok := err.(*exception)
	return ok && e.details.Exception != nil &&
		strings.HasPrefix(e.details.Exception.Description, "ReferenceError: "+t.script().Global+" is not defined")
}

// unquote takes the JSON text out of the string that carries it.
func unquote(value json.RawMessage) (json.RawMessage, error) {
	if len(value) == 0 {
		return json.RawMessage("null"), nil // undefined
	}
	if value[0] != '"' {
		return value, nil
	}
	var text string
	if err := cdp.Decode(value, &text); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the script in the page answered with something unreadable")
	}
	return json.RawMessage(text), nil
}
