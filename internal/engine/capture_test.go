package engine_test

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
)

func captured(t *testing.T, tab page.Tab) *dom.Snapshot {
	t.Helper()
	s, err := engine.NewReader(tab).Capture(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTablesAgree: the bits of the engine mean the same on both sides.
func TestTablesAgree(t *testing.T) {
	tab := open(t, "<p>x")
	data, err := tab.Call(t.Context(), "", "tables", nil)
	if err != nil {
		t.Fatal(err)
	}
	var tables struct{ Hide, Act, Mark map[string]uint }
	if err := json.Unmarshal(data, &tables); err != nil {
		t.Fatal(err)
	}
	check := func(table map[string]uint, names func(uint) []string) {
		for name, bit := range table {
			if got := names(bit); bits.OnesCount(bit) != 1 || !slices.Equal(got, []string{name}) {
				t.Errorf("bit %d is %q in the page and %q here", bit, name, got)
			}
		}
	}
	check(tables.Hide, func(b uint) []string { return dom.Hide(b).Reasons() })
	check(tables.Act, func(b uint) []string { return dom.Act(b).Reasons() })
	for name, mark := range map[string]dom.Mark{"frame": dom.MarkFrame, "openRoot": dom.MarkOpenRoot, "closedRoot": dom.MarkClosedRoot,
		"inShadow": dom.MarkInShadow, "topLayer": dom.MarkTopLayer, "scrolls": dom.MarkScrolls, "secret": dom.MarkPassword} {
		if tables.Mark[name] != uint(mark) {
			t.Errorf("mark %s is %d in the page and %d here", name, tables.Mark[name], mark)
		}
	}
}

// TestComposedTree: slots, open and closed roots, frames of this and of another site, each in its place. O-64, O-65, B-21, B-22.
func TestComposedTree(t *testing.T) {
	mux := http.NewServeMux()
	serve := func(path, html string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, strings.ReplaceAll(html, "OTHER", strings.Replace(r.Host, "127.0.0.1", "localhost", 1)))
		})
	}
	serve("/", `<!doctype html><p>start</p>
<div id=open><span slot=s>slotted</span><em>unslotted</em></div><div id=shut><em>unshown</em></div><x-shut></x-shut>
<iframe srcdoc="<p>inner document</p><iframe srcdoc='<p>innermost</p>'></iframe>"></iframe>
<iframe src="http://OTHER/far"></iframe><p>end</p><script>
document.getElementById('open').attachShadow({mode: 'open'}).innerHTML = '<b>before</b><slot name=s></slot>';
document.getElementById('shut').attachShadow({mode: 'closed'}).innerHTML = '<button>in a closed root</button><x-in></x-in>';
customElements.define('x-shut', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = 'custom and closed' } });
customElements.define('x-in', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = 'nested and closed' } });
</script>`)
	serve("/far", `<p>from another site</p>`)
	s := captured(t, openServed(t, mux))
	got := s.Text(0, 0)
	want := "start beforeslotted in a closed root nested and closed custom and closed inner document innermost from another site end"
	if got != want {
		t.Errorf("a person reads\n  %s\nthe engine reads\n  %s", want, got)
	}
	if len(s.Unread) > 0 {
		t.Errorf("unread: %v", s.Unread)
	}
	for i, n := range s.Nodes {
		if strings.Contains(n.Text, "another site") && s.Nodes[s.Parent(i)].Marks&dom.MarkInFrame == 0 {
			t.Error("what stands in a frame is not marked so")
		}
	}
}

// TestBottomless: pages that are deep, wide and wrong are read, and quickly.
func TestBottomless(t *testing.T) {
	for name, html := range map[string]struct{ html, want string }{
		"nested shadow roots": {`<div id=h></div><script>let h = document.getElementById('h'); for (let i = 0; i < 50; i++) {
			const r = h.attachShadow({mode: 'open'}); r.innerHTML = '<i>' + i + '</i><div></div>'; h = r.querySelector('div') }; h.textContent = 'bottom'</script>`, "49 bottom"},
		"nested frames": {`<div id=r></div><script>let d = document; for (let i = 0; i < 20; i++) {
			const f = d.createElement('iframe'); (d.body || d.documentElement).append(f); d = f.contentDocument; d.body.append('level ' + i + ' ') }</script>`, "level 19"},
		"ARIA in circles": {`<a id=a aria-owns=b aria-labelledby="b nowhere" href=x>a</a><a id=b aria-owns=a aria-labelledby=a href=y>b</a>
			<div role="nonsense button" aria-checked=perhaps aria-level=-3 aria-labelledby="">c</div>`, "ab c"},
		"a million characters":        {`<p id=p></p><script>p.textContent = 'word '.repeat(200000)</script>`, "(900000 more characters)"},
		"deeper than any parser goes": {`<div id=d></div><script>let d = document.getElementById('d'); for (let i = 0; i < 900; i++) d = d.appendChild(document.createElement('div')); d.textContent = 'deep'</script><p>after`, "after"},
		"no body":                     {`<script>document.body.remove()</script>`, ""},
		"frameset":                    {`<frameset cols="50%,50%"><frame src="about:blank"></frameset>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := captured(t, open(t, "<!doctype html>"+html.html))
			if got := s.Text(0, 0); !strings.HasSuffix(got, html.want) {
				t.Errorf("the text ends with %q, want %q; unread: %v", got[max(0, len(got)-80):], html.want, s.Unread)
			}
		})
	}
}

// TestSecretsStayInThePage plants secrets in every place a capture could carry them. B-43, B-45, Q-53.
func TestSecretsStayInThePage(t *testing.T) {
	secrets := []string{"hunter2", "s3cr3t-live", "4111 1111 1111 1111", "4111111111111111", "5500-0000-0000-0004", "078-05-1120", "tok_abc", "999-cvv", "secret in area", "one-time 1234"}
	tab := open(t, `<!doctype html><title>Secrets</title>
<input type=password value=hunter2 aria-label=Pass><input id=live type=password>
<input name=api_token value=tok_abc><input name=cvv value=999-cvv><textarea name=client_secret>secret in area</textarea>
<input autocomplete="section-a one-time-code" value="one-time 1234"><input autocomplete=cc-number value="4111 1111 1111 1111">
<p>Card 4111 1111 1111 1111 and 4111111111111111</p><button title="5500-0000-0000-0004">SSN 078-05-1120</button>
<a href="/x?card=4111111111111111" aria-label="pay 4111111111111111">pay</a><img alt="078-05-1120" src=x>
<p>Order 1234567890123 and phone 555-12-34567</p><script>live.value = 's3cr3t-live'</script>`)
	data, err := tab.Call(t.Context(), "", "capture", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range secrets {
		if strings.Contains(string(data), secret) {
			t.Errorf("%q leaves the page", secret)
		}
	}
	s := captured(t, tab)
	var filled []string
	for _, n := range s.Nodes {
		if n.Marks&dom.MarkPassword != 0 {
			filled = append(filled, n.Value)
		}
	}
	if want := []string{"[redacted 7]", "[redacted 11]", "[redacted 7]", "[redacted 7]", "[redacted 14]", "[redacted 13]", "[redacted 19]"}; !slices.Equal(filled, want) {
		t.Errorf("fields are shown as %q, want %q", filled, want)
	}
	if text := s.Text(0, 0); !strings.Contains(text, "1234567890123") || !strings.Contains(text, "555-12-34567") {
		t.Errorf("what is no secret is gone: %s", text)
	}
}
