package domtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

func parseLine(line string) (n *dom.Node, box dom.Box, err error) {
	first, rest := cut(line)
	k, ok := kinds[first]
	if !ok {
		k = kind{tag: first}
	}
	n = &dom.Node{Tag: k.tag, Role: k.role, Acts: k.acts}
	for rest != "" && err == nil {
		var part string
		part, rest = cut(rest)
		if numbers, ok := strings.CutPrefix(part, "box="); ok {
			_, err = fmt.Sscanf(numbers, "%d,%d,%d,%d", &box.X, &box.Y, &box.W, &box.H)
		} else {
			err = apply(n, part)
		}
	}
	return n, box, err
}

// cut takes the first part off a line; quotes keep their spaces.
func cut(line string) (part, rest string) {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ' ' && !quoted:
			return line[:i], strings.TrimSpace(line[i:])
		}
	}
	return line, ""
}

func apply(n *dom.Node, part string) error {
	switch part[0] {
	case '"':
		text, err := strconv.Unquote(part)
		if n.IsText() {
			n.Text = text
		} else {
			n.Name = text
		}
		return err
	case '@':
		doc, key, other := strings.Cut(part[1:], ":")
		if !other {
			doc, key = Doc, doc
		}
		number, err := strconv.Atoi(key)
		n.ID = dom.ID{Doc: doc, Key: number}
		return err
	case '#':
		name, value, err := pair(part[1:])
		n.Attrs = append(n.Attrs, dom.Attr{Name: name, Value: value})
		return err
	}
	name, value, err := pair(part)
	if err != nil {
		return err
	}
	return set(n, name, value)
}

func pair(part string) (name, value string, err error) {
	name, value, _ = strings.Cut(part, "=")
	if strings.HasPrefix(value, `"`) {
		value, err = strconv.Unquote(value)
	}
	return name, value, err
}

func set(n *dom.Node, name, value string) (err error) {
	var bits uint
	switch name {
	case "role":
		n.Role = value
	case "value":
		n.Value = value
	case "description":
		n.Description = value
	case "from":
		n.NameFrom = value
	case "current":
		n.State.Current = value
	case "popup":
		n.State.Popup = value
	case "level":
		n.Level, err = strconv.Atoi(value)
	case "marks":
		bits64, e := strconv.ParseUint(value, 10, 16)
		n.Marks, err = dom.Mark(bits64), e
	case "hidden":
		bits, err = reasons(value, "display", func(b uint) []string { return dom.Hide(b).Reasons() })
		n.Hidden = dom.Hide(bits)
	case "acts":
		bits, err = reasons(value, "native", func(b uint) []string { return dom.Act(b).Reasons() })
		n.Acts = dom.Act(bits)
	default:
		return setState(&n.State, name, value)
	}
	return err
}

func setState(s *dom.State, name, value string) error {
	if value == "" {
		value = "true"
	}
	at := slices.Index([]string{dom.False.String(), dom.True.String(), dom.Mixed.String()}, value)
	tris := map[string]*dom.Tri{"checked": &s.Checked, "selected": &s.Selected, "expanded": &s.Expanded, "pressed": &s.Pressed,
		"disabled": &s.Disabled, "readonly": &s.ReadOnly, "required": &s.Required, "invalid": &s.Invalid}
	bools := map[string]*bool{"focused": &s.Focused, "busy": &s.Busy, "modal": &s.Modal}
	if tri, ok := tris[name]; ok && at >= 0 {
		*tri = dom.Tri(at + 1)
		return nil
	}
	if flag, ok := bools[name]; ok && value == "true" {
		*flag = true
		return nil
	}
	return fmt.Errorf("%s=%s is no part of a node", name, value)
}

// reasons turns names, separated by commas, into the bits that are called so. "none" is no bit at all.
func reasons(names, usual string, named func(uint) []string) (uint, error) {
	if names == "none" {
		return 0, nil
	}
	if names == "" {
		names = usual
	}
	var set uint
next:
	for _, name := range strings.Split(names, ",") {
		for bit := uint(1); bit < 1<<16; bit <<= 1 {
			if slices.Equal(named(bit), []string{name}) {
				set |= bit
				continue next
			}
		}
		return 0, fmt.Errorf("%q is no reason", name)
	}
	return set, nil
}
