package handstest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	protopage "github.com/chromedp/cdproto/page"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

// shown is the ref of the first element with a role and name, as an agent is shown it.
func shown(t *testing.T, tab *session.Tab, role, name string) string {
	t.Helper()
	look, err := tab.Look(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range look.Elements() {
		if n := look.Nodes[i]; n.Role == role && strings.Contains(n.Name, name) {
			return fmt.Sprint(int(tab.Refs.Show(look.Snapshot, i)))
		}
	}
	t.Fatalf("there is no %s %q", role, name)
	return ""
}

// TestIdentity shows what becomes of a ref when its element goes, comes back, gets another name or another row.
func TestIdentity(t *testing.T) {
	const html = `<!doctype html><title>t</title><div id=box><button id=b onclick="document.title='pressed '+this.textContent">%s</button></div><iframe id=f srcdoc="<p>x"></iframe>
<ul id=l><li><b>Alpha</b> <button>Open</button><li><b>Beta</b> <button>Open</button></ul>
<button id=do onclick="%s">Do</button>`
	for _, c := range []struct {
		name, label, change string
		first               string // how the first press ends
		again               bool   // whether the same call then works
	}{
		{"gone", "Save", "b.remove()", "ref_not_found", false},
		{"made again", "Save", "box.innerHTML=box.innerHTML", "", false},
		{"renamed", "Follow", "b.textContent='Unfollow'", "ref_changed", true},
		{"another number", "Cart (2)", "b.textContent='Cart (3)'", "", false},
		{"another role", "Save", "b.setAttribute('role','link')", "ref_changed", true},
		{"moved to another frame", "Save", "f.contentDocument.body.append(b)", "", false}, // it is the same element, and still the only one
		{"its text is another's now", "Save", "b.textContent='Delete everything'", "ref_changed", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := open(t, serve(t, fmt.Sprintf(html, c.label, c.change)), true)
			ref := shown(t, tab, "button", c.label)
			if _, err := tab.Click(t.Context(), "#do", session.Click{}); err != nil {
				t.Fatal(err)
			}
			r, err := tab.Click(t.Context(), ref, session.Click{})
			if code := string(fault.Of(err)); err != nil && code != c.first || err == nil && c.first != "" {
				t.Fatalf("first: %v, want %q", err, c.first)
			}
			if err == nil && !strings.Contains(told(tab, r), "title: \"pressed") {
				t.Errorf("not pressed: %s", told(tab, r))
			}
			if c.again {
				if _, err = tab.Click(t.Context(), ref, session.Click{}); err != nil {
					t.Errorf("again: %v", err)
				}
			}
		})
	}
	t.Run("recycled row", func(t *testing.T) {
		tab := open(t, serve(t, fmt.Sprintf(html, "x", "l.querySelector('b').textContent='Gamma'")), true)
		ref := shown(t, tab, "button", "Open")
		if _, err := tab.Click(t.Context(), "#do", session.Click{}); err != nil {
			t.Fatal(err)
		}
		_, err := tab.Click(t.Context(), ref, session.Click{})
		if fault.Of(err) != fault.RefChanged || !strings.Contains(err.Error(), `in "Alpha"`) || !strings.Contains(err.Error(), `in "Gamma"`) {
			t.Errorf("want ref_changed from Alpha to Gamma, got %v", err)
		}
	})
}

// TestPageThatHangs shows that a press that the page never gets over ends in time, with an error.
func TestPageThatHangs(t *testing.T) {
	s := session.New(func(ctx context.Context) (page.Browser, error) { return process.Context(ctx) })
	s.Deadlines.Act = 500 * time.Millisecond
	t.Cleanup(func() { _ = s.Close() })
	tab, err := s.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	visit(t, tab, serve(t, `<!doctype html><button onclick="for(;;);">Hang</button>`))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	began := time.Now()
	_, err = tab.Click(ctx, "button", session.Click{})
	if err == nil || time.Since(began) > 4*time.Second {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
}

// TestCrash shows that the end of the page's process under a press is told.
func TestCrash(t *testing.T) {
	own, err := process.Context(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := session.New(func(context.Context) (page.Browser, error) { return own, nil })
	t.Cleanup(func() { _ = s.Close() })
	tab, err := s.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	visit(t, tab, serve(t, `<!doctype html><button onclick="const end = Date.now() + 400; while (Date.now() < end);">Slow</button>`))
	go func() {
		time.Sleep(250 * time.Millisecond)
		own.Tabs()[0].(*browser.Tab).Session().Start(protopage.CommandCrash, nil)
	}()
	r, err := tab.Click(t.Context(), "button", session.Click{})
	switch {
	case err == nil && strings.Contains(told(tab, r), "crash"):
	case err != nil && strings.Contains(err.Error(), "crash"):
	default:
		t.Errorf("want the crash told, got %v, %v", r, err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		t.Error("it took until the deadline")
	}
}

// TestPopup shows that a window is reported with its tab, can be acted in, and may close itself.
func TestPopup(t *testing.T) {
	address := serve(t, `<!doctype html><title>Opener</title><button onclick="window.open('?child')">Open</button>
<script>if (location.search) document.body.innerHTML = '<button onclick="this.remove()">Inside</button><button id="end" onclick="window.close()">End</button>'</script>`)
	s := session.New(func(ctx context.Context) (page.Browser, error) { return process.Context(ctx) })
	t.Cleanup(func() { _ = s.Close() })
	tab, err := s.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	visit(t, tab, address)
	r := must(t, tab)(tab.Click(t.Context(), "button", session.Click{}))
	var id string
	for _, n := range r.Notices {
		id += n.Tab
	}
	child, err := s.Tab(t.Context(), id)
	if err != nil || id == "" {
		t.Fatalf("the receipt names no tab: %s (%v)", told(tab, r), err)
	}
	has(t, told(child, must(t, child)(child.Click(t.Context(), `button:contains("Inside")`, session.Click{}))), `- button "Inside"`)
	has(t, render.Receipt(must(t, child)(child.Click(t.Context(), "#end", session.Click{})), render.Where{}, nil), "the tab has closed")
	must(t, tab)(tab.Click(t.Context(), "button", session.Click{}))
}

// TestStolenFocus shows that text never goes into a field that took the focus at the last moment.
func TestStolenFocus(t *testing.T) {
	tab := open(t, serve(t, `<!doctype html><title>t</title><label>Mine <input id=mine></label><label>Thief <input id=thief></label>
<script>setInterval(() => document.activeElement === mine && Math.random() < .3 && thief.focus(), 1)</script>`), true)
	for range 8 {
		before := value(t, tab, "Mine")
		_, err := tab.Type(t.Context(), "#mine", "xy", session.Typing{Clear: true})
		if stolen := value(t, tab, "Thief"); stolen != "" && strings.HasPrefix(stolen, "xy") {
			t.Fatalf("the text went to the thief: %q (before: %q, %v)", stolen, before, err)
		}
	}
}

// value is what the field with that label holds.
func value(t *testing.T, tab *session.Tab, label string) string {
	t.Helper()
	look, err := tab.Look(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range look.Elements() {
		if n := look.Nodes[i]; n.Role == "textbox" && n.Name == label {
			return n.Value
		}
	}
	return ""
}

// TestLateToast shows that what comes and goes after a receipt is told with the next one.
func TestLateToast(t *testing.T) {
	tab := open(t, serve(t, `<!doctype html><title>t</title><p role=status id=s></p><button onclick="s.textContent += 'x'; if (s.textContent.length > 1) return;
setTimeout(() => { const d = document.createElement('div'); d.textContent = 'Too late'; document.body.append(d); setTimeout(() => d.remove(), 60); }, 300)">Go</button>`), true)
	ok := must(t, tab)
	if text := told(tab, ok(tab.Click(t.Context(), "button", session.Click{}))); strings.Contains(text, "Too late") {
		t.Fatalf("the receipt waited for it: %s", text)
	}
	time.Sleep(700 * time.Millisecond)
	has(t, told(tab, ok(tab.Click(t.Context(), "button", session.Click{}))), `came and went before this action: "Too late"`)
	if text := told(tab, ok(tab.Click(t.Context(), "button", session.Click{}))); strings.Contains(text, "Too late") {
		t.Errorf("told twice: %s", text)
	}
}

// TestSmallPrint shows what is easily forgotten: options are chosen when clicked, a page may be waited for, Enter may lead away.
func TestSmallPrint(t *testing.T) {
	address := serve(t, `<!doctype html><title>t</title><label>Tea <select><option>Assam<option>Ceylon</select></label>
<button id=go onclick="setTimeout(() => location.search = 'there', 900)">Go</button>
<form action="/sent"><input aria-label="Search" name=q></form>`)
	s := session.New(func(ctx context.Context) (page.Browser, error) { return process.Context(ctx) })
	t.Cleanup(func() { _ = s.Close() })
	tab, err := s.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	visit(t, tab, address)
	ok := must(t, tab)
	has(t, told(tab, ok(tab.Click(t.Context(), `option:contains("Ceylon")`, session.Click{}))), `value: "Assam" -> "Ceylon"`)
	has(t, told(tab, ok(tab.Click(t.Context(), "#go", session.Click{Navigate: true}))), "went to ", "?there")
	has(t, told(tab, ok(tab.Type(t.Context(), `[aria-label="Search"]`, "tea", session.Typing{Enter: true, Blur: true}))), "went to ", "/sent?q=tea")
}
