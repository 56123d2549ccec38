package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/page"
)

// outline is the frames as paths, each with its parent's.
func outline(t *testing.T, tab page.Tab) string {
	t.Helper()
	frames, err := tab.Frames(deadline(t, 5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	name := map[string]string{}
	var list []string
	for _, f := range frames {
		host := "a"
		if strings.Contains(f.URL, "localhost") {
			host = "b"
		}
		path := f.URL[strings.LastIndex(f.URL, "/")+1:]
		name[f.ID] = host + ":" + path
		if _, known := name[f.Parent]; !known && f.Parent != "" {
			t.Errorf("%s comes before its parent", f.URL)
		}
		list = append(list, name[f.Parent]+">"+name[f.ID])
	}
	return strings.Join(list, " ")
}

var framePages = map[string]string{
	"/top":    `<script>1</script><iframe id=one src="/mid"></iframe><iframe id=two src="{other}/mid"></iframe>`,
	"/mid":    `<script>1</script><iframe id=in src="{here}/leaf"></iframe>`,
	"/leaf":   `<script>1</script><p>leaf</p>`,
	"/single": `<iframe id=it src="/leaf"></iframe>`,
	"/none":   `<p>none</p>`,
}

const fullOutline = ">a:top a:top>a:mid a:mid>a:leaf a:top>b:mid b:mid>a:leaf"

func TestFramesOfTwoSites(t *testing.T) {
	url, _ := site(t, framePages)
	tab := newTestTab(t, url+"/top")
	eventually(t, fullOutline, func() bool { return outline(t, tab) == fullOutline })
	frames, _ := tab.Frames(t.Context())
	for _, f := range frames {
		got, err := tab.Call(deadline(t, 5*time.Second), f.ID, "eval", "[location.href, __came]")
		if want := fmt.Sprintf(`["%s","early"]`, f.URL); err != nil || string(got) != want {
			t.Errorf("in %s: %s %v", f.URL, got, err)
		}
		if f.Parent == "" {
			if _, err := tab.CallOwner(t.Context(), f.ID, "tag"); err == nil {
				t.Error("the top frame has an owner")
			}
			continue
		}
		owner, err := tab.CallOwner(deadline(t, 5*time.Second), f.ID, "tag")
		if err != nil || !strings.HasPrefix(string(owner), `"IFRAME#`) {
			t.Errorf("owner of %s: %s %v", f.URL, owner, err)
		}
	}
	visit(t, tab, url+"/none")
	if got := outline(t, tab); got != ">a:none" {
		t.Errorf("after leaving: %s", got)
	}
}

func TestFrameMovesBetweenProcesses(t *testing.T) {
	url, other := site(t, framePages)
	tab := newTestTab(t, url+"/single")
	for round, to := range []string{other + "/mid", url + "/leaf", other + "/leaf", other + "/none", url + "/mid", other + "/mid"} {
		call(t, tab, "eval", fmt.Sprintf("document.getElementById('it').src = %q", to))
		eventually(t, fmt.Sprintf("round %d: %s is read", round, to), func() bool {
			frames, err := tab.Frames(t.Context())
			if err != nil || len(frames) < 2 || frames[1].URL != to {
				return false
			}
			if strings.HasSuffix(to, "/mid") && len(frames) != 3 || !strings.HasSuffix(to, "/mid") && len(frames) != 2 {
				return false
			}
			got, err := tab.Call(deadline(t, time.Second), frames[1].ID, "eval", "location.href")
			return err == nil && string(got) == `"`+to+`"`
		})
	}
	call(t, tab, "eval", "document.getElementById('it').remove()")
	eventually(t, "the frame is gone", func() bool { return outline(t, tab) == ">a:single" })
}

func TestFramesThatComeAndGo(t *testing.T) {
	url, _ := site(t, framePages)
	tab := newTestTab(t, url+"/none")
	call(t, tab, "eval", `for (let i = 0; i < 20; i++) { const f = document.createElement('iframe');
		f.src = i % 2 ? '/leaf' : location.origin.replace('127.0.0.1', 'localhost') + '/leaf'; document.body.append(f) }`)
	eventually(t, "20 frames are read", func() bool {
		frames, err := tab.Frames(t.Context())
		if err != nil || len(frames) != 21 {
			return false
		}
		for _, f := range frames[1:] {
			if got, err := tab.Call(deadline(t, time.Second), f.ID, "eval", "document.body.innerText"); err != nil || string(got) != `"leaf"` {
				return false
			}
		}
		return true
	})
	call(t, tab, "eval", "document.body.innerHTML = ''")
	eventually(t, "all are gone", func() bool { return outline(t, tab) == ">a:none" })
}

func TestFrameThatIsGone(t *testing.T) {
	tab := newTestTab(t, "")
	if _, err := tab.Call(t.Context(), "NOPE", "echo", 1); err == nil {
		t.Error("a frame that is not there was called")
	}
}

func TestWorkersRun(t *testing.T) {
	url, _ := site(t, map[string]string{
		"/":  `<script>new Worker('/w').onmessage = e => document.title = e.data</script>`,
		"/w": `postMessage('spoken')`,
	})
	browser := newBrowser(t)
	tab, err := browser.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	visit(t, tab, url)
	eventually(t, "the worker speaks", func() bool { return browser.Tabs()[0].Info().Title == "spoken" })
}
