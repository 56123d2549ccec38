// Command bench measures domsight against a bare in-page walk, in one run on one machine, and adds a line to docs/bench.jsonl.
// Only the ratios travel: the milliseconds belong to the machine.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/page"
)

// bare is what any reader of a page has to do at least: ask every element for its style and its box.
const bare = `
__domsight.bare = () => {
  let n = 0;
  for (const el of document.querySelectorAll('body *')) {
    const s = getComputedStyle(el), b = el.getBoundingClientRect();
    if (s.display !== 'none' && s.visibility === 'visible' && s.opacity !== '0' && b.width > 0) n++;
  }
  return JSON.stringify(n);
};
let changes = 0;
const change = () => { document.querySelector('#list').children[7].querySelector('h3').firstChild.nodeValue = 'Changed ' + ++changes; };
__domsight.relayout = () => {
  change();
  return JSON.stringify(document.body.offsetHeight);
};
__domsight.change = () => new Promise((drawn) => {
  change();
  requestAnimationFrame(() => requestAnimationFrame(() => drawn('true')));
});`

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	script := engine.Script()
	script.Source += bare + timed + timedQuery
	process, err := browser.Launch(ctx, browser.Options{Script: script})
	if err != nil {
		return err
	}
	defer process.Close()
	own, err := process.Context(ctx)
	if err != nil {
		return err
	}
	line := map[string]any{"at": time.Now().UTC().Format(time.RFC3339), "browser": own.About().Product}
	if err := coldStart(ctx, line); err != nil {
		return err
	}
	for _, size := range []int{1_000, 10_000, 100_000} {
		figures, err := measure(ctx, own, size)
		if err != nil {
			return err
		}
		line[fmt.Sprint(size)] = figures
	}
	if line["explore"], err = explore(ctx, own); err != nil {
		return err
	}
	if line["act"], err = act(ctx, own); err != nil {
		return err
	}
	if err := fingerprints(ctx, process, line); err != nil {
		return err
	}
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	f, err := os.OpenFile("docs/bench.jsonl", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(append(data, '\n'))
	return err
}

// median runs do a few times, after one that does not count, and returns the middle of the times, in ms. What prep does before
// each is not counted.
func median(runs int, prep, do func() error) (float64, error) {
	times := make([]float64, runs+1)
	for i := range times {
		if prep != nil {
			if err := prep(); err != nil {
				return 0, err
			}
		}
		began := time.Now()
		if err := do(); err != nil {
			return 0, err
		}
		times[i] = float64(time.Since(began).Microseconds()) / 1000
	}
	times = times[1:]
	slices.Sort(times)
	return times[runs/2], nil
}

func load(ctx context.Context, tab page.Tab, html string) error {
	f, err := os.CreateTemp("", "domsight-bench-*.html")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(html); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return tab.Go(ctx, page.Journey{URL: "file://" + f.Name()})
}
