package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/check"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tokens"
)

// timed is the time that a capture takes of the page's own thread, in ms.
const timed = `
__domsight.timed = () => {
  const began = performance.now();
  __domsight.capture(null);
  return JSON.stringify(performance.now() - began);
};`

// checkPages is how many pages a check is measured on.
const checkPages = 200

// fingerprints measures the fingerprint on the pages of pages/app and on 2,000 elements, and a check over many pages.
func fingerprints(ctx context.Context, process *browser.Process, line map[string]any) error {
	own, err := process.Context(ctx)
	if err != nil {
		return err
	}
	defer own.Close()
	s := session.New(func(context.Context) (page.Browser, error) { return own, nil })
	tab, err := s.Open(ctx, "")
	if err != nil {
		return err
	}
	raw := own.Tabs()[0]
	files, err := filepath.Glob("pages/app/*.html")
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no pages in pages/app (%v)", err)
	}
	var thread, size, count float64
	for _, file := range files {
		at, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		if err := raw.Go(ctx, page.Journey{URL: "file://" + at}); err != nil {
			return err
		}
		ms, text, err := fingerprintOf(ctx, tab, raw)
		if err != nil {
			return err
		}
		thread, size, count = max(thread, ms), size+float64(len(text)), count+float64(tokens.Estimate(text))
	}
	n := float64(len(files))
	list := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, listPage(2_000))
	}))
	defer list.Close()
	if err := raw.Go(ctx, page.Journey{URL: list.URL}); err != nil {
		return err
	}
	fresh := func() error { return raw.Go(ctx, page.Journey{Reload: true}) }
	whole, err := median(11, fresh, func() error { _, err := reply(ctx, tab); return err })
	if err != nil {
		return err
	}
	walk, err := median(11, fresh, func() error { _, err := raw.Call(ctx, "", "bare", nil); return err })
	if err != nil {
		return err
	}
	rate, err := checkRate(ctx, process, files)
	line["fingerprint"] = map[string]float64{"thread_ms": thread, "bytes": size / n, "tokens": count / n, "2000_elements_ms": whole, "2000_elements_per_bare": whole / walk, "check_pages_per_s": rate}
	fmt.Printf("fingerprint: at most %.1f ms of the page's thread, %.0f bytes and %.0f tokens on average; 2,000 elements, just loaded, %.1f ms (%.1fx a bare walk); check %.1f pages/s\n",
		thread, size/n, count/n, whole, whole/walk, rate)
	return err
}

// fingerprintOf takes one fingerprint, as the tool does, and the time a capture takes of the page's thread.
func fingerprintOf(ctx context.Context, tab *session.Tab, raw page.Tab) (ms float64, text string, err error) {
	if text, err = reply(ctx, tab); err != nil {
		return 0, "", err
	}
	times := make([]float64, 7)
	for i := range times {
		data, err := raw.Call(ctx, "", "timed", nil)
		if err != nil {
			return 0, "", err
		}
		if err := json.Unmarshal(data, &times[i]); err != nil {
			return 0, "", err
		}
	}
	slices.Sort(times)
	return times[len(times)/2], text, nil
}

// reply is what get_dom_fingerprint answers.
func reply(ctx context.Context, tab *session.Tab) (string, error) {
	tab.Forget()
	print, err := tab.Fingerprint(ctx, session.Aim{})
	if err != nil {
		return "", err
	}
	return render.Fingerprint(render.Where{Tab: "1"}, print.Fingerprint, "", nil), nil
}

// checkRate is how many pages a second a check visits.
func checkRate(ctx context.Context, process *browser.Process, files []string) (float64, error) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join("pages/app", filepath.Base(r.URL.Path)))
	}))
	defer web.Close()
	store, err := os.MkdirTemp("", "domsight-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(store)
	plan := check.Plan{Baselines: store}
	for i := range checkPages {
		name := filepath.Base(files[i%len(files)])
		plan.Pages = append(plan.Pages, check.Page{Name: fmt.Sprintf("%s %d", strings.TrimSuffix(name, ".html"), i), URL: fmt.Sprintf("%s/%s?%d", web.URL, name, i),
			Threshold: fingerprint.Warning, Aim: session.Aim{Depth: fingerprint.Detailed}})
	}
	runner := check.Runner{Open: func() *session.Session { return session.New(process.Context) }, Jobs: 3 * runtime.NumCPU(), Update: true}
	if r := runner.Run(ctx, plan); r.Count(check.Accepted) != checkPages {
		return 0, fmt.Errorf("%s", r.Words())
	}
	runner.Update = false
	result := runner.Run(ctx, plan)
	if result.Count(check.Clean) != checkPages {
		return 0, fmt.Errorf("%s", result.Words())
	}
	return checkPages / result.Took.Seconds(), nil
}
