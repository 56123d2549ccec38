package fingerprint

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/domsight/domsight/internal/dom"
)

const (
	longestText = 100 // text is a name only below this
	longestName = 80  // of a name that is none by the seed's order
)

// label is what an element is called, by the seed's order: aria-label, aria-labelledby, a native label, text under 100
// characters, title, placeholder, name; and where none of these is there, the accessible name, so that a picture's alt or a
// card's long text does for the link around it.
func (w *walk) label(i int) string {
	n := w.Nodes[i]
	if l := n.Attrs.Get("aria-label"); l != "" {
		return strings.TrimSpace(l)
	}
	if n.NameFrom == "labelledby" || n.NameFrom == "native" && field(n) || n.NameFrom == "value" && n.Tag == "input" {
		return clip(n.Name, longestText)
	}
	if !field(n) {
		if t := w.text(i, longestText+1); t != "" && utf8.RuneCountInString(t) < longestText {
			return t
		}
	}
	for _, source := range []string{"title", "placeholder", "name"} {
		if v := strings.TrimSpace(n.Attrs.Get(source)); v != "" {
			return clip(v, longestText)
		}
	}
	return clip(n.Name, longestName)
}

// field is true of what holds a value.
func field(n *dom.Node) bool {
	return n.Tag == "select" || n.Tag == "textarea" || n.Tag == "input" && !buttonType(n)
}

func buttonType(n *dom.Node) bool {
	switch strings.ToLower(n.Attrs.Get("type")) {
	case "submit", "button", "reset", "image":
		return true
	}
	return false
}

// selector is the simple one of the seed: #id, [data-testid], first class that was not made up, tag.
func selector(n *dom.Node) string {
	if id := n.Attrs.Get("id"); id != "" {
		return "#" + clip(id, 80)
	}
	if id := n.Attrs.Get("data-testid"); id != "" {
		return `[data-testid="` + clip(id, 80) + `"]`
	}
	for _, class := range strings.Fields(n.Attrs.Get("class")) {
		if !strings.HasPrefix(class, "_") && !generated(class) {
			return "." + clip(class, 80)
		}
	}
	return n.Tag
}

// path is where a link leads, as a path without query; of mailto: and its kind the scheme.
func path(base, href string) string {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil {
		return clip(href, 200)
	}
	if b, err := url.Parse(base); err == nil {
		u = b.ResolveReference(u)
	}
	if u.Opaque != "" || u.Scheme == "javascript" {
		return u.Scheme + ":"
	}
	if p := u.EscapedPath(); p != "" {
		return clip(p, 200)
	}
	return "/"
}
