// Package cli is domsight as a person calls it: one file a command. It wires the rails together, and is the only package that
// knows them all.
package cli

import (
	"cmp"
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
	understood := false
	for _, command := range root.Commands() {
		run := command.RunE
		command.RunE = func(cmd *cobra.Command, args []string) error {
			understood = true
			return run(cmd, args)
		}
	}
	command, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	if !understood {
		fmt.Fprintf(errs, "domsight: %v\n  next: %s --help\n", err, command.CommandPath())
		return 2
	}
	if silent, ok := errors.AsType[exit](err); ok {
		return int(silent)
	}
	known := fault.From(err)
	fmt.Fprintf(errs, "domsight: %s\n", known.Message)
	if known.Cause != nil {
		fmt.Fprintf(errs, "  because: %v\n", known.Cause)
	}
	fmt.Fprintf(errs, "  next: %s\n", cmp.Or(known.Next, fault.Lookup(known.Code).Recovery))
	return 1
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
		Example: `  domsight doctor                                   is everything there?
  domsight call dom_overview --url localhost:3000   what an agent reads of your page`,
		Version:       Version(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("domsight {{.Version}}\n")
	root.AddCommand(newServe(io), newCall(io), newCheck(io), newDemo(io), newDoctor(io), newGallery(io), newSetup(io), newEngine(io), newExtension(io))
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
