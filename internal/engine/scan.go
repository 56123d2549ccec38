package engine

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// scanner reads JSON as the engine writes it: without white space, fields in any order, every field known. A page may have a
// hundred thousand nodes, and reading them through reflection costs more than capturing them.
type scanner struct {
	data  []byte
	at    int
	words map[string]string // strings that come again and again, kept once
	err   error
}

func newScanner(data []byte) *scanner {
	return &scanner{data: data, words: make(map[string]string, 64)}
}

// fail notes the first thing that is wrong; from then on everything reads as empty.
func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("byte %d: %s", s.at, fmt.Sprintf(format, args...))
	}
	s.at = len(s.data)
}

// next is the next byte, 0 at the end.
func (s *scanner) next() byte {
	if s.at < len(s.data) {
		return s.data[s.at]
	}
	return 0
}

func (s *scanner) expect(c byte) {
	if s.next() != c {
		s.fail("expected %q", c)
		return
	}
	s.at++
}

// object calls field for each name of an object; field must read the value.
func (s *scanner) object(field func(name []byte)) {
	s.expect('{')
	for first := true; s.err == nil && s.next() != '}'; first = false {
		if !first {
			s.expect(',')
		}
		name := s.literal()
		s.expect(':')
		if s.err == nil {
			field(name)
		}
	}
	s.expect('}')
}

// array calls element for each element of an array; element must read it.
func (s *scanner) array(element func()) {
	s.expect('[')
	for first := true; s.err == nil && s.next() != ']'; first = false {
		if !first {
			s.expect(',')
		}
		if s.err == nil {
			element()
		}
	}
	s.expect(']')
}

// literal is the inside of a string that has no escapes.
func (s *scanner) literal() []byte {
	raw, escaped := s.quoted()
	if escaped {
		s.fail("escapes in a name")
	}
	return raw
}

// quoted reads a string and returns what stands between its quotation marks, as written.
func (s *scanner) quoted() (raw []byte, escaped bool) {
	s.expect('"')
	from := s.at
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case '"':
			raw = s.data[from:s.at]
			s.at++
			return raw, escaped
		case '\\':
			escaped = true
			s.at++
		}
		s.at++
	}
	s.fail("a string without an end")
	return nil, false
}

// text reads a string.
func (s *scanner) text() string {
	from := s.at
	raw, escaped := s.quoted()
	if !escaped {
		return string(raw)
	}
	var out string
	if err := json.Unmarshal(s.data[from:s.at], &out); err != nil {
		s.fail("%v", err)
	}
	return out
}

// word reads a string that is likely to come again.
func (s *scanner) word() string {
	raw, escaped := s.quoted()
	if escaped || len(raw) > 40 {
		s.at -= len(raw) + 2
		return s.text()
	}
	if known, ok := s.words[string(raw)]; ok {
		return known
	}
	w := string(raw)
	s.words[w] = w
	return w
}

// int reads a whole number.
func (s *scanner) int() int {
	from := s.at
	negative := s.next() == '-'
	if negative {
		s.at++
	}
	n := 0
	for s.at < len(s.data) && s.data[s.at] >= '0' && s.data[s.at] <= '9' {
		n = n*10 + int(s.data[s.at]-'0')
		s.at++
	}
	if digits := s.at - from; digits == 0 || digits > 18 || negative && digits == 1 {
		s.fail("expected a whole number")
	}
	if negative {
		return -n
	}
	return n
}

// float reads any number.
func (s *scanner) float() float64 {
	from := s.at
	for s.at < len(s.data) && (s.data[s.at] >= '0' && s.data[s.at] <= '9' || s.data[s.at] == '.' || s.data[s.at] == '-' || s.data[s.at] == 'e' || s.data[s.at] == '+') {
		s.at++
	}
	f, err := strconv.ParseFloat(string(s.data[from:s.at]), 64)
	if err != nil {
		s.fail("expected a number")
	}
	return f
}
