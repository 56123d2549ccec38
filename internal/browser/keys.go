package browser

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/domsight/domsight/internal/page"
)

// key is one key of a US keyboard. Tables from https://www.w3.org/TR/uievents-code/ and uievents-key, numbers as Chromium has them.
type key struct {
	name, code string
	number     int64
	text       string // what it types
	shifted    bool   // Shift is held for it
	location   int64
}

var modifierKeys = []struct {
	bit page.Modifiers
	key key
}{
	{page.Ctrl, key{name: "Control", code: "ControlLeft", number: 17, location: 1}},
	{page.Shift, key{name: "Shift", code: "ShiftLeft", number: 16, location: 1}},
	{page.Alt, key{name: "Alt", code: "AltLeft", number: 18, location: 1}},
	{page.Meta, key{name: "Meta", code: "MetaLeft", number: 91, location: 1}},
}

var namedKeys = []key{
	{name: "Enter", code: "Enter", number: 13, text: "\r"}, {name: "Tab", code: "Tab", number: 9}, {name: "Escape", code: "Escape", number: 27},
	{name: "Backspace", code: "Backspace", number: 8}, {name: "Delete", code: "Delete", number: 46}, {name: "Insert", code: "Insert", number: 45},
	{name: "ArrowLeft", code: "ArrowLeft", number: 37}, {name: "ArrowUp", code: "ArrowUp", number: 38},
	{name: "ArrowRight", code: "ArrowRight", number: 39}, {name: "ArrowDown", code: "ArrowDown", number: 40},
	{name: "Home", code: "Home", number: 36}, {name: "End", code: "End", number: 35},
	{name: "PageUp", code: "PageUp", number: 33}, {name: "PageDown", code: "PageDown", number: 34},
	{name: " ", code: "Space", number: 32, text: " "}, {name: "ContextMenu", code: "ContextMenu", number: 93},
	{name: "CapsLock", code: "CapsLock", number: 20}, {name: "Pause", code: "Pause", number: 19}, {name: "PrintScreen", code: "PrintScreen", number: 44},
	{name: "F1", code: "F1", number: 112}, {name: "F2", code: "F2", number: 113}, {name: "F3", code: "F3", number: 114}, {name: "F4", code: "F4", number: 115},
	{name: "F5", code: "F5", number: 116}, {name: "F6", code: "F6", number: 117}, {name: "F7", code: "F7", number: 118}, {name: "F8", code: "F8", number: 119},
	{name: "F9", code: "F9", number: 120}, {name: "F10", code: "F10", number: 121}, {name: "F11", code: "F11", number: 122}, {name: "F12", code: "F12", number: 123},
	modifierKeys[0].key, modifierKeys[1].key, modifierKeys[2].key, modifierKeys[3].key,
}

// marks are the keys that are neither letters nor digits: what they type, and what they type with Shift.
var marks = []struct {
	plain, shifted string
	code           string
	number         int64
}{
	{"`", "~", "Backquote", 192}, {"-", "_", "Minus", 189}, {"=", "+", "Equal", 187}, {"[", "{", "BracketLeft", 219}, {"]", "}", "BracketRight", 221},
	{`\`, "|", "Backslash", 220}, {";", ":", "Semicolon", 186}, {"'", `"`, "Quote", 222}, {",", "<", "Comma", 188}, {".", ">", "Period", 190}, {"/", "?", "Slash", 191},
}

const shiftedDigits = ")!@#$%^&*("

// lookupKey finds a key by what KeyboardEvent.key says. A character that no key types has one without a code.
func lookupKey(name string) (key, bool) {
	if i := slices.IndexFunc(namedKeys, func(k key) bool { return k.name == name }); i >= 0 {
		return namedKeys[i], true
	}
	if utf8.RuneCountInString(name) != 1 {
		return key{}, false
	}
	c := name[0]
	switch {
	case c >= 'a' && c <= 'z':
		return key{name: name, code: "Key" + strings.ToUpper(name), number: int64(c - 'a' + 'A'), text: name}, true
	case c >= 'A' && c <= 'Z':
		return key{name: name, code: "Key" + name, number: int64(c), text: name, shifted: true}, true
	case c >= '0' && c <= '9':
		return key{name: name, code: "Digit" + name, number: int64(c), text: name}, true
	}
	if d := strings.IndexByte(shiftedDigits, c); d >= 0 {
		return key{name: name, code: "Digit" + string(rune('0'+d)), number: int64('0' + d), text: name, shifted: true}, true
	}
	for _, m := range marks {
		if name == m.plain || name == m.shifted {
			return key{name: name, code: m.code, number: m.number, text: name, shifted: name == m.shifted}, true
		}
	}
	return key{name: name, text: name}, name >= " "
}

// keyNames lists the keys that have a name of their own.
func keyNames() []string {
	names := make([]string, len(namedKeys))
	for i, k := range namedKeys {
		if names[i] = k.name; k.name == " " {
			names[i] = "Space"
		}
	}
	return names
}
