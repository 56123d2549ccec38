package find

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// Classes joins the first few class names that look as if a person had written them.
func Classes(n *dom.Node, most int) string {
	var out []string
	for c := range strings.FieldsSeq(n.Attrs.Get("class")) {
		if len(out) == most {
			break
		}
		if !Generated(c) {
			out = append(out, c)
		}
	}
	return strings.Join(out, " ")
}

// Generated is true of an id or class that a build tool made up: it may be another one tomorrow.
func Generated(name string) bool {
	if strings.HasPrefix(name, "_") || strings.HasPrefix(name, "css-") || strings.HasPrefix(name, "sc-") || len(name) > 40 || strings.ContainsAny(name, ":[]()/!") {
		return true
	}
	digits := 0
	for _, r := range name {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	return digits >= 4 || digits > 0 && len(name) >= 6 && mixed(name)
}

// mixed is true of a word in which capitals and digits stand in the middle without order, as in a hash.
func mixed(s string) bool {
	turns := 0
	for i := 1; i < len(s); i++ {
		if kind(s[i]) != kind(s[i-1]) {
			turns++
		}
	}
	return turns >= 4
}

func kind(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return 0
	case b >= 'A' && b <= 'Z':
		return 1
	case b >= 'a' && b <= 'z':
		return 2
	}
	return 3
}
