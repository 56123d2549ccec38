package reconcile

import (
	"fmt"

	"github.com/domsight/domsight/internal/dom"
)

// thing is an element of a made-up application. Who never changes and is seen by no one but the test; live changes whenever
// the element is made anew.
type thing struct {
	who, live       int
	tag, role, name string
	text            string
	attrs           dom.Attrs
	kids            []*thing
}

// app is a page with a memory of who is who: a toolbar, lists of rows of one style each, twins that nothing tells apart, and a
// form.
type app struct {
	next  int
	root  *thing
	bar   *thing
	twins *thing
	lists []*thing
	style map[*thing]int
	fresh map[*thing]bool // rows that came or changed in this step
	pins  map[string]bool // titles of which this step made a twin: their rows stay as they are
	gone  map[string]bool // titles that went away in this step
}

// The styles of rows: what there is to tell one from another.
const (
	plainItems = iota // li: text and a button
	tableRows         // tr: cells, a nameless button
	articles          // article: heading
	keyedItems        // li with data-id
	linkItems         // li: a link with an address of its own
	cards             // div without a role
	styles
)

// choose is how the model takes decisions: 0 <= choose(n) < n.
type choose func(n int) int

func (a *app) make(tag, role, name, text string, kids ...*thing) *thing {
	a.next++
	return &thing{who: a.next, live: a.next, tag: tag, role: role, name: name, text: text, kids: kids}
}

func newApp(pick choose, rows int) *app {
	a := &app{style: map[*thing]int{}}
	a.bar = a.make("div", "", "", "", a.make("button", "button", "Add", "Add"), a.make("button", "button", "Clear done", "Clear done"),
		a.make("span", "", "", "3 items left"))
	a.twins = a.make("div", "", "", "")
	for range 2 + pick(3) {
		a.addTwin()
	}
	main := a.make("main", "main", "", "", a.make("h1", "heading", "Shop", "Shop"), a.bar, a.twins)
	for range 1 + pick(3) {
		list := a.make("ul", "list", "", "")
		a.style[list] = pick(styles)
		a.lists = append(a.lists, list)
		main.kids = append(main.kids, a.make("section", "", "", "", list))
		for range 2 + pick(rows) {
			list.kids = append(list.kids, a.row(a.style[list], a.title(), pick))
		}
	}
	form := a.make("form", "form", "Sign up", "", a.make("label", "", "", "Mail"), a.make("input", "textbox", "Mail", ""),
		a.make("button", "button", "Send", "Send"))
	menu := a.make("nav", "navigation", "", "")
	for _, name := range []string{"Home", "About", "Help"} {
		link := a.make("a", "link", name, name)
		link.attrs = dom.Attrs{{Name: "href", Value: "/" + name}}
		menu.kids = append(menu.kids, link)
	}
	a.root = a.make("body", "", "", "", a.make("div", "", "", "", menu, main, form))
	return a
}

func (a *app) title() string { a.next++; return fmt.Sprintf("Item %d", a.next) }

func (a *app) addTwin() {
	a.twins.kids = append(a.twins.kids, a.make("button", "button", "Edit", "Edit"))
}

// row makes a row of a style about the thing called title.
func (a *app) row(style int, title string, pick choose) *thing {
	badge := a.make("span", "", "", []string{"Open", "Closed", "Draft"}[pick(3)])
	count := a.make("span", "", "", fmt.Sprint(pick(5), " left"))
	edit := a.make("button", "button", "Edit", "Edit")
	icon := a.make("button", "button", "", "", a.make("svg", "", "", ""))
	switch style {
	case tableRows:
		return a.make("tr", "row", "", "", a.make("td", "cell", title, title), a.make("td", "cell", count.text, "", count),
			a.make("td", "cell", "", "", icon))
	case articles:
		return a.make("article", "article", "", "", badge, a.make("h3", "heading", title, title), count, edit, icon)
	case keyedItems:
		row := a.make("li", "listitem", "", "", a.make("span", "", "", title), count, edit)
		row.attrs = dom.Attrs{{Name: "data-id", Value: fmt.Sprint(row.who)}}
		return row
	case linkItems:
		link := a.make("a", "link", title, title)
		link.attrs = dom.Attrs{{Name: "href", Value: fmt.Sprint("/items/", link.who)}}
		return a.make("li", "listitem", "", "", link, count, icon)
	case cards:
		return a.make("div", "", "", "", badge, a.make("p", "", "", title), edit)
	default:
		return a.make("li", "listitem", "", "", badge, a.make("div", "", "", "", a.make("span", "", "", title), count), edit)
	}
}

// titled is the part of a row that carries its title.
func (t *thing) titled() *thing {
	if len(t.text) > 4 && t.text[:5] == "Item " {
		return t
	}
	for _, kid := range t.kids {
		if found := kid.titled(); found != nil {
			return found
		}
	}
	return nil
}

func (t *thing) retitle(title string) {
	part := t.titled()
	if part.text = title; part.name != "" {
		part.name = title
	}
}

// renew makes an element and all in it anew.
func (a *app) renew(t *thing) {
	a.next++
	t.live = a.next
	for _, kid := range t.kids {
		a.renew(kid)
	}
}

// replace gives an element and all in it a new identity as well.
func (a *app) replace(t *thing) {
	a.renew(t)
	t.who = t.live
	for _, kid := range t.kids {
		a.replace(kid)
	}
}

// snapshot is what a capture would see of the application, and who is who in it.
func (a *app) snapshot() (*dom.Snapshot, []int) {
	s, who := new(dom.Snapshot), []int(nil)
	var grow func(parent int, t *thing)
	grow = func(parent int, t *thing) {
		at := s.Grow(parent, &dom.Node{ID: dom.ID{Doc: "d", Key: 2 * t.live}, Tag: t.tag, Role: t.role, Name: t.name, Attrs: t.attrs}, dom.Box{})
		who = append(who, t.who)
		if t.text != "" {
			s.Grow(at, &dom.Node{ID: dom.ID{Doc: "d", Key: 2*t.live + 1}, Tag: dom.Text, Text: t.text}, dom.Box{})
			who = append(who, 0)
		}
		for _, kid := range t.kids {
			grow(at, kid)
		}
	}
	grow(-1, a.root)
	return s.Seal(), who
}
