package render_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tiktoken-go/tokenizer"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
)

var pages = flag.String("pages", "", "measure these pages instead: a pattern of files")

// truth asks the page itself what can be read on it, and what the things to act on are called.
const truth = `
__domsight.truth = () => {
  const seen = el => {
    if (!el.checkVisibility({opacityProperty: true, visibilityProperty: true})) return false;
    for (let e = el; e && e !== document.body; e = e.parentElement) {
      const box = e.getBoundingClientRect();
      if (box.width === 0 && box.height === 0 && e !== el) continue;
      if (box.width <= 1 && box.height <= 1 || box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return false;
    }
    return true;
  };
  const labels = [], words = [];
  for (const el of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=checkbox], [role=switch]')) {
    if (!seen(el)) continue;
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(el.tagName);
    const label = field && el.labels?.[0] ? [...el.labels[0].childNodes].filter(n => !n.contains(el)).map(n => n.textContent).join('') : '';
    let text = el.getAttribute('aria-label') || (field ? label || /submit|button|reset/.test(el.type) && el.value || el.title || el.placeholder : el.innerText) || '';
    if (!text.trim()) text = el.querySelector('img[alt]')?.alt || el.title || '';
    text = text.replace(/\s+/g, ' ').trim();
    if (text) labels.push(text);
  }
  const runs = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (runs.nextNode()) {
    const parent = runs.currentNode.parentElement;
    if (!/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|OPTION)$/.test(parent.tagName) && seen(parent)) words.push(runs.currentNode.data);
  }
  return JSON.stringify({text: document.body.innerText, words: words.join(' '), labels});
};`

// The whole page in text costs little more than what it says, and leaves nothing out. Most of these pages are applications, all
// controls and little text; the bar of 1.4 is for pages that are read (news and article are such).
func TestSnapshotOfRealPages(t *testing.T) {
	pattern, bar := *pages, 1.4
	if pattern == "" {
		pattern, bar = "../../pages/app/*.html", 2.2
	}
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages match %s (%v)", pattern, err)
	}
	tab := openTab(t)
	web := httptest.NewServer(http.FileServer(http.Dir("/")))
	t.Cleanup(web.Close)
	var all tally
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		one, err := measure(t, tab, web.URL+filepath.ToSlash(path))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		t.Logf("%-16.16s %v", filepath.Base(file), one)
		all.add(one)
	}
	t.Logf("%-16s %v", "all", all)
	if ratio := float64(all.tokens) / float64(all.text); ratio > bar {
		t.Errorf("%.2f times the tokens of the text, at most %.2f are allowed", ratio, bar)
	}
	if 1000*all.lostLabels > 5*all.labels || 1000*all.lostWords > 5*all.words {
		t.Errorf("lost: %q", all.lost)
	}
}

func openTab(t *testing.T) page.Tab {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	script := engine.Script()
	script.Source += truth
	process, err := browser.Launch(ctx, browser.Options{Script: script})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { process.Close() })
	own, err := process.Context(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := own.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// tally is what was found on a page, or on several.
type tally struct {
	text, tokens       int // tokens of the page's text, and of ours
	labels, lostLabels int
	words, lostWords   int
	lost               []string
}

func (a *tally) add(b tally) {
	a.text, a.tokens, a.labels, a.lostLabels, a.words, a.lostWords = a.text+b.text, a.tokens+b.tokens, a.labels+b.labels, a.lostLabels+b.lostLabels, a.words+b.words, a.lostWords+b.lostWords
	a.lost = append(a.lost, b.lost...)
}

func (a tally) String() string {
	return fmt.Sprintf("text %6d ours %6d x%.2f  labels %d -%d  words %d -%d  lost %.300q", a.text, a.tokens, float64(a.tokens)/float64(max(a.text, 1)),
		a.labels, a.lostLabels, a.words, a.lostWords, a.lost)
}

func measure(t *testing.T, tab page.Tab, url string) (out tally, err error) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := tab.Go(ctx, page.Journey{URL: url}); err != nil {
		return out, err
	}
	s, err := engine.NewReader(tab).Capture(ctx)
	if err != nil {
		return out, err
	}
	data, err := tab.Call(ctx, "", "truth", nil)
	if err != nil {
		return out, err
	}
	var there struct {
		Text, Words string
		Labels      []string
	}
	if err := json.Unmarshal([]byte(data), &there); err != nil {
		return out, err
	}
	given := map[int]dom.Ref{}
	reply := render.SnapshotText(s, render.SnapshotOptions{}, render.Where{}, render.Refs{
		Show: func(i int) dom.Ref {
			if _, ok := given[i]; !ok {
				given[i] = dom.Ref(len(given) + 1)
			}
			return given[i]
		},
	})
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return out, err
	}
	out.text, _ = codec.Count(there.Text)
	out.tokens, _ = codec.Count(reply)
	var withRefs strings.Builder
	for _, line := range strings.Split(reply, "\n") {
		if aRef.MatchString(line) {
			withRefs.WriteString(strings.ToLower(line) + "\n")
		}
	}
	out.labels = len(there.Labels)
	for _, label := range there.Labels {
		if !strings.Contains(withRefs.String(), strings.ToLower(label)) {
			out.lostLabels++
			out.lost = append(out.lost, "label "+label)
		}
	}
	have := strings.ToLower(reply)
	for _, word := range aWord.FindAllString(strings.ToLower(there.Words), -1) {
		out.words++
		if !strings.Contains(have, word) {
			out.lostWords++
			out.lost = append(out.lost, word)
		}
	}
	return out, nil
}

var (
	aRef  = regexp.MustCompile(`\[\d+\]`)
	aWord = regexp.MustCompile(`[\p{L}\p{N}]+`)
)
