package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// coldStart measures a new process from its start to the answer of tools/list, and the memory it then holds.
func coldStart(ctx context.Context, line map[string]any) error {
	dir, err := os.MkdirTemp("", "domsight-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "domsight")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/domsight").CombinedOutput(); err != nil {
		return fmt.Errorf("%s", out)
	}
	var size, rss int
	start, err := median(11, nil, func() error {
		var err error
		size, rss, err = listTools(ctx, binary)
		return err
	})
	if err != nil {
		return err
	}
	peak, err := peakMB(ctx, binary, dir)
	if err != nil {
		return err
	}
	line["start_ms"], line["tools_list_bytes"], line["rest_mb"], line["peak_mb"] = start, size, float64(rss)/1024, peak
	fmt.Printf("cold start to tools/list %.1f ms, %d bytes of tools, %.1f MB at rest, %.1f MB at most while it reads 10,000 elements\n", start, size, float64(rss)/1024, peak)
	return nil
}

// peakMB is the most memory the process held while it told of a page of 10,000 elements.
func peakMB(ctx context.Context, binary, dir string) (float64, error) {
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(listPage(10_000)), 0o600); err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, binary, "call", "snapshot", "--url", "file://"+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s", out)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, nil
	}
	return float64(usage.Maxrss) / 1024, nil
}

func listTools(ctx context.Context, binary string) (size, rss int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "serve")
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, 0, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	defer cmd.Wait()
	defer in.Close()
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.Contains(lines.Text(), `"tools":[`) {
			return len(lines.Text()), residentKB(cmd.Process.Pid), nil
		}
	}
	return 0, 0, fmt.Errorf("the server did not list its tools")
}

func residentKB(pid int) (kb int) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(data)) {
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kb); err == nil {
			return kb
		}
	}
	return 0
}
