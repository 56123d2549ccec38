package cli

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/demo"
)

func newDemo(io streams) *cobra.Command {
	h := newHost()
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch an agent look at a shop, put tea into the cart, and see what that did",
		Long: `Serve a small shop from this binary, and call the tools on it as an agent would: what is on the page, an action, what changed.
A browser is installed first if none is found.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if err := EnsureBrowser(ctx, io.err, findBrowser); err != nil {
				return err
			}
			on, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			shop := &http.Server{Handler: demo.Handler(), ReadHeaderTimeout: time.Second}
			go func() { _ = shop.Serve(on) }() // ends with Close
			defer shop.Close()
			defer h.close()
			a := newAgent(h)
			defer a.close()
			paint := painter(io.out)
			for _, step := range demoSteps("http://" + on.Addr().String() + "/") {
				args, _ := json.Marshal(step.args)
				fmt.Fprintf(io.out, "%s\n%s\n\n", paint(bold, "# "+step.why), paint(cyan, "> "+step.tool+" "+string(args)))
				began := time.Now()
				reply, err := a.call(ctx, step.tool, step.args)
				if err != nil {
					return err
				}
				fmt.Fprintf(io.out, "%s\n%s\n\n", indent(reply), paint(dim, fmt.Sprintf("  (%d ms)", time.Since(began).Milliseconds())))
			}
			fmt.Fprintln(io.out, paint(bold, "# Give your own agent these eyes and hands"))
			fmt.Fprintln(io.out, `  {"mcpServers": {"domsight": {"command": "domsight", "args": ["serve"]}}}`)
			return nil
		},
	}
	h.flags(cmd)
	return cmd
}

type demoStep struct {
	why, tool string
	args      map[string]any
}

func demoSteps(shop string) []demoStep {
	return []demoStep{
		{"The agent opens a page", "navigate", map[string]any{"url": shop}},
		{"and asks what is there", "dom_overview", map[string]any{}},
		{"It takes note of the page as it is", "snapshot", map[string]any{"budgetTokens": 200, "interactiveOnly": true}},
		{"acts, and is told what the action did", "click", map[string]any{"ref": "#tea-sencha button"}},
		{"and can ask for what has changed at any time", "snapshot", map[string]any{"since": "last"}},
	}
}

func indent(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }
