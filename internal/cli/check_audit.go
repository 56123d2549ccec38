package cli

import (
	"context"

	"github.com/domsight/domsight/internal/check"
)

// auditing lets the runner audit, if that is asked for.
func (f *checkFlags) auditing(ctx context.Context, io streams, r *check.Runner) error {
	return nil
}
