package fingerprint_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/session"
)

var standard = session.Aim{}

// controls are the interactive elements, a line each.
func controls(f *fingerprint.Fingerprint) string {
	var lines []string
	for _, c := range f.Structure.Interactive {
		line := c.Type + " " + c.Text
		if !c.Enabled {
			line += " (disabled)"
		}
		if c.Href != "" {
			line += " -> " + c.Href
		}
		if c.Value != nil {
			line += " = " + *c.Value
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func signs(list []fingerprint.Sign) string {
	var lines []string
	for _, s := range list {
		lines = append(lines, s.Selector+" "+s.Text)
	}
	return strings.Join(lines, "\n")
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

// Scenario 12 (F-113, F-12..F-17): a full extraction has the right shape.
func TestShape(t *testing.T) {
	f := shown(t, `<title>T</title><main><h1>A</h1><button>B</button></main>`, standard)
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"url", "title", "viewport.width", "viewport.height", "captured_at", "scope", "depth", "hash", "structure_hash",
		"structure.landmarks.header.present", "structure.landmarks.main.contains", "structure.landmarks.main.interactive", "structure.landmarks.main.role",
		"structure.content.headings", "structure.content.lists", "structure.content.forms", "structure.content.images.count", "structure.content.images.with_alt",
		"structure.content.images.broken", "structure.interactive", "structure.state.error_elements", "structure.state.loading_indicators",
		"structure.state.empty_states", "structure.state.modals_open", "structure.state.notifications"} {
		at := any(tree)
		for _, key := range strings.Split(path, ".") {
			m, _ := at.(map[string]any)
			at = m[key]
		}
		if at == nil {
			t.Errorf("there is no %s in %s", path, data)
		}
	}
	if len(f.Hash) != 8 || f.Title != "T" || f.Viewport.Width != 1280 {
		t.Errorf("hash %q, title %q, viewport %v", f.Hash, f.Title, f.Viewport)
	}
}

// Scenarios 13 and 14 (F-114, F-115, F-20..F-25): landmarks by tag and by role.
func TestLandmarks(t *testing.T) {
	present := func(f *fingerprint.Fingerprint) string {
		var names []string
		for _, name := range []string{"header", "main", "nav", "footer", "aside"} {
			if l := f.Structure.Landmarks[name]; l.Present {
				names = append(names, name+"="+l.Role)
			}
		}
		return strings.Join(names, " ")
	}
	all := "header=banner main=main nav=navigation footer=contentinfo aside=complementary"
	same(t, "by tag", present(shown(t, `<header>a</header><nav>b</nav><main>c</main><aside>d</aside><footer>e</footer>`, standard)), all)
	same(t, "by role", present(shown(t, `<div role=banner>a</div><div role=navigation>b</div><div role=main>c</div><div role=complementary>d</div><div role=contentinfo>e</div>`, standard)), all)
	same(t, "hidden", present(shown(t, `<nav hidden>b</nav><main>c</main>`, standard)), "main=main")
	f := shown(t, `<p>no region at all</p>`, standard)
	if !f.Structure.NoLandmarks {
		t.Error("no_landmarks is not set")
	}
	main := shown(t, `<main><nav><a href=/1>1</a></nav><form id=f></form><section></section><div role=tablist></div>`+strings.Repeat(`<button>x</button>`, 7)+`</main>`, standard).Structure.Landmarks["main"]
	same(t, "contains", strings.Join(main.Contains, " "), "nav form #f section [role=tablist]")
	same(t, "interactive", strings.Join(main.Interactive, " "), "1 x x x x")
}

// Scenario 15 (F-116, F-36, F-39, F-42..F-44): types, names, states, paths; never a value.
func TestInteractive(t *testing.T) {
	f := shown(t, `<button>Save</button><a href="/p/a?x=1#y">Read</a><input aria-label=Mail value=secret@example.com><input aria-label=Empty>
<select aria-label=Size><option>S</select><textarea aria-label=Note></textarea><div role=button>Div</div><span tabindex=0>Span</span>
<button disabled>Off</button><input type=submit value=Go><a>no link</a><button></button><input type=hidden value=x><input type=checkbox aria-label=Box checked>`, standard)
	same(t, "controls", controls(f), `button Save
link Read -> /p/a
input Mail = [has value]
input Empty = 
select Size = [has value]
textarea Note = 
button Div
interactive Span
button Off (disabled)
button Go
input Box = [has value]`)
	if data, _ := json.Marshal(f); strings.Contains(string(data), "secret@") {
		t.Errorf("the value is in %s", data)
	}
}

// Scenario 16 (F-117, F-27, F-29, F-31, F-33, F-37, F-38, F-89): caps, none of them silent.
func TestCaps(t *testing.T) {
	var b strings.Builder
	for i := range 130 {
		fmt.Fprintf(&b, `<h2>H%d</h2><ul><li>x</ul><form id=f%d></form><table><tr><td>1</table><button>B%d</button>`, i, i, i)
	}
	for depth, most := range map[fingerprint.Depth]int{fingerprint.Standard: 50, fingerprint.Detailed: 100} {
		f := shown(t, b.String(), session.Aim{Depth: depth})
		c := f.Structure.Content
		if len(f.Structure.Interactive) != most || len(c.Headings) != 50 || len(c.Lists) != 20 || len(c.Forms) != 10 {
			t.Errorf("%s: %d interactive, %d headings, %d lists, %d forms", depth, len(f.Structure.Interactive), len(c.Headings), len(c.Lists), len(c.Forms))
		}
		if depth == fingerprint.Detailed && (len(c.Tables) != 10 || f.Truncated["tables"] != 130) {
			t.Errorf("%d tables, truncated %v", len(c.Tables), f.Truncated)
		}
		if depth == fingerprint.Standard && c.Tables != nil {
			t.Error("tables at standard depth (F-34)")
		}
		for _, name := range []string{"interactive", "headings", "lists", "forms"} {
			if f.Truncated[name] != 130 {
				t.Errorf("truncated[%s] is %d", name, f.Truncated[name])
			}
		}
	}
}

// Scenarios 17, 23 and 24 (F-118, F-124, F-125, F-70..F-74): what is hidden is not there.
func TestHidden(t *testing.T) {
	f := shown(t, `<button style="display:none">a</button><button style="visibility:hidden">b</button><button style="opacity:0">c</button><div hidden><button>d</button><h2>h</h2></div>
<details><summary>e</summary><button>f</button></details><button style="position:fixed">g</button><button>h</button>`, standard)
	same(t, "controls", controls(f), "interactive e\nbutton g\nbutton h")
	if n := len(f.Structure.Content.Headings); n != 0 {
		t.Errorf("%d hidden headings", n)
	}
}

// Scenarios 18 and 19 (F-119, F-120, F-45..F-53): states, each once, only visible ones.
func TestStates(t *testing.T) {
	s := shown(t, `<div role=alert>A</div><p class="big error">B</p><p class=alert-danger>C</p><p data-testid=login-error>D</p><div class=error><span class=error>E</span></div>
<p class=error hidden>no</p><div role=alert></div><p class=errors>no</p>
<div aria-busy=true>F</div><div class=loading>G</div><div class=spinner style="width:9px;height:9px"></div><div class=skeleton>H</div>
<div class=empty-state>I</div><div class=no-results>J</div><div class=no-data>K</div>
<div role=dialog>L</div><dialog open>M</dialog><dialog>no</dialog><div role=dialog style="display:none">no</div>
<div role=status>N</div><div class=toast>O</div><div class=notification>`+strings.Repeat("p", 300)+`</div>`, standard).Structure.State
	same(t, "errors", signs(s.Errors), "div A\n.big B\n.alert-danger C\n[data-testid=\"login-error\"] D\n.error E")
	same(t, "loading", signs(s.Loading), "div F\n.loading G\n.spinner \n.skeleton H")
	same(t, "empty", signs(s.Empty), ".empty-state I\n.no-results J\n.no-data K")
	same(t, "modals", signs(s.Modals), "div L\ndialog M")
	if n := len(s.Notifications); n != 3 || len([]rune(s.Notifications[2].Text)) != 200 {
		t.Errorf("notifications: %v", s.Notifications)
	}
}

// Scenarios 20 and 21 (F-121, F-122, F-26, F-28, F-30, F-32, F-35): content.
func TestContent(t *testing.T) {
	c := shown(t, `<h1>One</h1><h3>Three</h3><div role=heading aria-level=4>Four</div>
<ul id=a><li>1<li>2<ul class=inner><li>3</ul></ul><ol data-testid=steps><li>1</ol><dl><dt>a<dd>b</dl><ul class="_x real"></ul>
<form class=sign><label>Mail <input></label><input placeholder=Code><button>Go</button><input type=submit value=Send></form>
<table id=t><tr><th>a<th>b<th>c<tr><td>1<td>2<td>3</table>
<img alt=x src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"><img src=/missing.png><img alt="">`, session.Aim{Depth: fingerprint.Detailed}).Structure.Content
	same(t, "content", fmt.Sprint(c.Headings, c.Lists, c.Forms, c.Tables, c.Images),
		"[{1 One false {  0}} {3 Three false {  0}} {4 Four false {  0}}] "+
			`[{#a 2 ul {  0}} {.inner 1 ul {  0}} {[data-testid="steps"] 1 ol {  0}} {dl 1 dl {  0}} {.real 0 ul {  0}}] `+
			"[{.sign [Mail Code] [Go Send] {  0}}] [{#t 2 3 [] {  0}}] {3 2 1}")
}

// Scenario 22 (F-123, F-84): minimal depth has landmarks, and nothing else.
func TestMinimal(t *testing.T) {
	s := shown(t, `<main><ul><li>x</ul><form></form><button>b</button></main>`, session.Aim{Depth: fingerprint.Minimal}).Structure
	if s.Content != nil || s.Interactive != nil || s.State != nil || !s.Landmarks["main"].Present {
		t.Errorf("minimal has %+v", s)
	}
}

// Scenario 25 (F-126, F-67..F-69): the order of names.
func TestNames(t *testing.T) {
	long := strings.Repeat("word ", 25)
	f := shown(t, `<span id=l>By id</span>
<button aria-label="By label" aria-labelledby=l title=t>text</button><button aria-labelledby=l title=t>text</button><button title=t>By text</button>
<button title="By title">`+long+`</button><button title="Only title"></button><input placeholder="By placeholder" name=n><input name="by-name">
<label>By native label <input placeholder=p></label><button></button><input>`, standard)
	same(t, "names", controls(f), `button By label
button By id
button By text
button By title
button Only title
input By placeholder = 
input by-name = 
input By native label = 
input  = `)
}

// Scenario 26 (F-127, F-75): selectors.
func TestSelectors(t *testing.T) {
	c := shown(t, `<ul id=i data-testid=t class=c></ul><ul data-testid=t class=c></ul><ul class="_gen c"></ul><ul class=_gen></ul>`, standard).Structure.Content
	var got []string
	for _, l := range c.Lists {
		got = append(got, l.Selector)
	}
	same(t, "selectors", strings.Join(got, " "), `#i [data-testid="t"] .c ul`)
}

// Scenario 28 (F-129): above_fold is what is on screen.
func TestAboveFold(t *testing.T) {
	f := shown(t, `<button>top</button><div style="height:3000px"></div><button>bottom</button>`, session.Aim{Scope: fingerprint.AboveFold})
	same(t, "above the fold", controls(f), "button top")
}

// Scenario 29 (F-130, F-87): a selector limits the fingerprint to a subtree; none that matches is an error.
func TestScope(t *testing.T) {
	html := `<nav><a href=/>Home</a></nav><section id=s><button>In</button><nav><a href=/x>Inner</a></nav></section><button>Out</button>`
	f := shown(t, html, session.Aim{Scope: "#s"})
	same(t, "in scope", controls(f), "button In\nlink Inner -> /x")
	for selector, code := range map[string]fault.Code{".nothing": fault.ScopeNotFound, "a:::b": fault.InvalidSelector} {
		_, err := tab.Fingerprint(t.Context(), session.Aim{Scope: selector})
		if fault.Of(err) != code {
			t.Errorf("%s: %v", selector, err)
		}
		if code == fault.ScopeNotFound && fault.From(err).Message != "Scope element not found." {
			t.Errorf("message %q", fault.From(err).Message)
		}
	}
}

// F-91, F-92: light DOM of the main document only; what a slot shows is light DOM.
func TestLightDOM(t *testing.T) {
	f := shown(t, `<x-a><button>Slotted</button></x-a><iframe srcdoc="<button>Framed</button>"></iframe><button>Plain</button>
<script>const r = document.querySelector('x-a').attachShadow({mode: 'open'}); r.innerHTML = '<button>Shadow</button><slot></slot>'</script>`, standard)
	same(t, "controls", controls(f), "button Slotted\nbutton Plain")
}

// Ignored elements are left out with all that is in them.
func TestIgnore(t *testing.T) {
	f := shown(t, `<div class=ad><a href=/ad>Ad</a></div><a href=/>Home</a>`, session.Aim{Ignore: []string{".ad", ".none"}})
	same(t, "controls", controls(f), "link Home -> /")
}

// Scenario 1 (F-83, F-102): a page that does not answer is an error after 5 s, and the next page works.
func TestDeadline(t *testing.T) {
	print(t, `<p>x</p><script>setTimeout(() => { for (;;); }, 300)</script>`, standard)
	time.Sleep(500 * time.Millisecond)
	began := time.Now()
	_, err := tab.Fingerprint(t.Context(), standard)
	if took := time.Since(began); fault.Of(err) != fault.WaitTimeout || took < 4*time.Second || took > 7*time.Second {
		t.Errorf("after %s: %v", took, err)
	}
	same(t, "the next page", controls(shown(t, `<button>Fine</button>`, standard)), "button Fine")
}
