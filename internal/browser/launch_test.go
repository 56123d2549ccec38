package browser

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

func TestFindFollowsTheVariable(t *testing.T) {
	t.Setenv(PathVariable, filepath.Join(t.TempDir(), "no-browser"))
	if _, err := Find(false); fault.Of(err) != fault.BrowserGone || !strings.Contains(err.Error(), PathVariable) {
		t.Error(err)
	}
	mine := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(mine, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv(PathVariable, mine)
	if got, err := Find(false); got != mine || err != nil {
		t.Error(got, err)
	}
}

func TestFindLooksBehindWrappers(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	wrapper, real := filepath.Join(root, "bin", "chromium"), filepath.Join(root, "lib", "chromium", "chromium")
	for path, text := range map[string]string{wrapper: "#!/bin/sh\nexec x\n", real: "\x7fELF"} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(PathVariable, "")
	t.Setenv("PATH", filepath.Dir(wrapper))
	if got, err := Find(false); got != real || err != nil {
		t.Error(got, err)
	}
	if err := os.Remove(real); err != nil {
		t.Fatal(err)
	}
	if got := program(wrapper); got != wrapper {
		t.Errorf("an unknown wrapper became %s", got)
	}
}

func TestPlacesExpand(t *testing.T) {
	t.Setenv("ProgramFiles(x86)", "/programs")
	if got := expand(`$ProgramFiles(x86)\Edge\msedge.exe`); !strings.HasPrefix(got, "/programs") || !strings.HasSuffix(got, "msedge.exe") {
		t.Error(got)
	}
}

func TestLaunchThatFails(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken")
	if err := os.WriteFile(broken, []byte("#!/bin/sh\necho 'no such display' >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	for path, want := range map[string]string{broken: "no such display", broken + "-none": "no such file"} {
		start := time.Now()
		_, err := Launch(deadline(t, 5*time.Second), Options{Path: path})
		if fault.Of(err) != fault.BrowserGone || !strings.Contains(err.Error(), want) || time.Since(start) > 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
}

func TestViewportIsTheSameEverywhere(t *testing.T) {
	const size = "[innerWidth, innerHeight, devicePixelRatio]"
	if got := call(t, newTestTab(t, "data:text/html,x"), "eval", size); got != "[1280,720,1]" {
		t.Errorf("here: %s", got)
	}
	full, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no second browser")
	}
	process, err := Launch(deadline(t, 20*time.Second), Options{Path: program(full), Script: script})
	if err != nil {
		t.Fatal(err)
	}
	defer process.Close()
	browser, err := process.Context(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tab, err := browser.Open(deadline(t, 10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	visit(t, tab, "data:text/html,x")
	if got := call(t, tab, "eval", size); got != "[1280,720,1]" {
		t.Errorf("there: %s", got)
	}
	if about := process.About(); !strings.HasPrefix(about.Product, "Chrom") || about.PID == 0 || about.Transport != "pipe" {
		t.Errorf("%+v", about)
	}
}

// A profile that is kept has its storage in the next browser, and is still there at the end.
func TestProfileIsKept(t *testing.T) {
	url, _ := site(t, map[string]string{"/": "<title>p</title>"})
	profile := t.TempDir()
	var record bytes.Buffer
	for round, want := range []string{`""`, `"kept"`} {
		process, err := Launch(deadline(t, 20*time.Second), Options{Profile: profile, Script: script, Record: &record})
		if err != nil {
			t.Fatal(err)
		}
		var tabs []page.Tab
		for range 2 { // two sessions share the one context
			browser, err := process.Context(deadline(t, 5*time.Second))
			if err != nil {
				t.Fatal(err)
			}
			tab, err := browser.Open(deadline(t, 5*time.Second))
			if err != nil {
				t.Fatal(err)
			}
			visit(t, tab, url)
			tabs = append(tabs, tab)
		}
		if tabs[0].ID() == tabs[1].ID() {
			t.Error("two tabs have one number")
		}
		if got := call(t, tabs[0], "eval", "localStorage.it ?? ''"); got != want {
			t.Errorf("round %d: %s", round, got)
		}
		call(t, tabs[0], "eval", "localStorage.it = 'kept'")
		if err := process.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(profile); err != nil {
		t.Error(err)
	}
	if lines := strings.Count(record.String(), "\n"); lines < 50 || !strings.Contains(record.String(), `"method":"Page.navigate"`) {
		t.Errorf("the recording has %d lines", lines)
	}
}
