//go:build unix

package bridge

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/domsight/domsight/internal/bridge/bridgetest"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/extension"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// One browser for the package, with the extension in it, and one port.
var shared struct {
	sync.Mutex
	dir, token, address string
	chrome              *bridgetest.Browser
}

func TestMain(m *testing.M) {
	code := run(m)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines left:", err)
			code = 1
		}
	}
	os.Exit(code)
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "domsight-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	port := bridgetest.FreePort()
	shared.dir, shared.token, shared.address = dir, rand.Text(), "127.0.0.1:"+strconv.Itoa(port)
	if err := unpack(filepath.Join(dir, "extension"), port); err != nil {
		panic(err)
	}
	code := m.Run()
	if shared.chrome != nil {
		shared.chrome.Stop()
	}
	return code
}

func unpack(dir string, port int) error {
	scripts := extension.Scripts{Engine: engine.Script().Source, Taught: engine.Taught()}
	return extension.Unpack(dir, scripts, extension.Config{Token: shared.token, Port: port})
}

func ensureChrome(t testing.TB) {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.chrome == nil {
		c, err := bridgetest.Launch(filepath.Join(shared.dir, "extension"), profile(), bridgetest.DebugFlag, "--enable-precise-memory-info", "--js-flags=--expose-gc")
		if err != nil {
			t.Fatal(err)
		}
		shared.chrome = c
	}
}

func options() Options {
	return Options{Address: shared.address, Token: shared.token, Origin: extension.Origin, ScriptName: extension.Name,
		Unreachable: func(url, reason string) error { return fault.Newf(fault.NavigationFailed, "%s: %s", url, reason) }}
}

// open is a process's way to the extension.
func open(t testing.TB) *Bridge {
	t.Helper()
	b := New(options())
	t.Cleanup(func() { b.Close() })
	return b
}

// newSession is an agent's use of the real browser.
func newSession(t testing.TB, b *Bridge) page.Browser {
	t.Helper()
	ensureChrome(t)
	s, err := b.Share(within(t, 15*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func within(t testing.TB, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// serve answers with one page each.
func serve(t testing.TB, pages map[string]string) string {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, strings.ReplaceAll(text, "http://other", "http://localhost:"+r.Host[strings.Index(r.Host, ":")+1:]))
	}))
	t.Cleanup(web.Close)
	return web.URL
}

func visit(t testing.TB, s page.Browser, url string) page.Tab {
	t.Helper()
	tab, err := s.Open(within(t, 10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Go(within(t, 10*time.Second), page.Journey{URL: url}); err != nil {
		t.Fatal(err)
	}
	return tab
}

// count asks a page how many elements match.
func count(ctx context.Context, tab page.Tab, selector string) (int, error) {
	_, total, err := engine.NewReader(tab).Query(ctx, engine.Query{Selector: selector, Most: 5})
	return total, err
}

func profile() string { return filepath.Join(shared.dir, "profile") }

var handsScript = engine.Hands()

// personsTab opens a tab as a person does: no agent is behind it.
func personsTab(t testing.TB, url string) int {
	t.Helper()
	data, err := bridgetest.Evaluate(profile(), "/background.js", fmt.Sprintf("chrome.tabs.create({url: %q}).then((tab) => tab.id)", url))
	if err != nil {
		t.Fatal(err)
	}
	id, err := strconv.Atoi(string(data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = bridgetest.Evaluate(profile(), "/background.js", fmt.Sprintf("chrome.tabs.remove(%d)", id))
	})
	return id
}

// choose is what a person chooses in the extension's own pages.
func choose(t testing.TB, change string) {
	t.Helper()
	id := personsTab(t, extension.Origin+"/options.html")
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) { // the page may still be coming
		_, err := bridgetest.Evaluate(profile(), "/options.html", "chrome.runtime.sendMessage({choose: "+change+"})")
		if err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	if _, err := bridgetest.Evaluate(profile(), "/background.js", fmt.Sprintf("chrome.tabs.remove(%d)", id)); err != nil {
		t.Fatal(err)
	}
}

// await is the first tab that a session sees.
func await(t testing.TB, s page.Browser) page.Tab {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if tabs := s.Tabs(); len(tabs) > 0 {
			return tabs[0]
		}
	}
	t.Fatal("no tab is seen")
	return nil
}

const extensionID = extension.ID
