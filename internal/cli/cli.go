// Package cli is domsight as a person calls it: one file a command. It wires the rails together, and is the only package that
// knows them all.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/fault"
)

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// Run runs a command line and returns the exit code: 0 done, 1 not done, 2 could not be understood.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := newRoot(streams{in, out, errs})
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if known, ok := errors.AsType[*fault.Error](err); ok {
		fmt.Fprintf(errs, "domsight: %s\n", known.Message)
		if known.Cause != nil {
			fmt.Fprintf(errs, "  because: %v\n", known.Cause)
		}
		next := known.Next
		if next == "" {
			next = fault.Lookup(known.Code).Recovery
		}
		fmt.Fprintf(errs, "  next: %s\n", next)
		return 1
	}
	if silent, ok := errors.AsType[exit](err); ok {
		return int(silent)
	}
	fmt.Fprintf(errs, "domsight: %v\n", err)
	return 2
}

// exit is the end of a command that has said everything already.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

func newRoot(io streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "domsight",
		Short: "Eyes and hands for AI agents in live web pages, without screenshots",
		Long: `domsight gives an AI agent a structured view of a live web page, and hands to act on it, over MCP.

Put this into the configuration of your agent's MCP servers:
  {"mcpServers": {"domsight": {"command": "domsight", "args": ["serve"]}}}`,
		Example: `  domsight demo                                   watch it work, on a shop it serves itself
  domsight call dom_overview --url localhost:3000   what an agent reads of your page
  domsight doctor                                 is everything there?`,
		Version:       Version(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("domsight {{.Version}}\n")
	root.AddCommand(newServe(io), newCall(io), newSetup(io), newEngine(io))
	return root
}

// Version is the release this binary was built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "0.1.0-dev"
	}
	return info.Main.Version
}
