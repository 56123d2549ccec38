package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/fault"
)

func TestEnsureBrowserLeavesAFoundOneAlone(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // nothing can be run
	var out bytes.Buffer
	if err := EnsureBrowser(t.Context(), &out, func() (string, error) { return "/opt/chrome", nil }); err != nil || out.Len() > 0 {
		t.Errorf("got %v and %q, want silence", err, out.String())
	}
}

func TestEnsureBrowserSaysWhatToInstall(t *testing.T) {
	tools := t.TempDir()
	t.Setenv("PATH", tools)
	advice := func(want string) {
		t.Helper()
		err := EnsureBrowser(t.Context(), &bytes.Buffer{}, missing)
		if problem, ok := errors.AsType[*fault.Error](err); !ok || problem.Next != want {
			t.Errorf("got %v, want next step %q", err, want)
		}
	}
	advice("install Google Chrome or Chromium")
	script(t, tools, "dnf", "exit 1")
	advice("run: sudo dnf install chromium")
}

// What apt-get prints here was recorded from a real one; sudo stands in so that the test needs no rights.
func TestEnsureBrowserInstalls(t *testing.T) {
	tools := withApt(t, `echo "dlstatus:1:0.0000:Retrieving file 1 of 1" >&3
echo "Get:1 bookworm/main amd64 chromium amd64 [81 MB]"
echo "dlstatus:1:100.0000:Retrieving file 1 of 1" >&3
echo "pmstatus:dpkg-exec:0.0000:Running dpkg" >&3
echo "pmstatus:chromium:60.0000:Configuring chromium (amd64)" >&3
case "$*" in *" install "*chromium*) : > "$(dirname "$0")/chromium";; esac`)
	var out bytes.Buffer
	err := EnsureBrowser(t.Context(), &out, func() (string, error) {
		path := filepath.Join(tools, "chromium")
		_, err := os.Stat(path)
		return path, err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `looking for Chromium ... 0 %, 0 s
looking for Chromium ... 50 %, 0 s
looking for Chromium ... 80 %, 0 s
installing Chromium ... 0 %, 0 s
installing Chromium ... 50 %, 0 s
installing Chromium ... 80 %, 0 s
installed ` + tools + "/chromium\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestEnsureBrowserReportsWhatAptSaid(t *testing.T) {
	withApt(t, `echo "W: something else" >&2; echo "E: Unable to fetch some archives" >&2; exit 100`)
	err := EnsureBrowser(t.Context(), &bytes.Buffer{}, missing)
	if err == nil || !strings.Contains(err.Error(), "exit status 100\nW: something else\nE: Unable to fetch some archives") {
		t.Errorf("got %v", err)
	}
}

func TestProgressRewritesItsLineOnATerminal(t *testing.T) {
	var out bytes.Buffer
	show := progress{out: &out, live: true}
	show.step("installing", 0)
	show.step("installing", 7)
	show.step("installing", 3) // never backwards
	show.done("installed")
	if got := strings.Count(out.String(), "\r\x1b[K"); got != 3 || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("got %q", out.String())
	}
}

func missing() (string, error) { return "", errors.New("none") }

// withApt puts an apt-get that runs body first on the path, with all that EnsureBrowser needs beside it.
func withApt(t *testing.T, body string) (tools string) {
	t.Helper()
	tools = t.TempDir()
	script(t, tools, "apt-get", body)
	script(t, tools, "apt-cache", `echo "  Candidate: 156.0"`)
	script(t, tools, "sudo", `shift; exec "$@"`)
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	return tools
}

func script(t *testing.T, dir, name, body string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}
