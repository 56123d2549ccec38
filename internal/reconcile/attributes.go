package reconcile

import (
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// attributes stands for the attributes that tell an element from its like, in any order.
func attributes(n *dom.Node) uint64 {
	var h uint64
	for _, a := range n.Attrs {
		switch a.Name {
		case "data-testid", "data-test", "data-cy", "href", "name", "type", "src":
		case "id":
			if counted(a.Value) {
				continue
			}
		default:
			if !isKey(a.Name) {
				continue
			}
		}
		h += mix(word(a.Name), word(a.Value))
	}
	return h
}

// explicit is how the page itself names an element: its id or the key of the thing it shows. Empty if it does not.
func explicit(n *dom.Node) string {
	if id := htmlID(n); id != "" {
		return "#" + id
	}
	for _, a := range n.Attrs {
		if a.Value != "" && isKey(a.Name) {
			return a.Name + "=" + a.Value
		}
	}
	return ""
}

// htmlID is the id of an element, unless a framework made it up.
func htmlID(n *dom.Node) string {
	if id := n.Attrs.Get("id"); !counted(id) {
		return id
	}
	return ""
}

// isKey is true of attributes such as data-id and data-row-key, that name the thing an element shows. Those that count places,
// as data-index does, say nothing of it.
func isKey(name string) bool {
	rest, data := strings.CutPrefix(name, "data")
	if !data || rest == "-test-id" {
		return false
	}
	return strings.HasSuffix(rest, "-id") || strings.HasSuffix(rest, "-key") || strings.HasSuffix(rest, "uuid") ||
		slices.Contains([]string{"-itemid", "-rowid", "-uid", "-guid", "-pk"}, rest)
}

// The beginnings of ids that frameworks number as they go: another render gives the same element another.
var counters = []string{":r", "«r", "_r_", "radix-", "headlessui-", "react-aria", "react-select-", "mui-", "chakra-", "mantine-",
	"downshift-", "ember", "cdk-", "mat-", "el-id-", "rc_select_", "rc-", "__BVID__", "v-", "ext-gen", "yui_", "ui-id-"}

// counted is true of an id that says only how many were made before it.
func counted(id string) bool {
	if !strings.ContainsAny(id, "0123456789") {
		return strings.HasPrefix(id, ":r") || strings.HasPrefix(id, "«r")
	}
	if strings.Contains(id, ":r") {
		return true
	}
	return slices.ContainsFunc(counters, func(start string) bool { return strings.HasPrefix(id, start) })
}

// contradict is true if two nodes say themselves that they are not one.
func contradict(a, b *dom.Node) bool {
	differ := func(x, y string) bool { return x != "" && y != "" && x != y }
	return a.Tag != b.Tag || differ(htmlID(a), htmlID(b)) || differ(a.TestID(), b.TestID()) ||
		a.Attrs.Get("href") != b.Attrs.Get("href") || differ(a.Attrs.Get("name"), b.Attrs.Get("name")) ||
		a.Attrs.Get("type") != b.Attrs.Get("type") || differ(explicit(a), explicit(b))
}
