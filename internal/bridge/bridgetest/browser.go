//go:build unix

// Package bridgetest starts real browsers with the extension in them, for tests.
package bridgetest

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// Browser is a running browser that has the extension.
type Browser struct {
	command *exec.Cmd
	ended   chan struct{}
}

// programs are browsers that take extensions; builds without a window do not. Debian's command is a script around the first.
var programs = []string{"/usr/lib/chromium/chromium", "chromium", "chromium-browser", "google-chrome-for-testing", "brave-browser", "microsoft-edge", "google-chrome"}

// A window has a frame even where nobody sees it: its viewport is 1280 by 720.
const frame = "--window-size=1280,807"

// Launch starts a browser with the extension in folder. Its viewport is that of a browser that domsight starts itself.
func Launch(folder, profile string, more ...string) (*Browser, error) {
	if err := allow(profile); err != nil {
		return nil, err
	}
	if path := Program(); path != "" {
		return start(path, append([]string{"--headless", "--user-data-dir=" + profile, "--load-extension=" + folder,
			"--disable-features=DisableLoadExtensionCommandLineSwitch,Translate", "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--hide-scrollbars",
			"--mute-audio", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic", "--disable-popup-blocking",
			"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
			"--test-type", "--password-store=basic", "--use-mock-keychain", frame, "about:blank"}, more...))
	}
	return nil, errors.New("no browser that takes extensions was found")
}

// allow switches on the developer mode of a new profile, as a person does who loads an extension from a folder.
func allow(profile string) error {
	file := filepath.Join(profile, "Default", "Preferences")
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(`{"extensions":{"ui":{"developer_mode":true}}}`), 0o600)
}

// Program is a browser that takes extensions, nothing if there is none.
func Program() string {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func start(path string, args []string) (*Browser, error) {
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	b := &Browser{command: exec.Command(path, args...), ended: make(chan struct{})}
	b.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := b.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(b.ended)
		_ = b.command.Wait() // it is killed
	}()
	return b, nil
}

// Stop ends the browser and its helpers at once, as a crash would.
func (b *Browser) Stop() {
	_ = syscall.Kill(-b.command.Process.Pid, syscall.SIGKILL)
	<-b.ended
}

// FreePort is one that nobody listens at.
func FreePort() int {
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer on.Close()
	return on.Addr().(*net.TCPAddr).Port
}
