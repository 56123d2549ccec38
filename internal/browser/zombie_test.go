//go:build unix

package browser

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/fault"
)

// outlives is how long a browser may be there without us.
const outlives = 5 * time.Second

// TestNeverAZombie ends a process that has a browser, in every way there is: its browser, the browser's helpers, its
// temporary profile and our keeper must be gone soon after.
func TestNeverAZombie(t *testing.T) {
	full, err := exec.LookPath("chromium")
	if err != nil {
		full = "" // what Find finds
	}
	for _, test := range []struct {
		name, mode, path string
		end              func(p *os.Process, stdin io.Closer) error
	}{
		{"closes", "close", "", func(_ *os.Process, stdin io.Closer) error { return stdin.Close() }},
		{"exits when the client is gone", "exit", "", func(_ *os.Process, stdin io.Closer) error { return stdin.Close() }},
		{"SIGTERM", "hang", "", func(p *os.Process, _ io.Closer) error { return p.Signal(syscall.SIGTERM) }},
		{"SIGKILL", "hang", "", func(p *os.Process, _ io.Closer) error { return p.Kill() }},
		{"SIGKILL of the group", "hang", "", func(p *os.Process, _ io.Closer) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }},
		{"SIGKILL, browser with a window system", "hang", full, func(p *os.Process, _ io.Closer) error { return p.Kill() }},
		{"SIGKILL, browser stopped", "stopped", "", func(p *os.Process, _ io.Closer) error { return p.Kill() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			command := exec.Command(os.Args[0])
			command.Env = append(os.Environ(), helperVariable+"="+test.mode, PathVariable+"="+test.path)
			command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			stdin, err := command.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := command.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			defer command.Wait()
			defer command.Process.Kill()
			line, err := bufio.NewReader(stdout).ReadString('\n')
			if err != nil {
				t.Fatal(err, line)
			}
			var pid int
			var profile, failure string
			if _, err := fmt.Sscan(line, &pid, &profile, &failure); err != nil || failure != "<nil>" {
				t.Fatal(line, err)
			}
			running := processes(t, profile, pid)
			if len(running) < 4 { // browser, zygotes or helpers, a renderer, the keeper
				t.Fatalf("only %d processes are seen to run: %v", len(running), running)
			}
			if test.mode == "stopped" { // it cannot notice its closed pipe
				if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
					t.Fatal(err)
				}
			}
			if err := test.end(command.Process, stdin); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			for {
				left := processes(t, profile, pid)
				_, err := os.Stat(profile)
				if len(left) == 0 && os.IsNotExist(err) {
					t.Logf("all gone after %v", time.Since(start).Round(time.Millisecond))
					return
				}
				if time.Since(start) > outlives {
					t.Fatalf("after %v: profile %v, processes %v", outlives, err, left)
				}
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
}

// processes lists what runs for a browser: all that name its profile, and its process group. Dead ones that wait for their
// parent are not running.
func processes(t *testing.T, profile string, group int) (list []string) {
	t.Helper()
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil || len(folders) == 0 {
		t.Skip("this system has no /proc to look into")
	}
	for _, folder := range folders {
		line, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
		stat, _ := os.ReadFile(filepath.Join(folder, "stat"))
		_, after, ok := bytes.Cut(stat, []byte(") "))
		fields := strings.Fields(string(after))
		if !ok || len(fields) < 3 || fields[0] == "Z" || fields[0] == "X" {
			continue
		}
		if bytes.Contains(line, []byte(profile)) || fields[2] == strconv.Itoa(group) {
			list = append(list, filepath.Base(folder)+" "+string(bytes.ReplaceAll(line[:min(len(line), 80)], []byte{0}, []byte{' '})))
		}
	}
	return list
}

func TestKilledBrowserIsNoticed(t *testing.T) {
	process, err := Launch(deadline(t, 20*time.Second), Options{Script: script})
	if err != nil {
		t.Fatal(err)
	}
	defer process.Close()
	browser, err := process.Context(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tab, err := browser.Open(deadline(t, 5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(100 * time.Millisecond)
		_ = syscall.Kill(process.About().PID, syscall.SIGKILL)
	}()
	start := time.Now()
	if _, err := tab.Call(deadline(t, 10*time.Second), "", "never", nil); fault.Of(err) != fault.BrowserGone || time.Since(start) > 2*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	for name, gone := range map[string]<-chan struct{}{"process": process.Gone(), "context": browser.Gone(), "tab": tab.Gone()} {
		select {
		case <-gone:
		case <-time.After(2 * time.Second):
			t.Errorf("the %s is not gone", name)
		}
	}
	if _, err := tab.Call(t.Context(), "", "echo", 1); fault.Of(err) != fault.BrowserGone {
		t.Error(err)
	}
	if _, err := browser.Open(t.Context()); fault.Of(err) != fault.BrowserGone {
		t.Error(err)
	}
	if _, err := process.Context(t.Context()); fault.Of(err) != fault.BrowserGone {
		t.Error(err)
	}
	if err := browser.Close(); err != nil {
		t.Error(err)
	}
	if err := process.Close(); err != nil {
		t.Error(err)
	}
	eventually(t, "all are gone", func() bool { return len(processes(t, process.own.profile, process.About().PID)) == 0 })
	if _, err := os.Stat(process.own.profile); !os.IsNotExist(err) {
		t.Error("the profile is left")
	}
}

// TestKeeperEndsWhatDoesNotFollow gives the keeper a browser that ignores every hint.
func TestKeeperEndsWhatDoesNotFollow(t *testing.T) {
	for _, kept := range []bool{false, true} {
		t.Run(map[bool]string{false: "temporary profile", true: "profile that is kept"}[kept], func(t *testing.T) { endStubborn(t, kept) })
	}
}

func endStubborn(t *testing.T, kept bool) {
	profile := filepath.Join(t.TempDir(), "profile")
	if err := os.MkdirAll(filepath.Join(profile, "Default"), 0o700); err != nil {
		t.Fatal(err)
	}
	remove := profile
	if kept {
		remove = ""
	}
	k, err := keep(remove)
	if err != nil {
		t.Fatal(err)
	}
	stubborn := exec.Command("/bin/sh", "-c", "trap '' HUP INT TERM; sleep 60 & wait; sleep 60")
	stubborn.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := stubborn.Start(); err != nil {
		t.Fatal(err)
	}
	k.watch(stubborn.Process.Pid)
	start := time.Now()
	if err := k.input.Close(); err != nil { // as our death does
		t.Fatal(err)
	}
	if err := k.command.Wait(); err != nil {
		t.Error(err)
	}
	if err := stubborn.Wait(); err == nil || time.Since(start) > outlives {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	eventually(t, "all are gone", func() bool { return len(processes(t, profile, stubborn.Process.Pid)) == 0 })
	if _, err := os.Stat(profile); os.IsNotExist(err) == kept {
		t.Errorf("kept is %v, but the profile: %v", kept, err)
	}
}
