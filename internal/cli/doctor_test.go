package cli

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/fault"
)

func TestDoctorSaysWhatToDo(t *testing.T) {
	var out bytes.Buffer
	ok := Doctor(t.Context(), &out, []Check{
		{"kettle", func(context.Context) (string, error) { return "full", nil }, "fill it"},
		{"tea", func(context.Context) (string, error) { return "", errors.New("none left") }, "buy some"},
		{"cup", func(context.Context) (string, error) {
			return "", fault.New(fault.NotAllowed, "it is in the dishwasher").Nextf("wait an hour")
		}, "find another"},
		{"guest", func(context.Context) (string, error) { panic("no guest") }, "invite one"},
	})
	want := ` ok   kettle  full
FAIL  tea     none left
              do: buy some
FAIL  cup     it is in the dishwasher
              do: wait an hour
FAIL  guest   the check itself broke: no guest
              do: invite one

3 of 4 checks failed.
`
	if got := out.String(); ok || got != want {
		t.Errorf("ok is %v and it says\n%s\nwant\n%s", ok, got, want)
	}
}

// On a machine where the tests of this repository pass, a doctor finds nothing.
func TestDoctorFindsThisMachineWell(t *testing.T) {
	h := newHost()
	defer func() { _ = h.close() }()
	var well []Check
	for _, check := range checks(h) {
		if check.Name != "old profiles" && check.Name != "extension port" { // others may be at work here
			well = append(well, check)
		}
	}
	var out bytes.Buffer
	if !Doctor(t.Context(), &out, well) {
		t.Error("not well")
	}
	t.Log("\n" + out.String())
	for _, part := range []string{"over pipe in", "a page, as an agent does, in"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("nothing like %q in\n%s", part, out.String())
		}
	}
}

func TestDoctorMissesTheBrowser(t *testing.T) {
	t.Setenv("DOMSIGHT_BROWSER", filepath.Join(t.TempDir(), "none"))
	h := newHost()
	defer func() { _ = h.close() }()
	var out bytes.Buffer
	if Doctor(t.Context(), &out, checks(h)[:1]) || !strings.Contains(out.String(), "do: correct DOMSIGHT_BROWSER") {
		t.Error(out.String())
	}
}

func TestPortFree(t *testing.T) {
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := on.Addr().String()
	if err := on.Close(); err != nil {
		t.Fatal(err)
	}
	if detail, err := portFree(t.Context(), address); err != nil || !strings.HasSuffix(detail, "is free") {
		t.Errorf("a free port: %q, %v", detail, err)
	}
	serve := func(name string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(name)) }))
		t.Cleanup(server.Close)
		return server.Listener.Addr().String()
	}
	if _, err := portFree(t.Context(), serve(`{"server": "domsight"}`)); err != nil {
		t.Errorf("our own port: %v", err)
	}
	if _, err := portFree(t.Context(), serve("something else")); err == nil {
		t.Error("a port that is taken passes")
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "meminfo")
	for text, want := range map[string]string{
		"MemTotal:  9 kB\nMemAvailable:    2097152 kB\n": "2048 MB free",
		"MemAvailable:     204800 kB\n":                  "only 200 MB are free",
		"MemTotal:  9 kB\n":                              "not measured here",
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := memory(file)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestOldProfiles(t *testing.T) {
	temp, proc := t.TempDir(), t.TempDir()
	for _, dir := range []string{temp + "/domsight-used/Default", temp + "/domsight-left/Default", temp + "/domsight-other", proc + "/42"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	command := "chromium\x00--user-data-dir=" + temp + "/domsight-used\x00"
	if err := os.WriteFile(proc+"/42/cmdline", []byte(command), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := oldProfiles(temp, proc); err == nil || err.Error() != "1 left behind: "+temp+"/domsight-left" {
		t.Errorf("got %v", err)
	}
	if detail, err := oldProfiles(temp, t.TempDir()); err != nil || detail != "none" {
		t.Errorf("without a list of processes, what was used today is in use: %q, %v", detail, err)
	}
}
