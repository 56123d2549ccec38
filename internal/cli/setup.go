package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/fault"
)

// EnsureBrowser returns when find finds a browser. Where none is there and this is a Debian or one of its family on which we
// may install packages, it installs Chromium and shows how far it is; elsewhere the error says what to install.
func EnsureBrowser(ctx context.Context, out io.Writer, find func() (string, error)) error {
	if _, err := find(); err == nil {
		return nil
	}
	aptGet, ok := aptCommand(ctx)
	if !ok {
		return fault.New(fault.BrowserGone, "no Chrome, Chromium, Edge or Brave is installed").Nextf("%s", installAdvice())
	}
	show := progress{out: out, live: isTerminal(out), began: time.Now()}
	if err := apt(ctx, &show, "looking for Chromium", slices.Concat(aptGet, []string{"update"})); err != nil {
		return err
	}
	install := slices.Concat(aptGet, []string{"install", "-y", "--no-install-recommends"}, chromiumPackages(ctx))
	if err := apt(ctx, &show, "installing Chromium", install); err != nil {
		return err
	}
	path, err := find()
	if err != nil {
		return fault.Wrap(err, fault.BrowserGone, "the package was installed, yet no browser is found").Nextf("%s", installAdvice())
	}
	show.done("installed " + path)
	return nil
}

// aptQuiet is a shell script that runs apt-get and writes its status, and nothing else, to its output. The status needs a
// file of its own (3): dpkg closes that one for the scripts of packages, and they fail without an output to write to.
const aptQuiet = `exec apt-get -q -o APT::Status-Fd=3 -o DPkg::Lock::Timeout=120 "$@" 3>&1 >/dev/null`

// aptCommand is apt-get with the right to install, if we have it: as root, or through a sudo that asks for no password.
func aptCommand(ctx context.Context) ([]string, bool) {
	if _, err := exec.LookPath("apt-get"); err != nil {
		return nil, false
	}
	quiet := []string{"env", "DEBIAN_FRONTEND=noninteractive", "sh", "-c", aptQuiet, "apt-get"}
	if os.Geteuid() == 0 {
		return quiet, true
	}
	if exec.CommandContext(ctx, "sudo", "-n", "true").Run() == nil {
		return append([]string{"sudo", "-n"}, quiet...), true
	}
	return nil, false
}

// chromiumPackages names what to install of what this system offers: Chromium, and its quick-starting headless twin.
func chromiumPackages(ctx context.Context) (packages []string) {
	offered := func(name string) bool {
		candidate, _ := exec.CommandContext(ctx, "apt-cache", "policy", name).Output()
		return bytes.Contains(candidate, []byte("Candidate:")) && !bytes.Contains(candidate, []byte("Candidate: (none)"))
	}
	for _, name := range []string{"chromium", "chromium-sandbox", "chromium-headless-shell"} {
		if offered(name) {
			packages = append(packages, name)
		}
	}
	if len(packages) == 0 {
		return []string{"chromium-browser"} // Ubuntu
	}
	return packages
}

// installAdvice is the one command that brings a browser to this system.
func installAdvice() string {
	command := ""
	switch runtime.GOOS {
	case "darwin":
		command = "brew install --cask google-chrome"
	case "windows":
		command = "winget install Google.Chrome"
	default:
		for _, manager := range []struct{ name, command string }{
			{"apt-get", "sudo apt-get install chromium"},
			{"dnf", "sudo dnf install chromium"},
			{"pacman", "sudo pacman -S chromium"},
			{"zypper", "sudo zypper install chromium"},
			{"apk", "sudo apk add chromium"},
		} {
			if _, err := exec.LookPath(manager.name); err == nil {
				command = manager.command
				break
			}
		}
	}
	if command == "" {
		return "install Google Chrome or Chromium"
	}
	return "run: " + command
}

// apt runs an apt-get that reports its status on its output. Its error carries the last lines apt wrote.
func apt(ctx context.Context, show *progress, what string, command []string) error {
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) } // apt leaves its database in order
	run.WaitDelay = 10 * time.Second
	var said bytes.Buffer
	run.Stderr = &said
	status, err := run.StdoutPipe()
	if err != nil {
		return err
	}
	show.step(what, 0)
	if err := run.Start(); err != nil {
		return fault.Wrap(err, fault.Internal, what)
	}
	lines := bufio.NewScanner(status)
	for lines.Scan() {
		if percent, ok := aptStatus(lines.Text()); ok {
			show.step(what, percent)
		}
	}
	_, _ = io.Copy(io.Discard, status) // a line too long to scan must not stop apt
	if err := run.Wait(); err != nil {
		show.done("")
		last := strings.Split(strings.TrimSpace(said.String()), "\n")
		return fault.Newf(fault.Internal, "%s failed: %v\n%s", what, err, strings.Join(last[max(0, len(last)-5):], "\n")).Nextf("%s", installAdvice())
	}
	return nil
}

// aptStatus reads a line such as "dlstatus:1:42.5:Retrieving file 3 of 40" or "pmstatus:hello:20.0:Unpacking hello", and
// returns how much of the whole is done: fetching is the first half, unpacking the second.
func aptStatus(line string) (percent int, ok bool) {
	fields := strings.SplitN(line, ":", 4)
	if len(fields) < 4 {
		return 0, false
	}
	part, err := strconv.ParseFloat(fields[2], 64)
	if err != nil {
		return 0, false
	}
	switch fields[0] {
	case "dlstatus":
		return int(part / 2), true
	case "pmstatus":
		return 50 + int(part/2), true
	}
	return 0, false
}
