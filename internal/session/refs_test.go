package session_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// A page that renders its model anew in the ways frameworks do. Every control knows in want-true, which the engine does not read,
// which thing of the model it stands for.
const rerendering = `<!doctype html><title>Tasks</title><main><h1>Tasks</h1><form><input aria-label="New task"><button want-true="form/add">Add</button></form>
<div id=root></div></main><script>
let next = 0;
const titles = ['Water the plants', 'Pay the rent', 'Call Mira', 'Fix the bike', 'Buy tea', 'Read the report', 'Book a train', 'Write home'];
const item = () => ({ id: ++next, title: titles[(next * 7) % titles.length] + (next % 3 ? ' ' + next : ''), done: false });
let items = Array.from({ length: 14 }, item);
const row = (i) => '<li><h3>' + i.title + '</h3><button want-true="' + i.id + '/edit">Edit</button><button want-true="' + i.id + '/delete">Delete</button>'
  + '<a want-true="' + i.id + '/open" href="/task/' + i.id + '">Open</a><input type=checkbox want-true="' + i.id + '/done" aria-label="Done"' + (i.done ? ' checked' : '') + '></li>';
const anew = () => { root.innerHTML = '<ul>' + items.map(row).join('') + '</ul>' };
const keyed = () => {
  const ul = root.firstElementChild, kept = new Map([...ul.children].map((li) => [li.querySelector('button').getAttribute('want-true').split('/')[0], li]));
  ul.replaceChildren(...items.map((i) => kept.get(String(i.id)) ?? Object.assign(document.createElement('ul'), { innerHTML: row(i) }).firstElementChild));
};
anew();
</script>`

var rerenders = []string{
	`items.splice(%[1]d %% items.length, 1)`,
	`items.splice(%[1]d %% items.length, 0, item())`,
	`items.push(item())`,
	`items.sort((a, b) => (a.id * 31 + %[1]d) %% 17 - (b.id * 31 + %[1]d) %% 17)`,
	`items[%[1]d %% items.length].done ^= true`,
	`items.length < 4 && items.push(item(), item(), item())`,
}

// TestARefNeverNamesAnotherElement renders a page anew at random and looks at where every ref leads each time.
func TestARefNeverNamesAnotherElement(t *testing.T) {
	_, tab, raw := visit(t, rerendering)
	random := rand.New(rand.NewPCG(3, 4))
	first := map[dom.Ref]string{} // what each ref stood for when it was given
	for step := range 80 {
		look, truth := lookAt(t, tab, raw)
		for i := range look.Elements() {
			thing := truth[look.Nodes[i].ID.Key]
			if thing == "" || look.Nodes[i].ID.Doc != look.Nodes[0].ID.Doc {
				continue
			}
			ref := tab.Refs.Show(look.Snapshot, i)
			if was, given := first[ref]; given && was != thing {
				t.Fatalf("step %d: ref %v was given to %s and now names %s", step, ref, was, thing)
			}
			first[ref] = thing
		}
		var code []string
		for range 1 + random.IntN(3) {
			code = append(code, fmt.Sprintf(rerenders[random.IntN(len(rerenders))], random.IntN(1000)))
		}
		code = append(code, []string{"anew()", "keyed()"}[random.IntN(2)])
		run(t, raw, strings.Join(code, ";"))
	}
}

// TestUnchangedElementsKeepTheirRefs: a framework makes every node anew, and at least 95 % of the refs go on.
func TestUnchangedElementsKeepTheirRefs(t *testing.T) {
	_, tab, raw := visit(t, strings.Replace(rerendering, "(next % 3 ? ' ' + next : '')", "' ' + next", 1))
	given := map[string]dom.Ref{}
	look, truth := lookAt(t, tab, raw)
	for i := range look.Elements() {
		if thing := truth[look.Nodes[i].ID.Key]; thing != "" {
			given[thing] = tab.Refs.Show(look.Snapshot, i)
		}
	}
	run(t, raw, "document.querySelector('form').innerHTML += ''; items.splice(3, 1); items.splice(5, 0, item()); anew()")
	look, truth = lookAt(t, tab, raw)
	kept, all := 0, 0
	for i := range look.Elements() {
		ref, known := given[truth[look.Nodes[i].ID.Key]]
		if !known {
			continue
		}
		all++
		if tab.Refs.Peek(look.Snapshot, i) == ref {
			kept++
		}
	}
	if all < 50 || kept*100 < all*95 {
		t.Errorf("%d of %d unchanged elements kept their ref", kept, all)
	}
}

// TestAnotherAddressIsAnotherPage: the same button at another address does something else.
func TestAnotherAddressIsAnotherPage(t *testing.T) {
	_, tab, raw := visit(t, `<!doctype html><main><button want-true=one>Delete</button></main>`)
	look, _ := lookAt(t, tab, raw)
	button := len(look.Nodes) - 2
	ref := tab.Refs.Show(look.Snapshot, button)
	run(t, raw, `history.pushState(0, '', '/item/2'); document.querySelector('main').innerHTML = '<button want-true=two>Delete</button>'`)
	look, _ = lookAt(t, tab, raw)
	if i, ok := tab.Refs.Find(look.Snapshot, ref); ok {
		t.Errorf("ref %v leads to %v on another page", ref, look.Nodes[i])
	}
}

func lookAt(t *testing.T, tab *session.Tab, raw page.Tab) (session.Look, map[int]string) {
	t.Helper()
	look, err := tab.Look(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	data, err := raw.Call(t.Context(), "", "truth", nil)
	if err != nil {
		t.Fatal(err)
	}
	var named map[string]string
	if err := json.Unmarshal(data, &named); err != nil {
		t.Fatal(err)
	}
	truth := map[int]string{}
	for key, thing := range named {
		k, err := strconv.Atoi(key)
		if err != nil {
			t.Fatal(err)
		}
		truth[k] = thing
	}
	return look, truth
}

func run(t *testing.T, raw page.Tab, code string) {
	t.Helper()
	if _, err := raw.Call(t.Context(), "", "page", code); err != nil {
		t.Fatal(err)
	}
}
