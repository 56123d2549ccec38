package domtest

import "github.com/domsight/domsight/internal/dom"

// kind is what one word at the start of a line stands for.
type kind struct {
	tag, role string
	acts      dom.Act
}

// kinds are the words that say more than their tag; every other word is a tag without a role.
var kinds = map[string]kind{
	"text":       {dom.Text, "", 0},
	"button":     {"button", "button", dom.ActNative},
	"link":       {"a", "link", dom.ActNative},
	"textbox":    {"input", "textbox", dom.ActNative},
	"checkbox":   {"input", "checkbox", dom.ActNative},
	"combobox":   {"select", "combobox", dom.ActNative},
	"option":     {"option", "option", dom.ActNative},
	"heading":    {"h2", "heading", 0},
	"list":       {"ul", "list", 0},
	"listitem":   {"li", "listitem", 0},
	"table":      {"table", "table", 0},
	"row":        {"tr", "row", 0},
	"rowheader":  {"th", "rowheader", 0},
	"cell":       {"td", "cell", 0},
	"article":    {"article", "article", 0},
	"main":       {"main", "main", 0},
	"navigation": {"nav", "navigation", 0},
	"banner":     {"header", "banner", 0},
	"form":       {"form", "form", 0},
	"dialog":     {"dialog", "dialog", 0},
	"menu":       {"div", "menu", 0},
	"menuitem":   {"div", "menuitem", dom.ActRole},
	"status":     {"div", "status", 0},
	"alert":      {"div", "alert", 0},
	"img":        {"img", "img", 0},
}

// word is the first word of the line that prints n, and whether its role must be said as well.
func word(n *dom.Node) (string, kind) {
	for w, k := range kinds {
		if k.tag == n.Tag && k.role == n.Role {
			return w, k
		}
	}
	if k, taken := kinds[n.Tag]; taken {
		return n.Tag, k
	}
	return n.Tag, kind{tag: n.Tag}
}
