package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	line["start_ms"], line["tools_list_bytes"], line["rest_mb"] = start, size, float64(rss)/1024
	fmt.Printf("cold start to tools/list %.1f ms, %d bytes of tools, %.1f MB at rest\n", start, size, float64(rss)/1024)
	return nil
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
