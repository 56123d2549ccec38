package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/fault"
)

// Check is one thing that must be right: Run says how it is, or what is wrong; Do says what helps then.
type Check struct {
	Name string
	Run  func(ctx context.Context) (detail string, err error)
	Do   string
}

const checkDeadline = 30 * time.Second

// Doctor runs the checks in order, writes a line for each, and below a failure what to do; it says whether all passed.
func Doctor(ctx context.Context, w io.Writer, checks []Check) bool {
	paint := painter(w)
	width, failed := 0, 0
	for _, check := range checks {
		width = max(width, len(check.Name))
	}
	for _, check := range checks {
		detail, err := check.run(ctx)
		if err == nil {
			_, _ = fmt.Fprintf(w, "%s  %-*s  %s\n", paint(green, " ok "), width, check.Name, detail)
			continue
		}
		failed++
		problem, next := err.Error(), check.Do
		if known, ok := errors.AsType[*fault.Error](err); ok {
			problem, next = known.Message, cmp.Or(known.Next, check.Do)
		}
		indent := "\n" + strings.Repeat(" ", width+8)
		_, _ = fmt.Fprintf(w, "%s  %-*s  %s%sdo: %s\n", paint(red, "FAIL"), width, check.Name, strings.ReplaceAll(problem, "\n", indent), indent, next)
	}
	if failed == 0 {
		_, _ = fmt.Fprintf(w, "\nAll %d checks passed.\n", len(checks))
	} else {
		_, _ = fmt.Fprintf(w, "\n%d of %d checks failed.\n", failed, len(checks))
	}
	return failed == 0
}

// run is Run with a deadline, and with a panic as one more failure.
func (c Check) run(ctx context.Context) (detail string, err error) {
	ctx, cancel := context.WithTimeout(ctx, checkDeadline)
	defer cancel()
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("the check itself broke: %v", broken)
		}
	}()
	return c.Run(ctx)
}

func newDoctor(io streams) *cobra.Command {
	h := newHost()
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check that everything domsight needs is there, and say what to do if not",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			defer func() { err = errors.Join(err, h.close()) }()
			if !Doctor(cmd.Context(), io.out, checks(h)) {
				return exit(1)
			}
			return nil
		},
	}
	h.flags(cmd)
	return cmd
}
