package fingerprint

import (
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// landmarks are the regions that are looked for. The tag is their name; the role is what makes them one: a <header> in an
// article is none, and is taken only where there is no other.
var landmarks = []struct{ name, role string }{
	{"header", "banner"}, {"main", "main"}, {"nav", "navigation"}, {"footer", "contentinfo"}, {"aside", "complementary"},
}

func (w *walk) landmarks(controls []Control) (found map[string]Landmark, none bool) {
	found, none = map[string]Landmark{}, true
	for _, l := range landmarks {
		at := -1
		w.each(func(i int, n *dom.Node) {
			if at < 0 && n.Role == l.role {
				at = i
			}
		})
		w.each(func(i int, n *dom.Node) {
			if at < 0 && n.Tag == l.name {
				at = i
			}
		})
		if at < 0 {
			found[l.name] = Landmark{Node: -1}
			continue
		}
		none = false
		found[l.name] = Landmark{Present: true, Role: w.Nodes[at].Role, Contains: w.contains(at), Parts: w.parts(at), Interactive: w.labels(at, controls),
			Words: w.words(at), Node: at}
	}
	return found, none
}

var (
	notableTags  = []string{"nav", "form", "section", "article", "table", "main", "aside"}
	notableRoles = []string{"navigation", "search", "form", "region", "tablist", "toolbar", "menu", "menubar", "dialog", "alert", "status", "grid", "table",
		"tree", "feed", "log", "radiogroup", "group", "application"}
)

// contains names what is worth noting in a region: tags of parts, roles that were given, ids; each once, in page order.
func (w *walk) contains(at int) []string {
	names := []string{}
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	w.eachIn(at+1, w.End(at), func(_ int, n *dom.Node) {
		if slices.Contains(notableTags, n.Tag) {
			add(n.Tag)
		}
		if role := n.Attrs.Get("role"); role != "" && slices.Contains(notableRoles, role) {
			add("[role=" + role + "]")
		}
		if id := n.Attrs.Get("id"); id != "" && !generated(id) && !n.Interactive() {
			add("#" + clip(id, 60))
		}
	})
	return names
}

// parts counts the words of what has an id in a region.
func (w *walk) parts(at int) Parts {
	parts := Parts{}
	w.eachIn(at+1, w.End(at), func(i int, n *dom.Node) {
		if id := n.Attrs.Get("id"); id != "" && !generated(id) && !n.Interactive() && len(parts) < stored.contains {
			if words := w.words(i); words >= fewestWords {
				parts["#"+clip(id, 60)] = words
			}
		}
	})
	return parts
}

// fewestWords make a part worth missing.
const fewestWords = 5

// labels are those of the buttons and links in a region.
func (w *walk) labels(at int, controls []Control) (labels []string) {
	labels = []string{}
	for _, c := range controls {
		if c.Node > at && c.Node < w.End(at) && (c.Type == "button" || c.Type == "link") {
			labels = append(labels, c.Text)
		}
	}
	return labels
}

// generated is true of a name that a framework made up and will make up differently next time.
func generated(name string) bool {
	if strings.HasPrefix(name, "_") || strings.Contains(name, ":") {
		return true
	}
	for _, prefix := range []string{"css-", "sc-", "jsx-", "jss", "svelte-", "ember", "react-", "radix-", "headlessui-", "mui-", "styles_"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && (strings.ContainsAny(rest, "0123456789") || len(rest) >= 5 && !strings.Contains(rest, "-")) {
			return true
		}
	}
	digits := 0
	for _, r := range name {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	return digits >= 4
}
