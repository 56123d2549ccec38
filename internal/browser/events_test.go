package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	proto "github.com/chromedp/cdproto/cdp"
	protopage "github.com/chromedp/cdproto/page"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// told are the notices so far as one text.
func told(tab page.Tab) string {
	var all []string
	for _, n := range tab.Notices() {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s: %s %s", n.Kind, n.Text, n.Tab)))
	}
	return strings.Join(all, "\n")
}

func TestDialogsNeverHang(t *testing.T) {
	tab := newTestTab(t, odd(t)+"/alert")
	if got := tab.Info().Title; got != "after falsenull" {
		t.Errorf("title %q", got)
	}
	if got, want := told(tab), "dialog: alert: hello\ndialog: confirm: sure?\ndialog: prompt: who?"; got != want {
		t.Errorf("got %s", got)
	}
	if got := told(tab); got != "" {
		t.Errorf("told again: %s", got)
	}
	if got := call(t, tab, "eval", "alert('called'), 5"); got != "5" {
		t.Error(got)
	}
}

func TestDialogInAnotherSitesFrame(t *testing.T) {
	url, _ := site(t, map[string]string{"/": `<iframe src="{other}/in"></iframe>`, "/in": `<script>alert('far')</script><p>on</p>`})
	tab := newTestTab(t, url)
	eventually(t, "the dialog is answered", func() bool { return strings.Contains(told(tab), "alert: far") })
	frames, err := tab.Frames(t.Context())
	if err != nil || len(frames) != 2 {
		t.Fatal(frames, err)
	}
	got, err := tab.Call(deadline(t, 5*time.Second), frames[1].ID, "eval", "document.body.innerText")
	if err != nil || string(got) != `"on"` {
		t.Errorf("%s %v", got, err)
	}
}

func TestBeforeUnloadLetsUsLeave(t *testing.T) {
	url, _ := site(t, map[string]string{"/": "<title>Home</title>", "/stay": `<script>onbeforeunload = e => { e.preventDefault(); return e.returnValue = 'stay' }</script>`})
	tab := newTestTab(t, url+"/stay")
	visit(t, tab, url)
	if tab.Info().Title != "Home" {
		t.Errorf("%+v", tab.Info())
	}
	if err := tab.Close(deadline(t, 3*time.Second)); err != nil {
		t.Error(err)
	}
}

func TestDownloadIsNoticedAndNotStored(t *testing.T) {
	base := odd(t)
	tab := newTestTab(t, base+"/ok")
	call(t, tab, "eval", "location.href = '/file', 0")
	var said string
	eventually(t, "the file is noticed", func() bool { said += told(tab); return said != "" })
	if want := "download: report.csv from " + base + "/file"; said != want {
		t.Errorf("got %s", said)
	}
	if tab.Info().URL != base+"/ok" {
		t.Errorf("%+v", tab.Info())
	}
}

func TestNewWindowsBecomeTabs(t *testing.T) {
	url, other := site(t, map[string]string{
		"/":    `<a id=a target=_blank href="/two">x</a><title>One</title>`,
		"/two": `<script>1</script><title>Two</title>`,
	})
	browser := newBrowser(t)
	tab, err := browser.Open(deadline(t, 5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	visit(t, tab, url)
	for i, open := range []string{"window.open('/two'), 0", "document.getElementById('a').click(), 0", "window.open('" + other + "/two'), 0"} {
		call(t, tab, "eval", open)
		eventually(t, "the new tab is read", func() bool {
			tabs := browser.Tabs()
			if len(tabs) != i+2 || tabs[i+1].Info().Title != "Two" {
				return false
			}
			got, err := tabs[i+1].Call(deadline(t, time.Second), "", "eval", "__came")
			return err == nil && string(got) == `"early"`
		})
		opened := browser.Tabs()[i+1]
		if opened.ID() != fmt.Sprint(i+2) || opened.Info().Opener != "1" {
			t.Errorf("tab %s of %s", opened.ID(), opened.Info().Opener)
		}
		if got, want := told(tab), fmt.Sprintf("window: %s %s", opened.Info().URL, opened.ID()); got != want {
			t.Errorf("told %q, want %q", got, want)
		}
	}
}

func TestTabNumbersAreNotUsedAgain(t *testing.T) {
	browser := newBrowser(t)
	for i := 1; i <= 3; i++ {
		tab, err := browser.Open(deadline(t, 5*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		if tab.ID() != fmt.Sprint(i) {
			t.Errorf("tab %d is called %s", i, tab.ID())
		}
		if err := tab.Activate(deadline(t, 5*time.Second)); err != nil {
			t.Error(err)
		}
		if err := tab.Close(deadline(t, 5*time.Second)); err != nil {
			t.Error(err)
		}
		if len(browser.Tabs()) != 0 {
			t.Error("the tab is still listed")
		}
		if _, err := tab.Call(t.Context(), "", "echo", 1); fault.Of(err) != fault.TabNotFound {
			t.Error(err)
		}
	}
}

func TestContextsAreApart(t *testing.T) {
	url, _ := site(t, map[string]string{"/": ""})
	one, two := newTestTab(t, url), newTestTab(t, url)
	call(t, one, "eval", "document.cookie = 'who=one', localStorage.who = 'one'")
	if got := call(t, two, "eval", "[document.cookie, localStorage.who ?? '']"); got != `["",""]` {
		t.Error(got)
	}
}

func TestTabThatClosesItself(t *testing.T) {
	url, _ := site(t, map[string]string{"/": "", "/bye": "<script>setTimeout(close, 100)</script>"})
	browser := newBrowser(t)
	tab, err := browser.Open(deadline(t, 5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	visit(t, tab, url)
	call(t, tab, "eval", "window.open('/bye'), 0")
	eventually(t, "the tab comes", func() bool { return len(browser.Tabs()) == 2 })
	second := browser.Tabs()[1]
	start := time.Now()
	_, err = second.Call(deadline(t, 5*time.Second), "", "never", nil)
	if code := fault.Of(err); code != fault.TabNotFound && code != fault.WaitTimeout || time.Since(start) > 3*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	select {
	case <-second.Gone():
	case <-time.After(3 * time.Second):
		t.Error("it is not gone")
	}
	if len(browser.Tabs()) != 1 {
		t.Error("it is still listed")
	}
}

func TestCrashedPage(t *testing.T) {
	url, _ := site(t, map[string]string{"/": "<title>Home</title>"})
	tab := newTestTab(t, url)
	go func() {
		time.Sleep(100 * time.Millisecond)
		cdp.Send(tab.(*Tab).Session(), protopage.Crash, proto.Empty{})
	}()
	for range 2 { // the call that waits, and one that comes after
		start := time.Now()
		_, err := tab.Call(deadline(t, 5*time.Second), "", "never", nil)
		if fault.Of(err) != fault.PageUnsupported || !strings.Contains(err.Error(), "crashed") || time.Since(start) > 2*time.Second {
			t.Fatalf("%v after %v", err, time.Since(start))
		}
	}
	if got := told(tab); !strings.HasPrefix(got, "crash: ") {
		t.Errorf("told %q", got)
	}
	visit(t, tab, url)
	if got := call(t, tab, "eval", "document.title"); got != `"Home"` {
		t.Error(got)
	}
	if tab.Info().Title != "Home" {
		t.Errorf("%+v", tab.Info())
	}
}

func TestPageThatCrashesOnLoad(t *testing.T) {
	tab := newTestTab(t, "data:text/html,x")
	start := time.Now()
	err := tab.Go(deadline(t, 5*time.Second), page.Journey{URL: "chrome://crash"})
	if fault.Of(err) != fault.PageUnsupported || time.Since(start) > 2*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	visit(t, tab, "data:text/html,<title>back</title>")
	if got := tab.Info().Title; got != "back" {
		t.Error(got)
	}
}

func TestCrashedFrame(t *testing.T) {
	url, _ := site(t, map[string]string{"/": `<iframe src="{other}/in"></iframe>`, "/in": `in`})
	tab := newTestTab(t, url)
	var inner *frame
	eventually(t, "the frame is there", func() bool {
		tt := tab.(*Tab)
		tt.mu.Lock()
		defer tt.mu.Unlock()
		for _, f := range tt.frames {
			if f.id != tt.top && f.session != tt.session && strings.HasSuffix(f.url, "/in") {
				inner = f
			}
		}
		return inner != nil
	})
	go func() {
		time.Sleep(100 * time.Millisecond)
		cdp.Send(inner.session, protopage.Crash, proto.Empty{})
	}()
	start := time.Now()
	if _, err := tab.Call(deadline(t, 5*time.Second), string(inner.id), "never", nil); err == nil || time.Since(start) > 2*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	if got := call(t, tab, "eval", "1"); got != "1" {
		t.Error(got)
	}
}
