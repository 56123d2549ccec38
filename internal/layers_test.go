// Package internal holds the rooms of the house. This test is its floor plan: who may import whom, and why.
package internal

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/domsight/domsight/"

// room is one package: what it may import of ours, and the reason it may import no more.
type room struct {
	imports string
	why     string
}

// pure rooms turn values into values: no files, no network, no modules of others.
const pure = "dom fault tokens diff find reconcile fingerprint audit render"

var rooms = map[string]room{
	"internal/dom":         {"", "the vocabulary of all the others"},
	"internal/dom/domtest": {"dom", "writes snapshots by hand, for tests"},
	"internal/fault":       {"", "every room can fail"},
	"internal/tokens":      {"", "counts text, whatever it says"},
	"internal/demo":        {"", "a web site like any other: nothing in it knows domsight"},
	"internal/page":        {"", "the socket where the two rails meet: interfaces, no behaviour"},

	"internal/cdp":     {"fault", "carries messages, knows nothing of pages"},
	"internal/browser": {"cdp fault page", "offers a page to whoever runs script in it"},
	"internal/bridge":  {"fault page", "offers the same page over the extension"},

	"internal/bridge/bridgetest": {"", "starts browsers with the extension in them, for tests"},
	"internal/extension":         {"", "files of a browser extension, whatever the scripts in them do"},

	"internal/engine":      {"dom fault page", "takes a page, not a browser"},
	"internal/reconcile":   {"dom fault", "snapshots in, snapshot out"},
	"internal/diff":        {"dom fault", "snapshots in, changes out"},
	"internal/effect":      {"dom page diff", "what an action did, as a value"},
	"internal/find":        {"dom fault", "asks the model, not the page"},
	"internal/fingerprint": {"dom fault diff", "a fingerprint is compared like a snapshot"},
	"internal/audit":       {"dom fault", "a snapshot in, findings out"},
	"internal/baseline":    {"fault fingerprint", "files, whoever fills them"},
	"internal/render":      {"dom fault tokens page reconcile diff effect find fingerprint audit", "the end of the line: nothing reads its text back"},

	"internal/session":   {"page engine dom fault tokens reconcile diff effect find fingerprint audit baseline", "joins the rails; does not know which browser it has, or who reads"},
	"internal/tool":      {"session page engine render dom fault tokens reconcile diff effect find fingerprint audit baseline", "what an agent can do, whatever protocol asks"},
	"internal/check":     {"session page find render dom fault fingerprint audit baseline", "runs pages against their baselines; does not know which browser it has"},
	"internal/mcpserver": {"tool session render page fault", "turns the table of tools into a protocol"},
	"internal/cli":       {"mcpserver tool session render engine browser bridge extension cdp page dom fault tokens reconcile diff find fingerprint audit baseline check demo", "puts everything together"},
	"internal/bench":     {"mcpserver tool session render engine browser page dom effect fault tokens fingerprint check", "measures the whole from outside; nothing imports it"},
	"internal/handstest": {"", "tests only"},
	"cmd/domsight":       {"internal/cli", "flags, signals, exit code"},
}

// modules are those of others that the product may use, and where. Tests may use any.
var modules = map[string]string{
	"github.com/modelcontextprotocol/go-sdk": "internal/tool/tool.go internal/mcpserver internal/cli internal/bench",
	"github.com/chromedp/cdproto":            "internal/cdp internal/browser",
	"github.com/go-json-experiment/json":     "internal/cdp internal/browser",
	"github.com/coder/websocket":             "internal/cdp internal/bridge/bridgetest",
	"github.com/spf13/cobra":                 "internal/cli cmd/domsight",
	"github.com/spf13/pflag":                 "internal/cli",
	"github.com/goccy/go-yaml":               "internal/check",
	"github.com/rogpeppe/go-internal":        "internal/baseline",
	"golang.org/x/term":                      "internal/cli",
	"golang.org/x/sys":                       "internal/browser",
	"golang.org/x/sync":                      "internal/browser internal/bridge internal/engine internal/session internal/check internal/mcpserver internal/cli",
	"golang.org/x/time":                      "internal/bridge internal/session internal/mcpserver",
	"znkr.io/diff":                           "internal/cli",
	"github.com/tiktoken-go/tokenizer":       "internal/bench", // 6.5 MB: only to fit and guard internal/tokens, and to measure
}

func TestImports(t *testing.T) {
	files := token.NewFileSet()
	seen, said := 0, map[string]bool{}
	walk(t, "..", ".go", func(file string) {
		if path.Dir(file) == "internal" || strings.HasPrefix(file, "tools/") {
			return
		}
		parsed, err := parser.ParseFile(files, filepath.Join("..", file), nil, parser.ImportsOnly)
		if err != nil {
			t.Error(err)
			return
		}
		seen++
		for _, spec := range parsed.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			if complaint := mayImport(file, imported); complaint != "" && !said[complaint] {
				said[complaint] = true
				t.Error(complaint)
			}
		}
	})
	if seen == 0 {
		t.Error("no Go file was read")
	}
}

func TestMayImport(t *testing.T) {
	for _, c := range []struct{ file, imported, want string }{
		{"internal/render/text.go", module + "internal/dom", ""},
		{"internal/dom/dom.go", module + "internal/render", "internal/dom must not import internal/render: the vocabulary of all the others"},
		{"internal/engine/engine.go", module + "internal/browser", "internal/engine must not import internal/browser: takes a page, not a browser"},
		{"internal/engine/engine_test.go", module + "internal/browser", ""},
		{"internal/attic/box.go", "fmt", "internal/attic has no line in rooms (internal/layers_test.go): say what it may import, and why"},
		{"internal/render/text.go", module + "internal/dom/domtest", "internal/render must not import internal/dom/domtest: it is for tests"},
		{"internal/tool/tool.go", "github.com/modelcontextprotocol/go-sdk/mcp", ""},
		{"internal/tool/click.go", "github.com/modelcontextprotocol/go-sdk/mcp", "internal/tool/click.go must not import github.com/modelcontextprotocol/go-sdk: it belongs in internal/tool/tool.go internal/mcpserver internal/cli internal/bench"},
		{"internal/session/act.go", "github.com/chromedp/cdproto/dom", "internal/session/act.go must not import github.com/chromedp/cdproto: it belongs in internal/cdp internal/browser"},
		{"internal/tokens/tokens.go", "github.com/tiktoken-go/tokenizer", "internal/tokens/tokens.go must not import github.com/tiktoken-go/tokenizer: it belongs in internal/bench"},
		{"internal/tokens/tokens_test.go", "github.com/tiktoken-go/tokenizer", ""},
		{"internal/cli/x.go", "example.org/left/pad", "internal/cli/x.go imports example.org/left/pad, which has no line in modules (internal/layers_test.go)"},
		{"internal/diff/diff.go", "os", "internal/diff must not import os: it turns values into values"},
		{"internal/diff/diff.go", "net/url", ""},
	} {
		if got := mayImport(c.file, c.imported); got != c.want {
			t.Errorf("%s imports %s:\n got %q\nwant %q", c.file, c.imported, got, c.want)
		}
	}
}

// mayImport returns the sentence that says why file must not import imported, or nothing.
func mayImport(file, imported string) string {
	name := path.Dir(file)
	here, known := rooms[name]
	if !known {
		return name + " has no line in rooms (internal/layers_test.go): say what it may import, and why"
	}
	if strings.HasSuffix(file, "_test.go") {
		return ""
	}
	if ours, ok := strings.CutPrefix(imported, module); ok {
		if strings.HasSuffix(ours, "test") {
			return fmt.Sprintf("%s must not import %s: it is for tests", name, ours)
		}
		if !listed(here.imports, strings.TrimPrefix(ours, "internal/")) && !listed(here.imports, ours) {
			return fmt.Sprintf("%s must not import %s: %s", name, ours, here.why)
		}
		return ""
	}
	first, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(first, ".") {
		outside := first == "os" || imported == "net" || imported == "net/http" || first == "syscall"
		if outside && listed(pure, path.Base(name)) {
			return fmt.Sprintf("%s must not import %s: it turns values into values", name, imported)
		}
		return ""
	}
	for foreign, places := range modules {
		if imported != foreign && !strings.HasPrefix(imported, foreign+"/") {
			continue
		}
		if listed(places, name) || listed(places, file) {
			return ""
		}
		return fmt.Sprintf("%s must not import %s: it belongs in %s", file, foreign, places)
	}
	return fmt.Sprintf("%s imports %s, which has no line in modules (internal/layers_test.go)", file, imported)
}

func listed(words, word string) bool { return slices.Contains(strings.Fields(words), word) }

// walk calls do with every file under root that ends with ext, named from root.
func walk(t *testing.T, root, ext string, do func(file string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata" || len(name) > 1 && name[0] == '.') {
			return fs.SkipDir
		}
		if !entry.IsDir() && strings.HasSuffix(name, ext) {
			do(name)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
