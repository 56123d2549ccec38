package baseline_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/baseline"
	"github.com/domsight/domsight/internal/dom/domtest"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
)

// page is a fingerprint of a page with so many buttons.
func page(t *testing.T, buttons int) *fingerprint.Fingerprint {
	var b strings.Builder
	b.WriteString("main\n")
	for i := range buttons {
		fmt.Fprintf(&b, "  button \"Number %d\" #aria-label=\"Number %d\"\n", i, i)
	}
	return fingerprint.Take(domtest.Page(t, b.String()), fingerprint.Options{Depth: fingerprint.Detailed})
}

func save(t *testing.T, s *baseline.Store, name string, buttons int) {
	t.Helper()
	if _, err := s.Update(name, baseline.Accept([]*fingerprint.Fingerprint{page(t, buttons)})); err != nil {
		t.Fatal(err)
	}
}

func TestSaveLoadListDelete(t *testing.T) {
	s := baseline.At(filepath.Join(t.TempDir(), "a", "b"))
	if _, err := s.Load("home"); fault.Of(err) != fault.BaselineNotFound {
		t.Errorf("unknown: %v", err)
	}
	save(t, s, "home", 3)
	save(t, s, "a page", 1)
	b, err := s.Load("home")
	if err != nil || b.Format != baseline.Format || b.Name != "home" || time.Since(b.SavedAt) > time.Minute {
		t.Fatalf("%+v, %v", b, err)
	}
	if c := fingerprint.Compare(page(t, 3), b.Fingerprint, nil); c.Status != "unchanged" || b.Fingerprint.Hash != page(t, 3).Hash {
		t.Errorf("it came back as another: %s", c.Summary)
	}
	if names, _ := s.List(); !slices.Equal(names, []string{"a page", "home"}) {
		t.Errorf("listed: %v", names)
	}
	if err := s.Delete("home"); err != nil {
		t.Error(err)
	}
	if err := s.Delete("home"); fault.Of(err) != fault.BaselineNotFound {
		t.Errorf("deleted twice: %v", err)
	}
}

// A changed record is a changed line: that is what makes a file fit for review.
func TestFilesAreForReview(t *testing.T) {
	dir := t.TempDir()
	s := baseline.At(dir)
	save(t, s, "p", 3)
	before := lines(t, dir)
	save(t, s, "p", 4)
	added := 0
	for _, l := range lines(t, dir) {
		if !slices.Contains(before, l) {
			added++
		}
	}
	if len(before) < 20 || added > 9 { // the button, its label in the region, hashes and times
		t.Errorf("%d of %d lines changed for one button", added, len(before))
	}
	info, _ := os.Stat(filepath.Join(dir, "p.json"))
	save(t, s, "p", 4)
	if again, _ := os.Stat(filepath.Join(dir, "p.json")); !again.ModTime().Equal(info.ModTime()) {
		t.Error("a page that is as it was rewrote its file")
	}
}

func lines(t *testing.T, dir string) []string {
	data, err := os.ReadFile(filepath.Join(dir, "p.json"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), "\n")
}

func TestNames(t *testing.T) {
	for _, name := range []string{"", ".", "..", "../x", "a/b", `a\b`, "a\x00", ".hidden", "x ", "a:b", "a*", strings.Repeat("x", 101), "a\nb"} {
		if baseline.CheckName(name) == nil {
			t.Errorf("%q is taken", name)
		}
		if _, err := baseline.At(t.TempDir()).Load(name); fault.Of(err) != fault.BadArgument {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"home", "Über uns", "cart@390x844", "v1.2_x-y"} {
		if err := baseline.CheckName(name); err != nil {
			t.Error(err)
		}
	}
}

// A file that we cannot read gets a clear error, and is never replaced.
func TestDamagedFilesStay(t *testing.T) {
	dir := t.TempDir()
	s := baseline.At(dir)
	save(t, s, "p", 2)
	good, _ := os.ReadFile(filepath.Join(dir, "p.json"))
	for name, edit := range map[string]func(string) string{
		"cut short":     func(f string) string { return f[:len(f)/2] },
		"empty":         func(string) string { return "" },
		"not JSON":      func(string) string { return "<<<<<<< ours\n" },
		"newer":         func(f string) string { return strings.Replace(f, `"format": 1`, `"format": 99`, 1) },
		"unknown field": func(f string) string { return strings.Replace(f, `"format": 1`, `"format": 1, "mood": "good"`, 1) },
		"wrong type":    func(f string) string { return strings.Replace(f, `"samples": 1`, `"samples": "one"`, 1) },
		"nothing in it": func(string) string { return `{"format": 1}` },
		"bad mask": func(f string) string {
			return strings.Replace(f, `"samples": 1`, `"samples": 1, "noise": [{"kind": "x", "varies": "y"}]`, 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			bad := edit(string(good))
			if bad == string(good) {
				t.Fatal("the edit changes nothing")
			}
			if err := os.WriteFile(filepath.Join(dir, "p.json"), []byte(bad), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := s.Load("p")
			if fault.Of(err) != fault.BadArgument || !strings.Contains(err.Error(), `baseline "p"`) {
				t.Errorf("%v", err)
			}
			if _, err := s.Update("p", baseline.Accept([]*fingerprint.Fingerprint{page(t, 5)})); err == nil {
				t.Error("it was replaced")
			}
			if now, _ := os.ReadFile(filepath.Join(dir, "p.json")); string(now) != bad {
				t.Error("it is not as it was")
			}
		})
	}
	if err := os.WriteFile(filepath.Join(dir, "p.json"), []byte("{\n  \"format\": 1,\n  \"name\" \"p\"\n}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load("p"); !strings.Contains(err.Error(), "line 3") {
		t.Errorf("where is the mistake? %v", err)
	}
}

// Where nothing can be written, the error says so.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := baseline.At(filepath.Join(file, "baselines")).Update("p", baseline.Accept([]*fingerprint.Fingerprint{page(t, 1)}))
	if fault.Of(err) != fault.NotAllowed || fault.From(err).Next == "" {
		t.Errorf("%v", err)
	}
}

// helper is this test binary as another process: it does to the store in $BASELINES what $HELPER says.
func helper(t *testing.T, do, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestHelper$")
	cmd.Env = append(os.Environ(), "HELPER="+do, "BASELINES="+dir)
	return cmd
}

const rounds = 25

// TestHelper is not a test by itself.
func TestHelper(t *testing.T) {
	dir := os.Getenv("BASELINES")
	switch os.Getenv("HELPER") {
	case "write":
		for i := range rounds {
			save(t, baseline.At(dir), "p", 40+i%7)
		}
	case "full disk":
		limitFiles(t)
		_, err := baseline.At(dir).Update("p", baseline.Accept([]*fingerprint.Fingerprint{page(t, 200)}))
		if fault.Of(err) != fault.NotAllowed {
			t.Errorf("a full disk: %v", err)
		}
	}
}

// Several processes write one baseline: whoever reads it always reads a whole one.
func TestConcurrentWriters(t *testing.T) {
	dir := t.TempDir()
	s := baseline.At(dir)
	save(t, s, "p", 1)
	var writers sync.WaitGroup
	for range 3 {
		writers.Go(func() {
			if out, err := helper(t, "write", dir).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()
	for reads := 0; ; reads++ {
		if _, err := s.Load("p"); err != nil {
			t.Fatal(err)
		}
		select {
		case <-done:
			if left, _ := filepath.Glob(filepath.Join(dir, ".new-*")); len(left) > 0 || reads == 0 {
				t.Errorf("%d reads, left over: %v", reads, left)
			}
			return
		default:
		}
	}
}
