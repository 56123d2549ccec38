package render

import (
	"strings"
	"unicode/utf8"
)

// quote puts page text in quotation marks, so that whatever it says it can never be taken for a line of ours.
func quote(s string) string {
	if !strings.ContainsAny(s, "\"\\\n\r\t") {
		return `"` + s + `"`
	}
	return `"` + escaper.Replace(s) + `"`
}

var escaper = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", " ", "\r", " ", "\t", " ")

// clip shortens s to at most most characters, an ellipsis included.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	r := []rune(s)
	return strings.TrimRight(string(r[:most-1]), " ") + "…"
}

// plain takes page text that must stand without quotation marks (an address, a class name) and leaves nothing in it that
// could end a line or begin one of ours.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == '"':
			return '_'
		case r < ' ' || r == '[' || r == ']':
			return -1
		}
		return r
	}, s)
}
