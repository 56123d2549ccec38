package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
)

func newEngine(io streams) *cobra.Command {
	var probe bool
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Print the in-page engine",
		Long: `Print the script that runs inside pages. With --probe it is one that exposes globalThis.__domsight.role(el), .name(el),
.description(el), .states(el) and .hiddenBy(el), so that anyone can measure the engine from outside.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			source := engine.Script().Source
			if probe {
				source = engine.Probe()
			}
			_, err := fmt.Fprintln(io.out, source)
			return err
		},
	}
	cmd.Flags().BoolVar(&probe, "probe", false, "the questions alone, for the page's own world")
	return cmd
}

func newSetup(io streams) *cobra.Command {
	return &cobra.Command{
		Use:   "setup",
		Short: "Install a browser, if none is found",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return EnsureBrowser(cmd.Context(), io.err, findBrowser)
		},
	}
}

func findBrowser() (string, error) { return browser.Find(false) }
