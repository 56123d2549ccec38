package find

import (
	"strings"
	"unicode"
)

// fold makes texts equal that differ only in case, in white space or in characters that cannot be seen.
func fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	space := false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			space = true
			continue
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		case r == 'ß' || r == 'ẞ':
			b.WriteByte('s')
			r = 's'
		case r == 'İ': // Turkish: its own lower case is two characters
			r = 'i'
		case r >= 0x80:
			if unicode.Is(unicode.Cf, r) {
				continue
			}
			r = lowest(r)
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	if space && b.Len() > 0 {
		b.WriteByte(' ')
	}
	return b.String()
}

// lowest stands for all the cases of a letter; it is a small one where there is one.
func lowest(r rune) rune {
	least := unicode.ToLower(r)
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, unicode.ToLower(other))
	}
	return least
}
