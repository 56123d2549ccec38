package browser

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

var (
	_ page.Pupil    = (*Tab)(nil)
	_ page.Hands    = (*Tab)(nil)
	_ page.Watching = (*Tab)(nil)
)

// Teach runs script beside the engine in a frame.
func (t *Tab) Teach(ctx context.Context, frame, source string) error {
	_, err := t.evaluate(ctx, frame, source+"\n;''")
	return err
}

var pointerTypes = map[page.PointerKind]input.DispatchMouseEventType{
	page.PointerMove: input.DispatchMouseEventTypeMouseMoved, page.PointerDown: input.DispatchMouseEventTypeMousePressed,
	page.PointerUp: input.DispatchMouseEventTypeMouseReleased, page.PointerWheel: input.DispatchMouseEventTypeMouseWheel,
}

var buttonBits = map[string]int64{"left": 1, "right": 2, "middle": 4}

// Pointer carries out what a mouse does, one step after the other. The steps are sent at once, so that the page has no time to
// change between them.
func (t *Tab) Pointer(ctx context.Context, steps ...page.Pointer) error {
	pending := make([]*cdp.Pending, len(steps))
	for i, s := range steps {
		p := input.DispatchMouseEventParams{Type: pointerTypes[s.Kind], X: s.X, Y: s.Y, Button: input.MouseButtonNone, Modifiers: int64(s.Modifiers),
			ClickCount: int64(s.Clicks), DeltaX: s.DX, DeltaY: s.DY}
		if s.Button != "" {
			p.Button = input.MouseButton(s.Button)
		}
		if s.Kind == page.PointerDown {
			p.Buttons = buttonBits[s.Button]
		}
		if s.Held {
			p.Button, p.Buttons = input.MouseButtonLeft, 1
		}
		pending[i] = t.session.Start(input.CommandDispatchMouseEvent, p)
	}
	return t.taken(ctx, pending)
}

// taken waits for the page to have taken its input. A page that goes away meanwhile has taken it too.
func (t *Tab) taken(ctx context.Context, pending []*cdp.Pending) error {
	var failure error
	for _, p := range pending {
		if err := p.Wait(ctx, nil); err != nil && failure == nil {
			failure = t.explain(err)
		}
	}
	return failure
}

// Keys presses keys one after the other, each after its own pause. A key there is none of is refused before any is pressed.
func (t *Tab) Keys(ctx context.Context, strokes ...page.Stroke) error {
	keys := make([]key, len(strokes))
	for i, s := range strokes {
		var ok bool
		if keys[i], ok = lookupKey(s.Key); !ok {
			return fault.Newf(fault.BadArgument, "there is no key %q", s.Key).Nextf("use one character, or one of %s", strings.Join(keyNames(), ", "))
		}
	}
	var pending []*cdp.Pending
	for i, s := range strokes {
		if err := t.pause(ctx, &pending, s.Pause); err != nil {
			return err
		}
		pending = append(pending, t.stroke(keys[i], s)...)
	}
	return t.taken(ctx, pending)
}

// Text of more than so many characters is put in at once.
const mostStrokes = 300

// Type puts text in at the caret: key by key with a pause before each, or at once where it is long or no key types it.
func (t *Tab) Type(ctx context.Context, text string, pause time.Duration) error {
	if pause == 0 && utf8.RuneCountInString(text) > mostStrokes {
		return t.insert(ctx, text)
	}
	var pending []*cdp.Pending
	for _, r := range text {
		if err := t.pause(ctx, &pending, pause); err != nil {
			return err
		}
		if k, ok := lookupKey(string(r)); ok && k.code != "" {
			pending = append(pending, t.stroke(k, page.Stroke{Key: k.name})...)
		} else {
			pending = append(pending, t.session.Start(input.CommandInsertText, input.InsertTextParams{Text: string(r)}))
		}
	}
	return t.taken(ctx, pending)
}

// pause waits, after what was begun is done.
func (t *Tab) pause(ctx context.Context, pending *[]*cdp.Pending, pause time.Duration) error {
	if pause == 0 {
		return nil
	}
	err := t.taken(ctx, *pending)
	*pending = nil
	if err != nil {
		return err
	}
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return explain(ctx.Err())
	}
}

// insert puts text in at the caret at once, as an input method does.
func (t *Tab) insert(ctx context.Context, text string) error {
	_, err := cdp.Call(ctx, t.session, input.InsertText, input.InsertTextParams{Text: text})
	return t.explain(err)
}

// stroke starts one key's way down and up, with the modifiers held around it.
func (t *Tab) stroke(k key, s page.Stroke) []*cdp.Pending {
	var pending []*cdp.Pending
	send := func(kind input.DispatchKeyEventType, k key, mods page.Modifiers, text string) {
		p := input.DispatchKeyEventParams{Type: kind, Key: k.name, Code: k.code, WindowsVirtualKeyCode: k.number, NativeVirtualKeyCode: k.number,
			Modifiers: int64(mods), Text: text, UnmodifiedText: text, Location: k.location}
		if s.Repeat && kind != input.DispatchKeyEventTypeKeyUp {
			p.AutoRepeat = new(true)
		}
		pending = append(pending, t.session.Start(input.CommandDispatchKeyEvent, p))
	}
	var held page.Modifiers
	for _, m := range modifierKeys {
		if s.Modifiers&m.bit != 0 && k.name != m.key.name {
			held |= m.bit
			send(input.DispatchKeyEventTypeRawKeyDown, m.key, held, "")
		}
	}
	text := k.text
	if held&(page.Ctrl|page.Alt|page.Meta) != 0 {
		text = ""
	}
	mods := held
	if k.shifted {
		mods |= page.Shift
	}
	if text == "" {
		send(input.DispatchKeyEventTypeRawKeyDown, k, mods, "")
	} else {
		send(input.DispatchKeyEventTypeKeyDown, k, mods, text)
	}
	send(input.DispatchKeyEventTypeKeyUp, k, mods, "")
	for i := len(modifierKeys) - 1; i >= 0; i-- {
		if m := modifierKeys[i]; held&m.bit != 0 {
			held &^= m.bit
			send(input.DispatchKeyEventTypeKeyUp, m.key, held, "")
		}
	}
	return pending
}

// Upload gives a file input its files; the engine function returns the input for its argument.
func (t *Tab) Upload(ctx context.Context, frame, function string, arg any, files []string) error {
	call, err := t.expression(function, arg)
	if err != nil {
		return err
	}
	return t.within(ctx, frame, func(at place) error {
		found, err := cdp.Call(ctx, at.session, runtime.Evaluate, runtime.EvaluateParams{Expression: call, ContextID: at.world, ObjectGroup: at.group})
		if err != nil {
			return err
		}
		if found.ExceptionDetails != nil {
			return &exception{found.ExceptionDetails}
		}
		_, err = cdp.Call(ctx, at.session, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, ObjectID: found.Result.ObjectID})
		return err
	})
}

// AnswerDialog says what the next dialog is told; without it questions are answered no.
func (t *Tab) AnswerDialog(accept bool, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hands.answer = &answer{accept, text}
}

// answer is what a dialog will be told.
type answer struct {
	accept bool
	text   string
}
