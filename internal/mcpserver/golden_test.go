package mcpserver_test

import (
	"context"
	"encoding/json"
	"flag"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/domsight/domsight/internal/tool"
)

var update = flag.Bool("update", false, "write what the tools answer into the scripts")

const scripts = "../tool/testdata"

// TestScripts plays every script through a real MCP client and a real browser. A script says in its first line why it exists,
// then brings pages, calls and exact answers; the first page is loaded before the first call, unless that is navigate. In pages,
// calls and answers, http://page is where the pages are served, and http://other the same of another site.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob(scripts + "/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in %s (%v)", scripts, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { playScript(t, file, connect(t), exactly) })
	}
}

// TestEveryToolHasAScript keeps the table and the scripts together, both ways. A script belongs to the tool its name begins
// with: click.txtar, click-covered.txtar.
func TestEveryToolHasAScript(t *testing.T) {
	files, _ := filepath.Glob(scripts + "/*.txtar")
	covered := map[string]bool{}
	for _, file := range files {
		name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txtar"), "-")
		if _, ok := tool.Lookup(name); !ok {
			t.Errorf("%s: there is no tool %q", file, name)
		}
		covered[name] = true
	}
	for _, tl := range tool.All {
		if !covered[tl.Name] {
			t.Errorf("tool %s has no script %s/%s.txtar", tl.Name, scripts, tl.Name)
		}
	}
}

// fits says whether a call was answered as a script wants it.
type fits func(call, want, got string) bool

func exactly(_, want, got string) bool { return want == got }

func playScript(t *testing.T, file string, client *mcp.ClientSession, fit fits) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(strings.TrimSpace(string(archive.Comment))) == 0 {
		t.Errorf("%s: the first line must say why the script exists", file)
	}
	pages := map[string][]byte{}
	first := ""
	for _, f := range archive.Files {
		if isPage(f.Name) {
			pages["/"+f.Name] = f.Data
			if first == "" {
				first = f.Name
			}
		}
	}
	web := httptest.NewServer(servePages(pages))
	defer web.Close()
	changed, calls := false, 0
	for i := range archive.Files {
		f := &archive.Files[i]
		if isPage(f.Name) {
			continue
		}
		name, args, _ := strings.Cut(f.Name, " ")
		if calls++; calls == 1 && first != "" && name != "navigate" {
			call(t, client, "navigate", `{"url": "`+web.URL+"/"+first+`"}`)
		}
		got := mask(call(t, client, name, sites(web.URL).Replace(args)), web.URL)
		if fit(f.Name, string(f.Data), got) {
			continue
		}
		if *update {
			f.Data, changed = []byte(got), true
			continue
		}
		t.Errorf("%s: %s %s (-want +got):\n%s", file, name, args, cmp.Diff(string(f.Data), got))
	}
	if calls == 0 {
		t.Errorf("%s calls no tool", file)
	}
	if changed {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// sites puts addresses in the place of the names that scripts use.
func sites(base string) *strings.Replacer {
	return strings.NewReplacer("http://page", base, "http://other", strings.Replace(base, "127.0.0.1", "localhost", 1))
}

func isPage(name string) bool { return !strings.Contains(name, " ") && strings.Contains(name, ".") }

func servePages(pages map[string][]byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wait, err := time.ParseDuration(r.FormValue("wait")); err == nil {
			time.Sleep(wait) // what a page waits for
		}
		data, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		switch filepath.Ext(r.URL.Path) {
		case ".html":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		case ".js":
			w.Header().Set("Content-Type", "text/javascript")
		}
		_, port, _ := net.SplitHostPort(r.Host)
		_, _ = sites("http://127.0.0.1:"+port).WriteString(w, string(data))
	})
}

// call answers as an agent reads it; an error reply begins with the word error by itself.
func call(t *testing.T, client *mcp.ClientSession, name, args string) string {
	t.Helper()
	var input map[string]any
	if args != "" {
		if err := json.Unmarshal([]byte(args), &input); err != nil {
			t.Fatalf("%s %s: %v", name, args, err)
		}
	}
	result, err := client.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: input})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var b strings.Builder
	for _, c := range result.Content {
		switch c := c.(type) {
		case *mcp.TextContent:
			b.WriteString(c.Text)
		case *mcp.ImageContent:
			b.WriteString("(" + c.MIMEType + ")")
		}
	}
	if text := b.String(); result.IsError != strings.HasPrefix(text, "error ") && !strings.HasPrefix(text, "{") {
		t.Errorf("%s: isError is %v for %q", name, result.IsError, text)
	}
	return strings.TrimSuffix(b.String(), "\n") + "\n"
}

var masks = []struct {
	varies *regexp.Regexp
	as     string
}{
	{regexp.MustCompile(`(Snapshot: )[0-9a-f]{8}`), "${1}12345678"},
	{regexp.MustCompile(`("snapshotId":")[0-9a-f]{8}`), "${1}12345678"},
	{regexp.MustCompile(`(memory|pid|up|domsight): .*`), "$1: …"},
	{regexp.MustCompile(`(browser: )\S+ [\d.]+`), "${1}Chromium 1"},
	{regexp.MustCompile(`(?m)(Tokens: )~\d+`), "${1}~n"},
	{regexp.MustCompile(`("token_estimate":)\d+`), "${1}0"},
	{regexp.MustCompile(`\b\d+ ms\b`), "n ms"},
	{regexp.MustCompile(`("duration":)\d+`), "${1}0"},
	{regexp.MustCompile(`("timestamp":")[^"]+`), "${1}now"},
	{regexp.MustCompile(`("token_count":)\d+`), "${1}0"},
	{regexp.MustCompile(`("captured_at":")[^"]*`), "${1}now"},
	{regexp.MustCompile(`\S*baselines-\d+`), "BASELINES"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d`), "TODAY"},
	{regexp.MustCompile(`(From the cache, )\d+ s`), "${1}0 s"},
	{regexp.MustCompile(`(Scroll: \d+/)\d+`), "${1}h"}, // fonts differ
	{regexp.MustCompile(`("contentHeight":)\d+`), "${1}0"},
}

// mask replaces what is different at every run.
func mask(reply, base string) string {
	reply = strings.ReplaceAll(reply, base, "http://page")
	reply = strings.ReplaceAll(reply, strings.Replace(base, "127.0.0.1", "localhost", 1), "http://other")
	for _, m := range masks {
		reply = m.varies.ReplaceAllString(reply, m.as)
	}
	return reply
}
