package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Typing is how to type.
type Typing struct {
	Clear bool          // what the field holds goes first
	Pause time.Duration // before each character
	Enter bool          // press Enter at the end
	Blur  bool          // leave the field at the end
	As    string        // what a receipt says in place of the text, for a secret
}

// Typing slower than this would not end while anyone waits.
const longestTyping = time.Minute

// suggestFor is how long a field that answers to typing a moment later is watched.
const suggestFor = 350 * time.Millisecond

// Type puts text into a field at its caret, as a person would, and says what became of it. That nothing did is a fault.
func (t *Tab) Type(ctx context.Context, what, text string, how Typing) (*effect.Receipt, error) {
	if what == "" {
		return nil, fault.New(fault.BadArgument, "which field?").Nextf("give a ref such as 12, or a selector")
	}
	if took := how.Pause * time.Duration(utf8.RuneCountInString(text)); took > longestTyping {
		return nil, fault.Newf(fault.BadArgument, "typing that would take %s", took.Round(time.Second)).Nextf("use a smaller speed, in ms a character")
	}
	r, err := t.actFor(ctx, how.Pause*time.Duration(utf8.RuneCountInString(text)), "type", what, func(ctx context.Context, a *acting) error {
		return a.typeText(ctx, text, how)
	})
	if err != nil {
		return nil, err
	}
	if !r.ValueChanged && !r.Evident() {
		return nil, fault.Newf(fault.NoEffect, "typing changed nothing: %s", r.Deed).Nextf("look at the field again; it may refuse this text")
	}
	return r, nil
}

func (a *acting) typeText(ctx context.Context, text string, how Typing) error {
	f, err := a.field(ctx, engine.FieldAsk{Clear: how.Clear, Conceal: how.As != ""})
	if err != nil {
		return err
	}
	if f.Kind == "none" {
		if f, err = a.openField(ctx, how); err != nil {
			return err
		}
	}
	a.deed("typed %s into %s", told(text, how), a.label())
	switch f.Kind {
	case "file":
		return fault.Newf(fault.BadArgument, "%s takes files, not text", a.label()).Nextf(`use act {"action": "upload", "ref": ..., "files": [...]}`)
	case "select":
		return a.choose(ctx, f.Field, []string{text})
	case "set":
		err = a.assign(ctx, f.Field, text)
	default:
		err = a.strokes(ctx, f, text, how)
	}
	if err != nil {
		return err
	}
	if f.Suggests {
		a.restFor = suggestFor
	}
	return a.finish(ctx, f, text, how)
}

// told is the text as a receipt repeats it.
func told(text string, how Typing) string {
	if how.As != "" {
		return how.As
	}
	return quoted(text)
}

// field makes the field that the target is ready.
func (a *acting) field(ctx context.Context, ask engine.FieldAsk) (f engine.Field, err error) {
	ask.Key, ask.Row, ask.Patience = a.key(), a.row(), ms(patience)
	if err := a.do(ctx, "field", ask, &f); err != nil {
		return f, err
	}
	if f.No == "" {
		a.pressed = time.Now()
		return f, nil
	}
	if f.No == "disabled" && f.Why == "readonly" {
		return f, fault.Newf(fault.Disabled, "%s is read-only", a.label()).Nextf("fill what it is computed from, if anything")
	}
	return f, a.refused(ctx, f.Aimed, a.frame)
}

// openField presses a target that is no field, for one to come up in its place: a cell, a caption that can be edited.
func (a *acting) openField(ctx context.Context, how Typing) (f engine.Field, err error) {
	at, err := a.aim(ctx, engine.Aim{Scroll: true})
	if err != nil {
		return f, err
	}
	if err := a.press(ctx, at, Click{Button: "left"}); err != nil {
		return f, err
	}
	var after engine.Journal
	if err := a.do(ctx, "settle", engine.Settle{Quiet: ms(restFor), None: ms(firstSign), Cap: ms(patience)}, &after); err != nil {
		return f, err
	}
	if after.Focus != 0 && after.Focus != a.key() {
		ask := engine.FieldAsk{Key: after.Focus, Clear: how.Clear, Conceal: how.As != "", Patience: ms(patience)}
		if _, err := a.tab.capture(ctx); err != nil {
			return f, err
		}
		if err := a.do(ctx, "field", ask, &f); err != nil {
			return f, err
		}
		if f.No == "" && f.Kind != "none" {
			a.note("which opened a field")
			return f, nil
		}
	}
	return f, fault.Newf(fault.BadArgument, "%s is not a field that takes text", a.label()).Nextf("dom_search {role: \"textbox\"} lists those that do")
}

// strokes types into a field that has the focus.
func (a *acting) strokes(ctx context.Context, f engine.Field, text string, how Typing) error {
	if a.hands == nil {
		return a.script(ctx, f, text, how)
	}
	if !f.Caret { // a person would press it
		if f.X == 0 && f.Y == 0 {
			return fault.Newf(fault.Hidden, "%s does not take the focus", a.label())
		}
		at, err := a.outwards(ctx, point{x: f.X, y: f.Y}, true)
		if err != nil {
			return err
		}
		if err := a.hands.Pointer(ctx, presses(at, Click{Button: "left"})...); err != nil {
			return err
		}
		if err := a.hands.Keys(ctx, page.Stroke{Key: "End"}); err != nil {
			return err
		}
	}
	if how.Clear {
		if err := a.clear(ctx, f, text); err != nil {
			return err
		}
	}
	if f.Kind == "line" {
		return a.hands.Type(ctx, strings.NewReplacer("\r", "", "\n", " ").Replace(text), how.Pause)
	}
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if i > 0 {
			if err := a.hands.Keys(ctx, newline); err != nil {
				return err
			}
		}
		if err := a.hands.Type(ctx, line, how.Pause); err != nil {
			return err
		}
	}
	return nil
}

// newline breaks a line without sending it off: in chats Enter does that.
var newline = page.Stroke{Key: "Enter", Modifiers: page.Shift}

// clear selects all there is, for the text to take its place.
func (a *acting) clear(ctx context.Context, f engine.Field, text string) error {
	if f.Kind == "rich" || f.Kind == "area" || !f.Caret {
		all := page.Stroke{Key: "a", Modifiers: page.Ctrl}
		if f.Mac {
			all.Modifiers = page.Meta
		}
		if err := a.hands.Keys(ctx, all); err != nil {
			return err
		}
	}
	if text == "" || f.Kind == "rich" {
		return a.hands.Keys(ctx, page.Stroke{Key: "Backspace"})
	}
	return nil
}

// script types where there is no input but by script.
func (a *acting) script(ctx context.Context, f engine.Field, text string, how Typing) error {
	if how.Clear && f.Kind == "rich" {
		if err := a.do(ctx, "selectAll", map[string]int{"key": f.Field}, &struct{}{}); err != nil {
			return err
		}
	}
	if text == "" && how.Clear {
		return a.do(ctx, "strokes", map[string]any{"keys": []scriptKey{{Key: "Backspace", Code: "Backspace", Number: 8}}}, &struct{}{})
	}
	for _, r := range text {
		if how.Pause > 0 {
			if err := sleep(ctx, how.Pause); err != nil {
				return err
			}
			if err := a.do(ctx, "insert", map[string]string{"text": string(r)}, &struct{}{}); err != nil {
				return err
			}
		}
	}
	if how.Pause > 0 {
		return nil
	}
	return a.do(ctx, "insert", map[string]string{"text": text}, &struct{}{})
}

// finish tells the page that the field is filled, presses Enter and leaves it as asked, and reads back what it holds.
func (a *acting) finish(ctx context.Context, f engine.Field, text string, how Typing) error {
	var held engine.Held
	arg := map[string]any{"key": f.Field, "text": text, "tell": f.Kind != "set", "blur": how.Blur && !how.Enter}
	if err := a.do(ctx, "filled", arg, &held); err != nil {
		if errors.Is(err, page.ErrNavigated) {
			return nil // the receipt will tell where to
		}
		return err
	}
	r := a.receipt
	r.ValueChanged, r.Value = held.Changed, held.Value
	if held.Secret && how.As == "" {
		a.deed("typed %s into %s", fmt.Sprintf("[redacted %d]", utf8.RuneCountInString(text)), a.label())
	}
	r.Holds = how.Clear && held.Kept == "all"
	if held.Changed && held.Kept == "part" && f.Kind != "set" {
		a.note("the field holds something else than was typed")
	}
	if !how.Enter {
		return nil
	}
	a.deed("%s and pressed Enter", r.Deed)
	if err := a.keys(ctx, page.Stroke{Key: "Enter"}); err != nil || !how.Blur {
		return err
	}
	arg["tell"], arg["blur"] = false, true
	_ = a.do(ctx, "filled", arg, &held) // Enter may have led elsewhere
	return nil
}

// assign sets a field that is not typed into.
func (a *acting) assign(ctx context.Context, field int, text string) error {
	a.receipt.Trusted = false
	var held engine.Held
	if err := a.do(ctx, "assign", map[string]any{"key": field, "text": text}, &held); err != nil {
		return err
	}
	if held.Kept == "none" && !held.Changed && held.Value != "" && held.Value != text {
		return fault.Newf(fault.BadArgument, "%s does not take %s", a.label(), quoted(text)).Nextf("write it as %s", held.Value)
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return fault.From(ctx.Err())
	}
}
