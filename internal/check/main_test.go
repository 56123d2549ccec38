package check_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/session"
)

// One browser for the package; every visit has a context of its own.
var process *browser.Process

func TestMain(m *testing.M) {
	var err error
	if process, err = browser.Launch(context.Background(), browser.Options{Script: engine.Script()}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = process.Close()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines left:", err)
			code = 1
		}
	}
	os.Exit(code)
}

func newSession() *session.Session { return session.New(process.Context) }
