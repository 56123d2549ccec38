package reconcile

import (
	"fmt"
	"slices"
)

// step changes the application as a re-render does: some changes to the model, then all or some of the elements made anew.
// What nobody could tell from outside is left out: a new row never takes the looks of one that goes away in the same step.
func (a *app) step(pick choose) {
	a.begin()
	for range 1 + pick(4) {
		a.edit(pick)
	}
	switch pick(4) {
	case 0:
		a.renew(a.root)
	case 1:
		a.renew(a.lists[pick(len(a.lists))])
	case 2:
		a.renewSome(a.root, pick)
	}
}

func (a *app) begin() {
	a.fresh, a.pins, a.gone = map[*thing]bool{}, map[string]bool{}, map[string]bool{}
}

func (a *app) renewSome(t *thing, pick choose) {
	if pick(3) == 0 {
		a.renew(t)
		return
	}
	for _, kid := range t.kids {
		a.renewSome(kid, pick)
	}
}

func (a *app) edit(pick choose) {
	list := a.lists[pick(len(a.lists))]
	style := a.style[list]
	switch pick(11) {
	case 0, 1:
		a.insert(list, a.row(style, a.title(), pick), pick)
	case 2, 3:
		a.remove(list, pick)
	case 4:
		for i := range list.kids {
			j := pick(i + 1)
			list.kids[i], list.kids[j] = list.kids[j], list.kids[i]
		}
	case 5: // a rename keeps who it is
		if row := a.loose(list, pick); row != nil {
			a.retitle(row)
		}
	case 6: // another row with the same title, or all the same
		if row := a.loose(list, pick); row != nil && !a.gone[row.titled().text] {
			a.pins[row.titled().text] = true
			a.insert(list, a.row(style, row.titled().text, pick), pick)
		}
	case 7: // a virtual list shows another item in a live row; some parts of the row are made for the new item
		if row := a.loose(list, pick); row != nil && style != keyedItems && style != linkItems {
			a.retitle(row)
			for _, kid := range row.kids {
				if pick(2) == 0 {
					a.replace(kid)
				}
			}
		}
	case 8:
		if n := len(a.twins.kids); n > 2 && pick(2) == 0 {
			i := pick(n)
			a.twins.kids = slices.Delete(a.twins.kids, i, i+1)
		}
		if pick(2) == 0 {
			a.addTwin()
		}
	case 9: // an item moves to another list of its style
		to := a.lists[pick(len(a.lists))]
		if to != list && a.style[to] == style && len(list.kids) > 2 {
			i := pick(len(list.kids))
			row := list.kids[i]
			list.kids = slices.Delete(list.kids, i, i+1)
			to.kids = slices.Insert(to.kids, pick(len(to.kids)+1), row)
		}
	case 10:
		a.bar.kids[2].text = fmt.Sprint(pick(9), " items left")
		if pick(2) == 0 {
			a.bar.kids[pick(2)] = a.replacement(pick)
		}
	}
}

// replacement is a tool that was not there before.
func (a *app) replacement(pick choose) *thing {
	a.next++
	name := fmt.Sprint([]string{"Undo", "Redo", "Export", "Share"}[pick(4)], " ", a.next)
	return a.make("button", "button", name, name)
}

func (a *app) insert(list, row *thing, pick choose) {
	a.fresh[row] = true
	list.kids = slices.Insert(list.kids, pick(len(list.kids)+1), row)
}

func (a *app) remove(list *thing, pick choose) {
	if row := a.loose(list, pick); row != nil && len(list.kids) > 2 {
		a.gone[row.titled().text] = true
		list.kids = slices.DeleteFunc(list.kids, func(t *thing) bool { return t == row })
	}
}

func (a *app) retitle(row *thing) {
	a.fresh[row] = true
	a.gone[row.titled().text] = true
	row.retitle(a.title())
}

// loose is a row that was there before this step and is free to go, or nil.
func (a *app) loose(list *thing, pick choose) *thing {
	row := list.kids[pick(len(list.kids))]
	if a.fresh[row] || a.pins[row.titled().text] {
		return nil
	}
	return row
}
