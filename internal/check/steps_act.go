package check

import (
	"context"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

func (s Step) act(ctx context.Context, tab *session.Tab) error {
	return fault.New(fault.NotAllowed, "not yet")
}
