package session

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// mostRepeats bounds how often one call presses a key.
const mostRepeats = 100

// Press presses a key, in an element or in what has the focus. Keys go by name, also with modifiers: "Control+Shift+K".
func (t *Tab) Press(ctx context.Context, what, key string, held page.Modifiers, repeat int) (*effect.Receipt, error) {
	stroke, err := parseKey(key)
	if err != nil {
		return nil, err
	}
	if repeat < 0 || repeat > mostRepeats {
		return nil, fault.Newf(fault.BadArgument, "repeat must be from 1 to %d", mostRepeats)
	}
	stroke.Modifiers |= held
	if stroke.Modifiers&page.Shift != 0 && utf8.RuneCountInString(stroke.Key) == 1 {
		stroke.Key = strings.ToUpper(stroke.Key)
	}
	strokes := []page.Stroke{stroke}
	for n := 1; n < repeat; n++ {
		strokes = append(strokes, stroke)
	}
	return t.act(ctx, "keypress", what, func(ctx context.Context, a *acting) error {
		a.deed("pressed %s", keyWords(stroke))
		if len(strokes) > 1 {
			a.deed("%s %d times", a.receipt.Deed, len(strokes))
		}
		if err := a.keysTo(ctx); err != nil {
			return err
		}
		a.pressed = time.Now()
		return a.keys(ctx, strokes...)
	})
}

// keysTo gives the target the focus, or leaves it where it is if there is no target.
func (a *acting) keysTo(ctx context.Context) error {
	if a.node < 0 {
		return a.do(ctx, "begin", nil, &struct{}{})
	}
	f, err := a.field(ctx, engine.FieldAsk{Any: true})
	if err != nil {
		return err
	}
	a.deed("%s in %s", a.receipt.Deed, a.label())
	if !f.Caret {
		a.note("it does not take the focus: the key went to what has it")
	}
	return nil
}

// keys presses keys, by script where there is nothing better.
func (a *acting) keys(ctx context.Context, strokes ...page.Stroke) error {
	if a.hands != nil {
		return a.hands.Keys(ctx, strokes...)
	}
	list := make([]scriptKey, len(strokes))
	for i, s := range strokes {
		list[i] = scriptKey{Key: s.Key, Code: s.Key, Modifiers: int(s.Modifiers), Number: scriptNumbers[s.Key]}
		if utf8.RuneCountInString(s.Key) == 1 {
			list[i].Code = "Key" + strings.ToUpper(s.Key)
			list[i].Number = int(strings.ToUpper(s.Key)[0])
		}
	}
	return a.do(ctx, "strokes", map[string]any{"keys": list}, &struct{}{})
}

// scriptKey is a key as synthetic.ts presses it.
type scriptKey struct {
	Key       string `json:"key"`
	Code      string `json:"code"`
	Number    int    `json:"number"`
	Modifiers int    `json:"modifiers"`
}

var scriptNumbers = map[string]int{"Enter": 13, "Escape": 27, "Tab": 9, "Backspace": 8, "Delete": 46, "ArrowLeft": 37, "ArrowUp": 38,
	"ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34}

// keyAliases are other names that people have for keys, in lower case.
var keyAliases = map[string]string{"return": "Enter", "esc": "Escape", "space": " ", "spacebar": " ", "del": "Delete", "ins": "Insert", "up": "ArrowUp", "down": "ArrowDown",
	"left": "ArrowLeft", "right": "ArrowRight", "pgup": "PageUp", "pgdn": "PageDown", "pageup": "PageUp", "pagedown": "PageDown", "ctrl": "Control", "cmd": "Meta",
	"command": "Meta", "option": "Alt", "plus": "+", "menu": "ContextMenu", "arrowup": "ArrowUp", "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft",
	"arrowright": "ArrowRight", "contextmenu": "ContextMenu", "capslock": "CapsLock", "printscreen": "PrintScreen"}

var modifierKeys = map[string]page.Modifiers{"Control": page.Ctrl, "Shift": page.Shift, "Alt": page.Alt, "Meta": page.Meta}

// parseKey reads a key, with modifiers before it where it has any.
func parseKey(text string) (page.Stroke, error) {
	if text == "" {
		return page.Stroke{}, fault.New(fault.BadArgument, "which key?").Nextf("give a key such as Enter, Escape, ArrowDown, a, Control+A")
	}
	var held page.Modifiers
	name := text
	for utf8.RuneCountInString(name) > 1 {
		before, after, found := strings.Cut(name, "+")
		bit := modifierKeys[keyName(before)]
		if !found || bit == 0 || after == "" {
			break
		}
		held |= bit
		name = after
	}
	key := keyName(name)
	if held&(page.Ctrl|page.Alt|page.Meta) != 0 && held&page.Shift == 0 && utf8.RuneCountInString(key) == 1 {
		key = strings.ToLower(key) // Control+A is Control and the A key
	}
	return page.Stroke{Key: key, Modifiers: held}, nil
}

func keyName(s string) string {
	if utf8.RuneCountInString(s) == 1 {
		return s
	}
	if name, ok := keyAliases[strings.ToLower(s)]; ok {
		return name
	}
	return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):]
}

func keyWords(s page.Stroke) string {
	var words []string
	for _, m := range modifierNames {
		if s.Modifiers&m.bit != 0 {
			words = append(words, strings.ToUpper(m.name[:1])+m.name[1:])
		}
	}
	key := s.Key
	switch {
	case key == " ":
		key = "Space"
	case s.Modifiers != 0:
		key = strings.ToUpper(key[:1]) + key[1:]
	}
	return strings.Join(append(words, fmt.Sprint(key)), "+")
}
