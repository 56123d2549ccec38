//go:build linux

package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// serving is the real binary at work, with a folder for temporary files that nobody else uses: what is left there, and every
// process whose command line names it, is left by this server.
type serving struct {
	*exec.Cmd
	in     io.WriteCloser
	out    *os.File
	said   *syncBuffer // its stderr
	temp   string
	exited chan struct{}
}

// run starts the binary. It is killed when the test ends, if it is still there.
func run(t *testing.T, args ...string) *serving {
	t.Helper()
	temp, err := os.MkdirTemp("", "z")
	if err != nil {
		t.Fatal(err)
	}
	s := &serving{Cmd: exec.Command(binary(t), args...), temp: temp, said: &syncBuffer{}, exited: make(chan struct{})}
	s.Env = append(os.Environ(), "TMPDIR="+temp)
	s.Stderr = s.said
	s.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if s.in, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.out, s.Stdout = out, theirs
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	go func() {
		defer close(s.exited)
		_ = s.Wait() // ProcessState says how it ended
	}()
	t.Cleanup(func() {
		s.Process.Kill()
		<-s.exited
		s.in.Close()
		s.out.Close()
		if !within(5*time.Second, func() bool { return len(s.processes()) == 0 && s.empty() }) {
			for _, p := range s.processes() {
				syscall.Kill(p.pid, syscall.SIGKILL)
			}
		}
		os.RemoveAll(temp)
	})
	return s
}

// client is a real MCP client on the server's streams.
func (s *serving) client(t *testing.T, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, options).
		Connect(t.Context(), &mcp.IOTransport{Reader: s.out, Writer: s.in}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.said)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// ended waits for the server's end and returns its exit code, -1 for a signal.
func (s *serving) ended(t *testing.T, most time.Duration) int {
	t.Helper()
	select {
	case <-s.exited:
		return s.ProcessState.ExitCode()
	case <-time.After(most):
		t.Fatalf("the server still runs after %s", most)
		return 0
	}
}

// cleanWithin fails if a process or a file of the server is left after that time.
func (s *serving) cleanWithin(t *testing.T, most time.Duration) {
	t.Helper()
	began := time.Now()
	if within(most, func() bool { return len(s.processes()) == 0 && s.empty() }) {
		t.Logf("nothing is left after %s", time.Since(began).Round(time.Millisecond))
		return
	}
	for _, p := range s.processes() {
		t.Errorf("still runs after %s: %d %.200s", most, p.pid, p.command)
	}
	_ = filepath.WalkDir(s.temp, func(path string, _ os.DirEntry, _ error) error {
		if path != s.temp {
			t.Errorf("still there after %s: %s", most, path)
		}
		return nil
	})
}

func (s *serving) empty() bool {
	files, err := os.ReadDir(s.temp)
	return err == nil && len(files) == 0
}

type process struct {
	pid     int
	command string // the arguments, with spaces between them
}

// processes are those of the server that its temporary folder gives away: browser, helpers, keeper.
func (s *serving) processes() []process {
	var found []process
	lists, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, list := range lists {
		data, err := os.ReadFile(list)
		if err != nil || !bytes.Contains(data, []byte(s.temp)) {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(list)))
		found = append(found, process{pid, string(bytes.ReplaceAll(data, []byte{0}, []byte{' '}))})
	}
	return found
}

// browser is the server's browser itself, none of its helpers.
func (s *serving) browser(t *testing.T) process {
	t.Helper()
	for _, p := range s.processes() {
		if strings.Contains(p.command, "--user-data-dir="+s.temp) && !strings.Contains(p.command, "--type=") {
			return p
		}
	}
	t.Fatal("no browser runs")
	return process{}
}

func within(most time.Duration, ok func() bool) bool {
	for end := time.Now().Add(most); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return ok()
		}
	}
	return true
}

// call answers as an agent reads it.
func call(t *testing.T, client *mcp.ClientSession, name string, arguments map[string]any) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	result, err := client.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", name, arguments, err)
	}
	var b strings.Builder
	for _, c := range result.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			b.WriteString(text.Text)
		}
	}
	return b.String()
}

func wants(t *testing.T, reply, part string) {
	t.Helper()
	if !strings.Contains(reply, part) {
		t.Errorf("want %q in:\n%s", part, reply)
	}
}

type syncBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
