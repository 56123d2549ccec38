package browser

import (
	"strings"
	"testing"
	"time"
)

func TestOpenShadow(t *testing.T) {
	url, _ := site(t, map[string]string{"/": `
		<a-open></a-open><b-closed></b-closed><c-plain></c-plain><input value=ua><video controls></video>
		<script>
			const grow = (el, mode, html) => { const r = el.attachShadow({mode}); r.innerHTML = html; return r };
			const q = s => document.querySelector(s);
			grow(grow(q('a-open'), 'open', '<d-closed></d-closed>').querySelector('d-closed'), 'closed', 'in open');
			let host = q('b-closed'), root;
			for (let i = 0; i < 10; i++) { root = grow(host, 'closed', 'level ' + i + ' <e-deep></e-deep>'); host = root.firstElementChild }
		</script>`})
	tab := newTestTab(t, url)
	for range 2 { // the second time nothing is left to adopt
		start := time.Now()
		if err := tab.OpenShadow(deadline(t, 5*time.Second), "", "closed", "adopt"); err != nil {
			t.Fatal(err)
		}
		t.Log(time.Since(start))
		got := call(t, tab, "adoptedText", nil)
		if strings.Count(got, ",") != 10 || !strings.Contains(got, `"in open"`) || !strings.Contains(got, `"level 9"`) {
			t.Fatal(got)
		}
	}
}

func TestOpenShadowInAnotherSitesFrame(t *testing.T) {
	url, _ := site(t, map[string]string{
		"/":   `<iframe src="{other}/in"></iframe>`,
		"/in": `<x-y></x-y><script>document.querySelector('x-y').attachShadow({mode: 'closed'}).innerHTML = 'far'</script>`,
	})
	tab := newTestTab(t, url)
	eventually(t, "the frame is there", func() bool {
		frames, err := tab.Frames(t.Context())
		if err != nil || len(frames) != 2 || !strings.HasSuffix(frames[1].URL, "/in") {
			return false
		}
		if err := tab.OpenShadow(deadline(t, time.Second), frames[1].ID, "closed", "adopt"); err != nil {
			return false
		}
		got, err := tab.Call(deadline(t, time.Second), frames[1].ID, "adoptedText", nil)
		return err == nil && string(got) == `["far"]`
	})
}

func TestOpenShadowReportsTheEnginesFault(t *testing.T) {
	tab := newTestTab(t, "")
	if err := tab.OpenShadow(t.Context(), "", "missing", "adopt"); err == nil || !strings.Contains(err.Error(), "missing is not a function") {
		t.Error(err)
	}
}
