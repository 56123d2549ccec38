package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/mcpserver"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

func newServe(io streams) *cobra.Command {
	var h host
	var listen string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve MCP on stdio, or on HTTP",
		Long: `Serve the tools over MCP. Without --http the client talks to us on stdin and stdout, and we end with it.
The browser is started by the first call that needs it.`,
		Example: `  domsight serve                          for a client that starts us
  domsight serve --http 127.0.0.1:8787     at http://127.0.0.1:8787/mcp, several clients at once
  domsight serve --cdp http://127.0.0.1:9222   in a browser that runs already`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			level := slog.LevelWarn
			if verbose {
				level = slog.LevelDebug
			}
			log := slog.New(slog.NewTextHandler(io.err, &slog.HandlerOptions{Level: level}))
			defer h.close()
			server := newServer(&h, log)
			if listen == "" {
				return stdio(cmd.Context(), server, io)
			}
			on, err := net.Listen("tcp", listen)
			if err != nil {
				return err
			}
			fmt.Fprintf(io.err, "domsight: MCP at http://%s/mcp\n", on.Addr())
			return server.Serve(cmd.Context(), on)
		},
	}
	h.flags(cmd)
	cmd.Flags().StringVar(&listen, "http", "", "serve streamable HTTP at this address, such as 127.0.0.1:8787")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log what happens, to stderr")
	return cmd
}

// stdio serves until the client closes its end or a signal ends us.
func stdio(ctx context.Context, server *mcpserver.Server, s streams) error {
	in, ok := s.in.(io.ReadCloser)
	if !ok {
		in = io.NopCloser(s.in)
	}
	out, ok := s.out.(io.WriteCloser)
	if !ok {
		out = nopCloser{s.out}
	}
	err := server.Stdio(ctx, in, out)
	if ctx.Err() != nil {
		return nil // asked to end
	}
	return err
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func newServer(h *host, log *slog.Logger) *mcpserver.Server {
	began := time.Now()
	return &mcpserver.Server{
		Version:    Version(),
		Log:        log,
		NewSession: func() *session.Session { return session.New(h.open) },
		Health:     func(s *session.Session) []render.Field { return health(s, began) },
	}
}

// health is what the server knows of itself.
func health(s *session.Session, began time.Time) []render.Field {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fields := []render.Field{
		{Name: "domsight", Value: Version()},
		{Name: "up", Value: time.Since(began).Round(time.Second).String()},
		{Name: "memory", Value: fmt.Sprintf("%d MB", memory.Sys>>20)},
		{Name: "pid", Value: fmt.Sprint(os.Getpid())},
	}
	if about := s.About(); about == nil {
		fields = append(fields, render.Field{Name: "browser", Value: "not started; the first call that needs it starts one"})
	} else {
		fields = append(fields, render.Field{Name: "browser", Value: fmt.Sprintf("%s over %s", about.Product, about.Transport)})
	}
	tabs, _ := s.Tabs()
	return append(fields, render.Field{Name: "tabs", Value: fmt.Sprint(len(tabs))})
}
