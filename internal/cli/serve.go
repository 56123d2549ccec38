package cli

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/mcpserver"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tool"
)

// TokenVariable is the environment variable that --token is taken from: other users can read command lines.
const TokenVariable = "DOMSIGHT_TOKEN"

func newServe(io streams) *cobra.Command {
	h := newHost()
	var listen, token string
	var verbose bool
	var sets []string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve MCP on stdio, or on HTTP",
		Long: `Serve the tools over MCP. Without --http the client talks to us on stdin and stdout, and we end with it.
The browser is started by the first call that needs it, and ends with us.

Over HTTP every client has its own tabs and cookies. Web pages are refused. An address that other machines
can reach is served with a token only, which clients send as "Authorization: Bearer TOKEN".`,
		Example: `  domsight serve                               for a client that starts us
  domsight serve --http 8787                    at http://127.0.0.1:8787/mcp, several clients at once
  domsight serve --cdp http://127.0.0.1:9222    in a browser that runs already
  domsight serve --extension                    in the browser that you use yourself`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			level := slog.LevelWarn
			if verbose {
				level = slog.LevelDebug
			}
			h.log = slog.New(slog.NewTextHandler(io.err, &slog.HandlerOptions{Level: level}))
			server := newServer(h, h.log)
			defer func() { err = errors.Join(err, h.close()) }()
			if err := h.expect(); err != nil {
				return err
			}
			for _, set := range sets {
				if !slices.Contains(tool.Sets(), set) {
					return fault.Newf(fault.BadArgument, "there is no set of tools %q", set).Nextf("sets: %s", strings.Join(tool.Sets(), ", "))
				}
			}
			server.Sets = sets
			if listen == "" {
				return server.Stdio(cmd.Context(), io.in, io.out)
			}
			server.Token = cmp.Or(token, os.Getenv(TokenVariable))
			on, err := listenOn(listen, server.Token)
			if err != nil {
				return err
			}
			fmt.Fprintf(io.err, "domsight: MCP at http://%s/mcp\n", on.Addr())
			return server.Serve(cmd.Context(), on)
		},
	}
	h.flags(cmd)
	cmd.Flags().StringVar(&listen, "http", "", "serve streamable HTTP at this `address`: a port, or host:port")
	cmd.Flags().StringVar(&token, "token", "", "serve only requests that bear this `secret`; better set "+TokenVariable)
	cmd.Flags().StringSliceVar(&sets, "tools", nil, "more `sets` of tools: "+strings.Join(tool.Sets(), ", "))
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log what happens, to stderr")
	return cmd
}

// listenOn opens a port of this machine; one that others can reach too only if a token protects it.
func listenOn(address, token string) (net.Listener, error) {
	if _, err := strconv.ParseUint(address, 10, 16); err == nil {
		address = "127.0.0.1:" + address
	}
	at, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, (&fault.Error{Code: fault.BadArgument, Message: address + " is not an address to listen at", Cause: err}).
			Nextf("use a form such as --http 127.0.0.1:8787")
	}
	if !at.IP.IsLoopback() && token == "" {
		return nil, fault.Newf(fault.NotAllowed, "%s can be reached by other machines, which could use your browser", address).
			Nextf("listen at 127.0.0.1:%d, or set %s to a secret that clients must send", at.Port, TokenVariable)
	}
	on, err := net.ListenTCP("tcp", at)
	if err != nil {
		return nil, (&fault.Error{Code: fault.NotAllowed, Message: "cannot listen at " + address, Cause: err}).
			Nextf("choose another port; 0 takes a free one")
	}
	return on, nil
}

func newServer(h *host, log *slog.Logger) *mcpserver.Server {
	began := time.Now()
	return &mcpserver.Server{
		Version:    Version(),
		Log:        log,
		NewSession: h.session,
		ReadOnly:   h.policy.ReadOnly,
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
