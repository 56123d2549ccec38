package tool

import (
	"fmt"
	"strings"
)

// alias is a tool under another name: callable, not listed.
func alias(name string, of *Tool) *Tool {
	t := *of
	t.Name, t.Unlisted = name, true
	return &t
}

// cssName writes an attribute's name so that CSS reads it as one.
func cssName(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '_', r >= 0x80, r == '-' && len(s) > 1, i > 0 && r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\%x `, r)
		}
	}
	return b.String()
}

// cssString quotes a value for CSS.
func cssString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\%x `, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
