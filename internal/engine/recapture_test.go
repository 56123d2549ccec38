package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
)

// TestRecaptureSeesWhatCaptureSees changes a page at random, in every way a page changes, and holds what was read of the change
// alone against a reading of everything.
func TestRecaptureSeesWhatCaptureSees(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { changeAtRandom(t, seed) })
	}
}

func changeAtRandom(t *testing.T, seed uint64) {
	tab := open(t, changingPage)
	again, fresh := engine.NewReader(tab), engine.NewReader(tab)
	if _, err := again.Capture(t.Context()); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	for step := range steps {
		var now []string
		for range 1 + random.IntN(3) {
			change := changes[random.IntN(len(changes))]
			now = append(now, fmt.Sprintf(change, random.IntN(1000)))
		}
		run(t, tab, helpers+strings.Join(now, ";\n"))
		partial, err := again.Recapture(t.Context())
		if err != nil {
			t.Fatalf("step %d, after %s: %v", step, now, err)
		}
		whole, err := fresh.Capture(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		diff := cmp.Diff(outline(whole), outline(partial))
		if diff == "" {
			diff = apart(whole, partial)
		}
		if diff != "" {
			t.Fatalf("step %d: after\n  %s\nthe partial reading differs (-whole +partial):\n%s", step, strings.Join(now, "\n  "), diff)
		}
		// The engine remembers one reader's capture; the next partial one must follow its own.
		if _, err := again.Capture(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

const steps = 50

// apart names boxes that are not the same. A pixel is allowed: boxes are rounded, and so are the ways they move.
func apart(whole, partial *dom.Snapshot) string {
	var b strings.Builder
	for i, w := range whole.Boxes {
		p := partial.Boxes[i]
		if max(abs(w.X-p.X), abs(w.Y-p.Y), abs(w.W-p.W), abs(w.H-p.H)) > 1 {
			fmt.Fprintf(&b, "%s %d: %v is %v in the partial reading\n", whole.Nodes[i].Tag, whole.Nodes[i].ID.Key, w, p)
		}
	}
	return b.String()
}

func abs(n int32) int32 { return max(n, -n) }

// outline is every fact of a snapshot but the boxes, a line a node.
func outline(s *dom.Snapshot) []string {
	var lines []string
	for i, n := range s.Nodes {
		depth := 0
		for range s.Ancestors(i) {
			depth++
		}
		lines = append(lines, fmt.Sprintf("%s%d %s %q role=%s name=%q value=%q %v hide=%v acts=%v marks=%d %v", strings.Repeat(" ", depth),
			n.ID.Key, n.Tag, n.Text, n.Role, n.Name, n.Value, n.State.Flags(), n.Hidden.Reasons(), n.Acts.Reasons(), n.Marks, n.Attrs))
	}
	return lines
}

const changingPage = `<!doctype html><title>Changing</title><style>
.off{display:none} .veil{visibility:hidden} .big{font-size:30px} .pane{height:60px;overflow:auto;width:300px}
body.dark .item{padding:3px} #t:checked ~ #panel{display:none} .sticky{position:sticky;top:0} [data-wide]{width:500px}
.go{transition:opacity .05s} li:has(> b.mark){font-weight:bold;letter-spacing:2px}
</style><header class=sticky><a href=/>Home</a> <span>Words <b>in</b> a line</span></header>
<input id=t type=checkbox><div id=panel><p>Panel text</p><button>In panel</button></div>
<label id=lab for=f>Label</label><input id=f><span id=ref>Referred</span><button id=by aria-labelledby=ref>x</button>
<div class=pane><ul id=list></ul></div><div id=more></div><select id=sel><option>one<option>two</select><textarea id=ta>hello</textarea>
<details id=d><summary>Sum</summary><p>Inside</p></details><my-box id=host><i>light</i></my-box><footer>End</footer>
<ol id=long></ol><script>
for (let i = 0; i < 90; i++) long.insertAdjacentHTML('beforeend', i % 9 ? '<li>Row ' + i + ' <a href=#>go</a></li>' : 'loose text <b>bold</b><li>Row</li>');
for (let i = 0; i < 12; i++) list.insertAdjacentHTML('beforeend', '<li class=item>Item <b>' + i + '</b> <button>Edit</button></li>');
for (let i = 0; i < 6; i++) more.insertAdjacentHTML('beforeend', '<section><h2>Section ' + i + '</h2><p>Text of it</p></section>');
host.attachShadow({mode: 'open'}).innerHTML = '<div><slot></slot><button>Shadow</button></div>';
</script>`

const helpers = `var pick = (sel, n) => { const a = document.querySelectorAll(sel); return a[n % a.length] || document.body };
`

// changes are what a page may do; %[1]d is a random number.
var changes = []string{
	`pick('li', %[1]d).remove(); list.children.length < 4 && list.insertAdjacentHTML('beforeend', '<li class=item>New %[1]d</li><li>Other</li><li>Third</li>')`,
	`list.insertBefore(Object.assign(document.createElement('li'), {innerHTML: 'Added <b>%[1]d</b><button>Edit</button>'}), pick('li', %[1]d))`,
	`pick('li, p, h2', %[1]d).append(' and %[1]d')`,
	`{ const e = pick('li b, h2, p, #ref, #lab', %[1]d); e.firstChild ? e.firstChild.nodeValue = 'text %[1]d' : e.append('t') }`,
	`pick('li, section, p, #panel', %[1]d).classList.toggle('off')`,
	`pick('li, section, h2', %[1]d).classList.toggle('big')`,
	`pick('li, section, h2', %[1]d).classList.toggle('veil')`,
	`document.body.classList.toggle('dark')`,
	`t.checked = !t.checked`,
	`f.value = 'value %[1]d'; ta.value = 'area %[1]d'; sel.selectedIndex = %[1]d %% 2`,
	`pick('button, input, a', %[1]d).focus()`,
	`document.querySelector('.pane').scrollTop = %[1]d`,
	`window.scrollTo(0, %[1]d)`,
	`d.open = !d.open`,
	`pick('button', %[1]d).toggleAttribute('disabled')`,
	`pick('button', %[1]d).setAttribute('aria-expanded', %[1]d %% 2 ? 'true' : 'false')`,
	`pick('section, li', %[1]d).toggleAttribute('data-wide')`,
	`pick('section, li', %[1]d).toggleAttribute('aria-hidden')`,
	`more.append(pick('section', %[1]d))`,
	`more.insertBefore(pick('section', %[1]d), more.firstChild)`,
	`list.append(pick('section p', %[1]d))`,
	`host.shadowRoot.querySelector('button').textContent = 'S %[1]d'`,
	`host.append(Object.assign(document.createElement('em'), {textContent: 'light %[1]d'}))`,
	`host.shadowRoot.querySelector('div').insertAdjacentHTML('afterbegin', '<u>x%[1]d</u>')`,
	`pick('li b', %[1]d).classList.toggle('mark')`,
	`document.styleSheets[0].insertRule('h2 { margin-top: %[1]dpx }', 0)`,
	`pick('p', %[1]d).style.marginTop = (%[1]d %% 40) + 'px'`,
	`lab.htmlFor = %[1]d %% 2 ? 'f' : 'ta'; by.setAttribute('aria-labelledby', %[1]d %% 2 ? 'ref' : 'lab')`,
	`pick('header span', 0).innerHTML = 'Joined<b>up</b> words %[1]d'`,
	`list.innerHTML = list.innerHTML`,
	`pick('h2', %[1]d).id = 'h%[1]d'`,
	// A long list, of which few children are read.
	`pick('#long li', %[1]d).append(' and %[1]d')`,
	`pick('#long a', %[1]d).textContent = 'go %[1]d'`,
	`pick('#long li', %[1]d).classList.toggle('big')`,
	`pick('#long li, #long b', %[1]d).classList.toggle('off')`,
	`pick('#long li', %[1]d).remove()`,
	`pick('#long b', %[1]d).firstChild.nodeValue = 'bold %[1]d '`,
	`long.insertBefore(document.createTextNode(' more text %[1]d '), pick('#long li', %[1]d))`,
	`pick('#long li', %[1]d).style.display = %[1]d %% 2 ? 'inline' : ''`,
}
