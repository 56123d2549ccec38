package handstest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

// restless is a list that is drawn anew all the time, in one of four ways: made again from nothing, put in another order, its
// rows used for other items, or pushed down by what comes above it. Its buttons all have the same name. It tells which item was
// deleted.
const restless = `<!doctype html><title>none</title><style>li{height:34px} #banner{height:0;background:#fd8}</style><div id=banner></div><ul id=list></ul>
<script>
const mode = location.search.slice(1);
let items = Array.from({length: 8}, (_, i) => 'Item ' + 'abcdefgh'[i] + 'xyzuvwrs'[i]);
const row = (t) => '<li data-x><span>' + t + '</span> <button>Delete</button></li>';
list.innerHTML = items.map(row).join('');
list.onclick = (e) => { if (e.target.tagName === 'BUTTON') document.title = e.target.parentNode.firstChild.textContent; };
const shuffle = () => { for (let i = items.length - 1; i > 0; i--) { const j = Math.floor(Math.random() * (i + 1)); [items[i], items[j]] = [items[j], items[i]]; } };
const change = {
  again: () => { list.innerHTML = items.map(row).join(''); },
  order: () => { const els = [...list.children]; els.sort(() => Math.random() - .5); list.append(...els); },
  recycle: () => { shuffle(); [...list.children].forEach((li, i) => li.firstChild.textContent = items[i]); },
  shift: () => { banner.style.height = Math.floor(Math.random() * 5) * 34 + 'px'; },
}[mode];
setInterval(() => { if (Math.random() < .5) change(); }, 25);
</script>`

// TestNeverTheWrongElement presses buttons of lists that change under the pointer. Each press reaches the item that the agent was
// shown, or nobody.
func TestNeverTheWrongElement(t *testing.T) {
	base := serve(t, restless)
	random := rand.New(rand.NewPCG(7, 11))
	hits, refusals := 0, 0
	for _, mode := range []string{"again", "order", "recycle", "shift"} {
		tab := open(t, base+"/?"+mode, true)
		own := 0
		for range 12 {
			visit(t, tab, base+"/?"+mode)
			look, err := tab.Look(t.Context(), true)
			if err != nil {
				t.Fatal(err)
			}
			var buttons []int
			for i := range look.Elements() {
				if look.Nodes[i].Role == "button" {
					buttons = append(buttons, i)
				}
			}
			at := buttons[random.IntN(len(buttons))]
			meant := strings.TrimSpace(look.Text(look.Parent(at)+1, 0))
			ref := tab.Refs.Show(look.Snapshot, at)
			_, err = tab.Click(t.Context(), fmt.Sprint(int(ref)), session.Click{})
			after, lookErr := tab.Look(t.Context(), true)
			if lookErr != nil {
				t.Fatal(lookErr)
			}
			switch {
			case err != nil:
				refusals++
				if after.Title != "none" {
					t.Errorf("%s: %q was refused (%v), and %q was deleted", mode, meant, fault.Of(err), after.Title)
				}
			case after.Title == meant:
				hits++
				own++
			case after.Title == "none":
				t.Errorf("%s: %q was told as clicked, and nothing was deleted", mode, meant)
			default:
				t.Errorf("%s: %q was meant, and %q was deleted", mode, meant, after.Title)
			}
		}
		if own == 0 {
			t.Errorf("%s: not one press came through", mode)
		}
	}
	t.Logf("%d presses came through, %d were refused, none went astray", hits, refusals)
}
