//go:build unix

package bridge

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/bridge/bridgetest"
	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

func TestAPageIsRead(t *testing.T) {
	s := newSession(t, open(t))
	tab := visit(t, s, serve(t, map[string]string{"/": "<title>Shop</title><p>one<p>two"}))
	if info := tab.Info(); info.Title != "Shop" || info.Status != 200 || info.MIME != "text/html" || info.Loading {
		t.Errorf("%+v", info)
	}
	n, err := count(within(t, 5*time.Second), tab, "p")
	if err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	if about := s.About(); about.Transport != "extension" || !strings.Contains(about.Product, " ") {
		t.Errorf("%+v", about)
	}
}

// TestAllFramesAreStitched reads frames of this and another site, one in a shadow tree, and one in a closed one.
func TestAllFramesAreStitched(t *testing.T) {
	tab := visit(t, newSession(t, open(t)), serve(t, map[string]string{
		"/": `<title>All</title><button>top</button><iframe src="/same"></iframe><iframe src="http://other/cross"></iframe><iframe srcdoc="<button>srcdoc</button>"></iframe>
			<div id=open></div><div id=closed></div><script>
			document.getElementById('open').attachShadow({mode: 'open'}).innerHTML = '<button>in the open</button><iframe src="http://other/deep"></iframe>';
			document.getElementById('closed').attachShadow({mode: 'closed'}).innerHTML = '<button>behind closed doors</button><iframe src="http://other/deeper"></iframe>';
			</script>`,
		"/same": "<button>same</button>", "/cross": `<button>cross</button><iframe src="/inner"></iframe>`, "/inner": "<button>inner</button>",
		"/deep": "<button>deep</button>", "/deeper": "<button>deeper</button>",
	}))
	page, err := engine.NewReader(tab).Capture(within(t, 10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, n := range page.Nodes {
		if n.Tag == "button" {
			found[n.Name] = true
		}
	}
	for _, want := range []string{"top", "same", "cross", "inner", "srcdoc", "in the open", "deep", "behind closed doors", "deeper"} {
		if !found[want] {
			t.Errorf("the button %q is missing; unread: %v", want, page.Unread)
		}
	}
}

func TestPagesThatTakeNoScript(t *testing.T) {
	tab := visit(t, newSession(t, open(t)), "chrome://version/")
	if _, err := count(within(t, 5*time.Second), tab, "p"); fault.Of(err) != fault.PageUnsupported {
		t.Errorf("got %v", err)
	}
	if err := tab.Go(within(t, 5*time.Second), page.Journey{URL: serve(t, map[string]string{"/": "<p>one"})}); err != nil {
		t.Fatal(err)
	}
	if n, err := count(within(t, 5*time.Second), tab, "p"); err != nil || n != 1 {
		t.Errorf("from there to a page: %d, %v", n, err)
	}
}

func TestATabThatClosesOrLeavesMeanwhile(t *testing.T) {
	s := newSession(t, open(t))
	url := serve(t, map[string]string{"/": "<p>one", "/two": "<p>one<p>two"})
	wait := map[string]any{"do": "settle", "with": map[string]int{"quiet": 4000, "none": 4000, "cap": 4000}}
	for what, leave := range map[string]func(page.Tab) error{
		"closes":  func(tab page.Tab) error { return tab.Close(within(t, 5*time.Second)) },
		"reloads": func(tab page.Tab) error { return tab.Go(within(t, 5*time.Second), page.Journey{URL: url + "/two"}) },
	} {
		tab := visit(t, s, url)
		if err := tab.(page.Pupil).Teach(within(t, 5*time.Second), "", handsScript); err != nil {
			t.Fatal(err)
		}
		if _, err := tab.Call(within(t, 5*time.Second), "", "hand", map[string]any{"do": "begin"}); err != nil {
			t.Fatal(err)
		}
		answered := make(chan error, 1)
		go func() {
			_, err := tab.Call(within(t, 8*time.Second), "", "hand", wait)
			answered <- err
		}()
		time.Sleep(300 * time.Millisecond)
		begun := time.Now()
		if err := leave(tab); err != nil {
			t.Fatal(err)
		}
		if err := <-answered; !errors.Is(err, page.ErrNavigated) && fault.Of(err) != fault.TabNotFound || time.Since(begun) > 3*time.Second {
			t.Errorf("a tab that %s: %v after %s", what, err, time.Since(begun))
		}
	}
}

// TestAPageCannotInterfere lets a page try to read and to forge what passes between the extension and the engine.
func TestAPageCannotInterfere(t *testing.T) {
	tab := visit(t, newSession(t, open(t)), serve(t, map[string]string{"/": `<title>Evil</title><p>one<script>
		heard = [];
		addEventListener('message', (e) => heard.push(e.data), true);
		const forge = () => { for (const m of [{do: 'call', function: 'query'}, {type: 'GASOLINE_DOM_QUERY_RESPONSE', result: {total: 99}}, {text: '{"total":99}'}]) {
			postMessage(m, '*'); try { chrome.runtime.sendMessage('` + extensionID + `', m) } catch {} } };
		setInterval(forge, 1);
		Array.prototype.map = JSON.stringify = JSON.parse = Document.prototype.querySelectorAll = () => { throw new Error('mine') };
		</script>`}))
	for range 20 {
		if n, err := count(within(t, 5*time.Second), tab, "p"); err != nil || n != 1 {
			t.Fatalf("%d, %v", n, err)
		}
	}
	data, err := bridgetest.Evaluate(profile(), strings.TrimPrefix(tab.Info().URL, "http:"),
		`[typeof __domsight, typeof chrome.runtime?.connect, heard.filter((m) => m.id || typeof m === 'string').length].join()`)
	if err != nil || string(data) != `"undefined,undefined,0"` {
		t.Errorf("the page sees of us: %s, %v", data, err)
	}
	blocked, err := bridgetest.Evaluate(profile(), strings.TrimPrefix(tab.Info().URL, "http:"),
		fmt.Sprintf(`fetch('http://%s/pending-queries', {headers: {Authorization: 'Bearer x'}}).then((r) => 'read ' + r.status, () => 'refused')`, shared.address))
	if err != nil || string(blocked) != `"refused"` {
		t.Errorf("the page's own request: %s, %v", blocked, err)
	}
	files, err := bridgetest.Evaluate(profile(), strings.TrimPrefix(tab.Info().URL, "http:"),
		`fetch('chrome-extension://`+extensionID+`/config.json').then((r) => r.text(), () => 'refused')`)
	if err != nil || string(files) != `"refused"` {
		t.Errorf("the page reads the extension's files: %s, %v", files, err)
	}
}

// TestALargePage captures what is too large for one message.
func TestALargePage(t *testing.T) {
	const n = 7000
	tab := visit(t, newSession(t, open(t)), serve(t, map[string]string{"/": strings.ReplaceAll(rows(n), "/item/", "/"+strings.Repeat("é", 1000)+"/")}))
	data, err := tab.Call(within(t, 30*time.Second), "", "capture", map[string]int{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(data), `"Buy `); len(data) < mostBody || got < n {
		t.Errorf("%d buttons in %d bytes", got, len(data))
	}
}

func rows(n int) string {
	var b strings.Builder
	b.WriteString("<!doctype html>")
	for i := range n {
		fmt.Fprintf(&b, `<div class="row r%d"><a href="/item/%d">Item %d</a> <span>%d pieces</span> <button>Buy %d</button></div>`, i, i, i, i, i)
	}
	return b.String()
}

// TestACaptureCostsLittleMoreThanOverTheProtocol measures both ways to the same page, in the same build of the browser.
func TestACaptureCostsLittleMoreThanOverTheProtocol(t *testing.T) {
	url := serve(t, map[string]string{"/": rows(2000)})
	process, err := browser.Launch(within(t, 20*time.Second), browser.Options{Path: bridgetest.Program(), Script: engine.Script()})
	if err != nil {
		t.Fatal(err)
	}
	defer process.Close()
	direct, err := process.Context(within(t, 10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	best := map[string]time.Duration{}
	for _, way := range []struct {
		name string
		tab  page.Tab
	}{{"protocol", visit(t, direct, url)}, {"extension", visit(t, newSession(t, open(t)), url)}} {
		for range 3 {
			begun := time.Now()
			if _, err := engine.NewReader(way.tab).Capture(within(t, 20*time.Second)); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(begun); best[way.name] == 0 || took < best[way.name] {
				best[way.name] = took
			}
		}
	}
	ratio := float64(best["extension"]) / float64(best["protocol"])
	t.Logf("%v: %.2f times", best, ratio)
	if ratio > 3 { // 1.5 on a machine that is not shared
		t.Errorf("a capture takes %.2f times as long", ratio)
	}
}

// TestOnlyWeHearWhoListens switches on the ears and lets a page look for the word by which they are asked.
func TestOnlyWeHearWhoListens(t *testing.T) {
	s := newSession(t, open(t))
	choose(t, "{listeners: true}")
	defer choose(t, "{listeners: false}")
	tab := visit(t, s, serve(t, map[string]string{"/ears": `<title>Ears</title><div id=a>A</div><div id=b>B</div><div id=c>C</div><div onclick="0">D</div><script>
		seen = [];
		addEventListener('domsight-hello', (e) => seen.push(e.detail), true);
		document.dispatchEvent(new Event('domsight-ready'));
		seen.push('/');
		document.dispatchEvent(new CustomEvent('domsight-hello', {detail: 'mine'}));
		addEventListener('mine', () => seen.push('told'), true);
		const send = EventTarget.prototype.dispatchEvent;
		EventTarget.prototype.dispatchEvent = function (e) { seen.push(e.type); return send.call(this, e) };
		a.addEventListener('click', () => {}); b.onclick = () => {};
		send.call(document, new Event('mine?'));
		</script>`})+"/ears")
	all, err := engine.NewReader(tab).Capture(within(t, 5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	clickable := 0
	for _, n := range all.Nodes {
		if n.Tag == "div" && n.Interactive() {
			clickable++
		}
	}
	if clickable != 3 {
		t.Errorf("%d can be clicked, of A, B and D", clickable)
	}
	data, err := bridgetest.Evaluate(profile(), "/ears", "seen.join()")
	if err != nil || string(data) != `"/,mine"` {
		t.Errorf("the page hears of it: %s, %v", data, err)
	}
}
