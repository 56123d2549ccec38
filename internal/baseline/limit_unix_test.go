//go:build unix

package baseline_test

import (
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/domsight/domsight/internal/baseline"
)

// limitFiles makes files of more than a few bytes impossible for this process, as a full disk does.
func limitFiles(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 2000, Max: 2000}); err != nil {
		t.Fatal(err)
	}
}

// On a full disk the old baseline survives, and nothing is left lying about.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	s := baseline.At(dir)
	save(t, s, "p", 3)
	before, err := s.Load("p")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := helper(t, "full disk", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	after, err := s.Load("p")
	if err != nil || after.Fingerprint.Hash != before.Fingerprint.Hash {
		t.Errorf("the old baseline is gone: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".new-*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}
