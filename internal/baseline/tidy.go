package baseline

import (
	"bytes"
	"encoding/json"
)

const widest = 160

// tidy writes v as JSON for people: indented, but what fits on one line is on one line, so that a changed record is a changed
// line.
func tidy(v any) ([]byte, error) {
	var flat bytes.Buffer
	e := json.NewEncoder(&flat)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	lay(&out, bytes.TrimSpace(flat.Bytes()), "")
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// lay writes one compact JSON value, the first line at the cursor and the others behind the indent.
func lay(out *bytes.Buffer, value []byte, indent string) {
	if value[0] != '{' && value[0] != '[' || len(value)+len(indent) <= widest && !nested(value) {
		spaced(out, value)
		return
	}
	out.WriteByte(value[0])
	inner := indent + "  "
	for i, member := range members(value) {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n" + inner)
		if value[0] == '{' {
			end := stringEnd(member)
			out.Write(member[:end])
			out.WriteString(": ")
			member = member[end+1:]
		}
		lay(out, member, inner)
	}
	out.WriteString("\n" + indent)
	out.WriteByte(value[len(value)-1])
}

// nested is true of a value that holds an object: those get lines of their own.
func nested(value []byte) bool {
	for _, m := range members(value) {
		if value[0] == '{' {
			m = m[stringEnd(m)+1:]
		}
		if m[0] == '{' {
			return true
		}
		if m[0] == '[' && nested(m) {
			return true
		}
	}
	return false
}

// members splits an object or an array into its parts.
func members(value []byte) (parts [][]byte) {
	depth, start := 0, 1
	for i := 1; i < len(value)-1; i++ {
		switch value[i] {
		case '"':
			i += stringEnd(value[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, value[start:i])
				start = i + 1
			}
		}
	}
	if start < len(value)-1 {
		parts = append(parts, value[start:len(value)-1])
	}
	return parts
}

// stringEnd is the index after the string that begins here.
func stringEnd(s []byte) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// spaced writes a value on one line, with a space after commas and colons.
func spaced(out *bytes.Buffer, value []byte) {
	for i := 0; i < len(value); i++ {
		if value[i] == '"' {
			end := i + stringEnd(value[i:])
			out.Write(value[i:end])
			i = end - 1
			continue
		}
		out.WriteByte(value[i])
		if value[i] == ',' || value[i] == ':' {
			out.WriteByte(' ')
		}
	}
}
