package browser

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Options says how to start a browser. The zero value is a browser without a window, with a profile of its own.
type Options struct {
	Path    string      // the program; found if empty
	Headed  bool        // with a window
	Profile string      // a folder that is kept, whose cookies and logins are used; a temporary one if empty
	Script  page.Script // what every document gets
	Args    []string    // more flags
	Record  io.Writer   // gets every message of the protocol, a line of JSON each
}

// The viewport of a browser without a window.
const (
	viewportWidth  = 1280
	viewportHeight = 720
)

const startDeadline = 20 * time.Second

// Launch starts a browser that ends with this process, however this process ends. It speaks over a pipe: no port is open.
func Launch(ctx context.Context, options Options) (*Process, error) {
	path := options.Path
	if path == "" {
		found, err := Find(options.Headed)
		if err != nil {
			return nil, err
		}
		path = found
	}
	own, err := start(path, options)
	if err != nil {
		return nil, unlaunched(err, path, "it could not be run")
	}
	ctx, cancel := context.WithTimeout(ctx, startDeadline)
	defer cancel()
	process := newProcess(own.conn, options.Script)
	process.own = own
	process.shared = options.Profile != ""
	process.fixedViewport = !options.Headed
	process.about = page.About{Transport: "pipe", PID: own.command.Process.Pid}
	if err := process.greet(ctx); err != nil {
		_ = process.Close() // the first error is the one to report
		return nil, unlaunched(err, path, own.complaint())
	}
	return process, nil
}

func unlaunched(err error, path, why string) error {
	return (&fault.Error{Code: fault.BrowserGone, Message: "the browser did not start: " + why, Cause: err}).
		Nextf("check that %s runs, or set %s to another browser", path, PathVariable)
}

// child is a browser that we started: its process, its profile, and the keeper that outlives us.
type child struct {
	command *exec.Cmd
	conn    *cdp.Conn
	profile string // to remove at the end
	gentle  bool   // the profile is kept: let the browser write it
	keeper  *keeper
	ended   chan struct{} // the process has been waited for
	log     tail
	once    sync.Once
}

func start(path string, options Options) (_ *child, err error) {
	c := &child{profile: options.Profile, gentle: options.Profile != "", ended: make(chan struct{})}
	c.profile = filepath.Join(os.TempDir(), "domsight-"+strings.ToLower(rand.Text()[:12]))
	if c.gentle {
		if c.profile, err = filepath.Abs(options.Profile); err != nil {
			return nil, err
		}
	}
	if c.keeper, err = keep(c.temporary()); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.profile, 0o700); err != nil { // not before someone is there to remove it
		c.keeper.release()
		return nil, err
	}
	c.command = exec.Command(path, append(flags(options, c.profile), options.Args...)...)
	c.command.Stderr = &c.log
	c.command.WaitDelay = time.Second // a helper of the browser may hold its stderr open
	if temporary := c.temporary(); temporary != "" && runtime.GOOS == "linux" {
		c.command.Env = append(os.Environ(), "TMPDIR="+temporary) // its sockets go away with the profile
	}
	in, out, err := startWithPipe(c.command)
	if err != nil {
		c.keeper.release()
		return nil, errors.Join(err, c.removeProfile())
	}
	c.keeper.watch(c.command.Process.Pid)
	transport := cdp.Pipe(in, out)
	if options.Record != nil {
		transport = cdp.Record(transport, options.Record)
	}
	c.conn = cdp.New(transport)
	go func() {
		defer close(c.ended)
		_ = c.command.Wait() // however it ended, it ended
		c.conn.Close()
	}()
	return c, nil
}

func flags(options Options, profile string) []string {
	list := []string{
		"--remote-debugging-pipe", "--user-data-dir=" + profile,
		"--no-first-run", "--no-default-browser-check", "--no-startup-window",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
		"--disable-default-apps", "--disable-breakpad", "--disable-domain-reliability", "--no-pings",
		"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
		"--disable-hang-monitor", "--disable-prompt-on-repost", "--disable-popup-blocking", "--metrics-recording-only",
		"--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider",
		"--password-store=basic", "--use-mock-keychain", "--window-size=1280,800",
	}
	if !options.Headed {
		list = append(list, "--headless", "--disable-gpu", "--hide-scrollbars", "--mute-audio")
	}
	if os.Geteuid() == 0 {
		list = append(list, "--no-sandbox") // Chromium refuses its sandbox to root
	}
	return list
}

func (c *child) temporary() string {
	if c.gentle {
		return ""
	}
	return c.profile
}

// close ends the browser and all its processes, and removes a temporary profile.
func (c *child) close() error {
	var err error
	c.once.Do(func() {
		if c.gentle {
			select {
			case <-c.ended:
			case <-time.After(3 * time.Second):
			}
		}
		c.keeper.kill(c.command.Process.Pid)
		<-c.ended
		c.conn.Close()
		c.conn.Wait()
		err = c.removeProfile()
		c.keeper.release()
	})
	return err
}

// removeProfile tries again for a moment: helper processes may still be writing as they end.
func (c *child) removeProfile() error {
	temporary := c.temporary()
	if temporary == "" {
		return nil
	}
	var err error
	for range 40 {
		if err = os.RemoveAll(temporary); err == nil {
			return nil
		}
		time.Sleep(25 * time.Millisecond)
	}
	return err
}

// complaint is the last thing the browser said.
func (c *child) complaint() string {
	lines := strings.Split(strings.TrimSpace(c.log.String()), "\n")
	return lines[len(lines)-1]
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - 4096; extra > 0 {
		t.text = bytes.Clone(t.text[extra:])
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
