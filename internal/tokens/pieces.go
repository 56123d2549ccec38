package tokens

import (
	"unicode"
	"unicode/utf8"
)

// kind is what the pattern of o200k distinguishes among characters.
type kind uint8

const (
	punctuation kind = iota
	lower
	upper
	caseless // letters without case, and marks: they go with either
	digit
	space
	newline
	none // behind the end
)

func (k kind) letter() bool { return k == lower || k == upper || k == caseless }

// ascii is the kind of every ASCII character.
var ascii = func() (kinds [utf8.RuneSelf]kind) {
	for c := range rune(utf8.RuneSelf) {
		kinds[c] = kindOf(c)
	}
	kinds['\n'], kinds['\r'] = newline, newline
	return kinds
}()

func kindOf(r rune) kind {
	switch {
	case 0x4E00 <= r && r < 0xA000: // the bulk of Chinese and Japanese, for speed
		return caseless
	case unicode.IsLower(r):
		return lower
	case unicode.IsUpper(r) || unicode.IsTitle(r):
		return upper
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return caseless
	case unicode.IsNumber(r):
		return digit
	case unicode.IsSpace(r):
		return space
	}
	return punctuation
}

// at returns the kind and the width of the character at i.
func at(s string, i int) (kind, int) {
	if i < len(s) && s[i] < utf8.RuneSelf {
		return ascii[s[i]], 1
	}
	return atWide(s, i)
}

func atWide(s string, i int) (kind, int) {
	if i >= len(s) {
		return none, 0
	}
	r, width := utf8.DecodeRuneInString(s[i:])
	return kindOf(r), width
}

// piece returns the end of the piece that begins at i, by the pattern of o200k, whose alternatives are, in this order:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
func piece(s string, i int) int {
	if end := plainEnd(s, i); end > 0 {
		return end
	}
	first, width := at(s, i)
	switch {
	case first.letter():
		return wordEnd(s, i)
	case first == digit:
		return digitsEnd(s, i)
	case first == space || first == newline:
		return spaceEnd(s, i)
	}
	if next, _ := at(s, i+width); next.letter() {
		return wordEnd(s, i+width)
	}
	return punctuationEnd(s, i)
}

// plainEnd is the end of the piece at i if it is of the commonest kind, a space or none and small ASCII letters; otherwise 0.
func plainEnd(s string, i int) int {
	if s[i] == ' ' {
		i++
	}
	from := i
	for i < len(s) && 'a' <= s[i] && s[i] <= 'z' {
		i++
	}
	if i == from || i < len(s) && (s[i] == '\'' || s[i] >= utf8.RuneSelf) {
		return 0
	}
	return i
}

func wordEnd(s string, i int) int {
	afterCaseless := 0
	for {
		k, width := at(s, i)
		if k != upper && k != caseless {
			break
		}
		i += width
		if k == caseless {
			afterCaseless = i
		}
	}
	capitals := i
	for {
		k, width := at(s, i)
		if k != lower && k != caseless {
			break
		}
		i += width
	}
	if i == capitals && afterCaseless > 0 {
		i = afterCaseless // the first alternative ends on a letter that need not be a capital
	}
	return i + contraction(s[i:])
}

// contraction is the length of the 's, 't, 're... that s begins with.
func contraction(s string) int {
	if len(s) < 2 || s[0] != '\'' {
		return 0
	}
	switch c := s[1] | 0x20; c {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v', 'l':
		if len(s) > 2 && (c == 'l' && s[2]|0x20 == 'l' || c != 'l' && s[2]|0x20 == 'e') {
			return 3
		}
	}
	return 0
}

func digitsEnd(s string, i int) int {
	for range 3 {
		k, width := at(s, i)
		if k != digit {
			break
		}
		i += width
	}
	return i
}

func punctuationEnd(s string, i int) int {
	for {
		k, width := at(s, i)
		if k != punctuation {
			break
		}
		i += width
	}
	for i < len(s) && (s[i] == '\n' || s[i] == '\r' || s[i] == '/') {
		i++
	}
	return i
}

// spaceEnd: white space ends with its last line break; without one, its last character goes to what follows, if it may.
func spaceEnd(s string, i int) int {
	end, last, afterBreak := i, i, 0
	for {
		k, width := at(s, end)
		if k != space && k != newline {
			break
		}
		last = end
		end += width
		if k == newline {
			afterBreak = end
		}
	}
	switch next, _ := at(s, end); {
	case afterBreak > 0:
		return afterBreak
	case next == none:
		return end
	case last > i:
		return last
	case next.letter():
		return wordEnd(s, end)
	case next == punctuation && s[i] == ' ':
		return punctuationEnd(s, end)
	}
	return end
}
