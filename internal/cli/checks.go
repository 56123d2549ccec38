package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tool"
)

// bridgeAddress is where the browser extension looks for us.
const bridgeAddress = "127.0.0.1:7890"

// checks is what doctor looks at, in the browser that h would start.
func checks(h *host) []Check {
	return []Check{
		{"browser", func(context.Context) (string, error) { return foundBrowser(h) }, "run: domsight setup"},
		{"sandbox", func(context.Context) (string, error) { return sandbox() },
			"allow unprivileged user namespaces (sysctl), or install the package chromium-sandbox"},
		{"launch", h.launches, "run the browser by hand with --headless to see what it complains about"},
		{"engine", func(context.Context) (string, error) { return engineBundle() }, "build again: make generate build"},
		{"reading", h.reads, "call again with a new browser: domsight setup, or --browser PATH"},
		{"temporary files", func(context.Context) (string, error) { return writable(os.TempDir()) },
			"free some space there, or set TMPDIR to a folder you can write to"},
		{"extension port", func(ctx context.Context) (string, error) { return portFree(ctx, bridgeAddress) },
			"end the program that holds the port; only the browser extension needs it"},
		{"memory", func(context.Context) (string, error) { return memory("/proc/meminfo") }, "end other programs: a browser needs 512 MB"},
		{"old profiles", func(context.Context) (string, error) { return oldProfiles(os.TempDir(), "/proc") }, "remove them: no browser uses them"},
	}
}

func foundBrowser(h *host) (string, error) {
	switch {
	case h.cdp != "":
		return "the one at " + h.cdp, nil
	case h.path != "":
		return h.path, nil
	}
	return findBrowser()
}

func (h *host) launches(ctx context.Context) (string, error) {
	began := time.Now()
	own, err := h.open(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = own.Close() }()
	about := own.About()
	return fmt.Sprintf("%s over %s in %d ms", about.Product, about.Transport, time.Since(began).Milliseconds()), nil
}

// reads looks at a small page as an agent would.
func (h *host) reads(ctx context.Context) (string, error) {
	own := session.New(h.open)
	defer func() { _ = own.Close() }()
	env := &tool.Env{Session: own, Progress: func(string) {}, Health: func() []render.Field { return nil }}
	began := time.Now()
	for _, step := range []struct{ name, input, want string }{
		{"navigate", `{"url": "data:text/html,<title>Check</title><main><button>Well read</button></main>"}`, "Check"},
		{"dom_overview", `{}`, "Well read"},
	} {
		t, ok := tool.Lookup(step.name)
		if !ok {
			return "", fmt.Errorf("there is no tool %s", step.name)
		}
		reply, err := t.Call(ctx, env, json.RawMessage(step.input))
		if err != nil {
			return "", err
		}
		if !strings.Contains(reply.Text, step.want) {
			return "", fmt.Errorf("%s does not mention %q:\n%s", step.name, step.want, reply.Text)
		}
	}
	return fmt.Sprintf("a page, as an agent does, in %d ms", time.Since(began).Milliseconds()), nil
}

func engineBundle() (string, error) {
	size := len(engine.Script().Source)
	if size == 0 {
		return "", errors.New("this binary was built without the engine")
	}
	return fmt.Sprintf("%.1f KB", float64(size)/1000), nil
}

// sandbox says how Chromium will protect us from pages.
func sandbox() (string, error) {
	switch {
	case runtime.GOOS != "linux":
		return "the system's own", nil
	case os.Geteuid() == 0:
		return "off: Chromium has none for root; run as another user on pages you do not trust", nil
	}
	for _, setting := range []struct{ file, forbids string }{
		{"/proc/sys/kernel/unprivileged_userns_clone", "0"},
		{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1"},
		{"/proc/sys/user/max_user_namespaces", "0"},
	} {
		value, err := os.ReadFile(setting.file)
		if err == nil && strings.TrimSpace(string(value)) == setting.forbids && !setuidHelper() {
			return "", fmt.Errorf("%s is %s: Chromium cannot make its sandbox", setting.file, setting.forbids)
		}
	}
	return "on", nil
}

// setuidHelper says whether the old way to a sandbox is installed.
func setuidHelper() bool {
	for _, path := range []string{"/usr/lib/chromium/chrome-sandbox", "/opt/google/chrome/chrome-sandbox"} {
		if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeSetuid != 0 {
			return true
		}
	}
	return false
}

func writable(dir string) (string, error) {
	file, err := os.CreateTemp(dir, "domsight-check-")
	if err != nil {
		return "", err
	}
	_, err = file.Write(make([]byte, 1<<20))
	if err := errors.Join(err, file.Close(), os.Remove(file.Name())); err != nil {
		return "", err
	}
	return dir, nil
}

// portFree passes if nobody has the port, or if another domsight has it.
func portFree(ctx context.Context, address string) (string, error) {
	if on, err := net.Listen("tcp", address); err == nil {
		return address + " is free", on.Close()
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/health", nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(request)
	if err == nil {
		defer func() { _ = answer.Body.Close() }()
		if text, _ := io.ReadAll(io.LimitReader(answer.Body, 4096)); bytes.Contains(text, []byte("domsight")) {
			return address + " is served by another domsight", nil
		}
	}
	return "", fmt.Errorf("%s is taken by another program", address)
}

// memory reads how much is free from a file such as /proc/meminfo.
func memory(meminfo string) (string, error) {
	const enough = 512 << 10
	file, err := os.Open(meminfo)
	if errors.Is(err, fs.ErrNotExist) {
		return "not measured on " + runtime.GOOS, nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		value, ok := strings.CutPrefix(lines.Text(), "MemAvailable:")
		if !ok {
			continue
		}
		kilobytes, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
		if err != nil {
			return "", err
		}
		if kilobytes < enough {
			return "", fmt.Errorf("only %d MB are free", kilobytes>>10)
		}
		return fmt.Sprintf("%d MB free", kilobytes>>10), nil
	}
	return "not measured here", nil
}

// oldProfiles fails if the temporary profile of a browser that has ended is still there. A profile is in use if the command
// line of a process names it; where that cannot be seen, if it was used within a day.
func oldProfiles(dir, proc string) (string, error) {
	profiles, err := filepath.Glob(filepath.Join(dir, "domsight-*", "Default"))
	if err != nil {
		return "", err
	}
	running, _ := filepath.Glob(filepath.Join(proc, "[0-9]*", "cmdline"))
	var commands []byte
	for _, file := range running {
		text, _ := os.ReadFile(file) // a process may end while we look
		commands = append(commands, text...)
	}
	var old []string
	for _, profile := range profiles {
		folder := filepath.Dir(profile)
		info, err := os.Stat(folder)
		if err != nil || bytes.Contains(commands, []byte(folder)) || len(commands) == 0 && time.Since(info.ModTime()) < 24*time.Hour {
			continue
		}
		old = append(old, folder)
	}
	if len(old) > 0 {
		return "", fmt.Errorf("%d left behind: %s", len(old), strings.Join(old, " "))
	}
	return "none", nil
}
