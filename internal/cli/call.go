package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/tool"
)

func newCall(io streams) *cobra.Command {
	h := newHost()
	var url string
	cmd := &cobra.Command{
		Use:   "call TOOL [JSON]",
		Short: "Call one tool and print what an agent would read",
		Long: `Call one tool in a browser of its own and print what an agent would read.
The arguments are those of the tool, as JSON. The exit code is 1 if the tool answers with an error.`,
		Example: `  domsight call dom_overview --url https://example.com
  domsight call dom_overview '{"viewport": false}' --url localhost:3000`,
		Args: cobra.RangeArgs(1, 2),
		ValidArgsFunction: func(_ *cobra.Command, given []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(given) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return toolNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			t, ok := tool.Lookup(args[0])
			if !ok {
				return fault.Newf(fault.BadArgument, "there is no tool %q", args[0]).Nextf("tools: %s", strings.Join(toolNames(), ", "))
			}
			defer h.close()
			own := h.session()
			defer own.Close()
			env := &tool.Env{Session: own, Progress: func(string) {}, Health: func() []render.Field { return health(own, time.Now()) }}
			if url != "" {
				to, _ := json.Marshal(map[string]string{"url": url})
				navigate, _ := tool.Lookup("navigate")
				if _, err := navigate.Call(cmd.Context(), env, to); err != nil {
					return err
				}
			}
			var input json.RawMessage
			if len(args) == 2 {
				input = json.RawMessage(args[1])
			}
			reply, err := t.Call(cmd.Context(), env, input)
			if err != nil {
				fmt.Fprintln(io.err, render.Fault(fault.From(err)))
				return exit(1)
			}
			if reply.Text != "" {
				fmt.Fprintln(io.out, reply.Text)
			}
			if reply.Image != nil {
				return os.WriteFile("screenshot.png", reply.Image, 0o644)
			}
			return nil
		},
	}
	h.flags(cmd)
	cmd.Flags().StringVar(&url, "url", "", "`address` to load first")
	return cmd
}

func toolNames() []string {
	var names []string
	for _, t := range tool.All {
		names = append(names, t.Name)
	}
	return names
}
