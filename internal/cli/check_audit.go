package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/domsight/domsight/internal/audit"
	"github.com/domsight/domsight/internal/check"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

// auditing lets the runner audit, if that is asked for.
func (f *checkFlags) auditing(ctx context.Context, io streams, r *check.Runner) error {
	if !f.audit && !f.axe {
		return nil
	}
	axe := ""
	if f.axe {
		cache, err := os.UserCacheDir()
		if err != nil {
			return fault.Wrap(err, fault.NotAllowed, "there is no cache folder for axe-core").Nextf("set HOME")
		}
		if axe, err = axeSource(ctx, cache, func(s string) { fmt.Fprintln(io.err, s) }); err != nil {
			return err
		}
	}
	r.Audit = func(ctx context.Context, tab *session.Tab) ([]audit.Finding, error) {
		_, findings, err := tab.Audit(ctx, axe)
		return findings, err
	}
	return nil
}
