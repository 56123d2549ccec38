// Package mcpserver serves the table of tools over MCP: stdio and streamable HTTP. It knows the protocol and nothing of pages.
package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tool"
)

// Server is one domsight server, whatever transports it is reached by.
type Server struct {
	Version    string
	NewSession func() *session.Session // one for each client
	Health     func(*session.Session) []render.Field
	Log        *slog.Logger
}

// Stdio serves one client until it goes away.
func (s *Server) Stdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	return s.Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
}

// Run serves one client over any transport until it goes away.
func (s *Server) Run(ctx context.Context, over mcp.Transport) error {
	own := s.NewSession()
	defer own.Close()
	return s.protocol(func(string) (*session.Session, string, error) { return own, "", nil }, false).Run(ctx, over)
}

// whose finds the session of a call: by its handle, or the only one. The second result is a handle the agent must repeat.
type whose func(handle string) (*session.Session, string, error)

// protocol makes an MCP server for clients whose sessions `find` knows.
func (s *Server) protocol(find whose, handles bool) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "domsight", Title: "domsight", Version: s.Version},
		&mcp.ServerOptions{Instructions: tool.Instructions, Logger: s.Log, Capabilities: &mcp.ServerCapabilities{}})
	for _, t := range tool.All {
		server.AddTool(s.describe(t, handles), s.handler(t, find))
	}
	if hidden := unlisted(); len(hidden) > 0 {
		server.AddReceivingMiddleware(unlist(hidden))
	}
	return server
}

func (s *Server) describe(t *tool.Tool, handles bool) *mcp.Tool {
	schema := t.Schema
	if handles {
		schema = schema.With("session", "handle from the first reply")
	}
	no := false
	yes := true
	notes := &mcp.ToolAnnotations{ReadOnlyHint: t.Effect == tool.Reads, DestructiveHint: &no}
	if t.Effect == tool.Destroys {
		notes.DestructiveHint = &yes
	}
	return &mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: schema, Annotations: notes}
}

func (s *Server) handler(t *tool.Tool, find whose) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var named struct {
			Session string `json:"session"`
		}
		json.Unmarshal(req.Params.Arguments, &named) // a mistake in the arguments is reported by the tool
		own, handle, err := find(named.Session)
		if err != nil {
			return failed(err), nil
		}
		env := &tool.Env{Session: own, Handle: handle, Progress: progress(ctx, req),
			Health: func() []render.Field { return s.Health(own) }}
		reply, err := t.Call(ctx, env, req.Params.Arguments)
		if err != nil {
			return failed(err), nil
		}
		result := &mcp.CallToolResult{}
		if reply.Text != "" {
			result.Content = append(result.Content, &mcp.TextContent{Text: reply.Text})
		}
		if reply.Image != nil {
			result.Content = append(result.Content, &mcp.ImageContent{Data: reply.Image, MIMEType: "image/png"})
		}
		return result, nil
	}
}

func failed(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: render.Fault(fault.From(err))}}}
}

// progress reports to the client if it asked for that.
func progress(ctx context.Context, req *mcp.CallToolRequest) func(string) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return func(string) {}
	}
	step := 0.0
	return func(message string) {
		step++
		req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: step, Message: message})
	}
}

func unlisted() map[string]bool {
	hidden := map[string]bool{}
	for _, t := range tool.All {
		if t.Unlisted {
			hidden[t.Name] = true
		}
	}
	return hidden
}

// unlist keeps tools callable that tools/list does not show.
func unlist(hidden map[string]bool) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			result, err := next(ctx, method, req)
			if list, ok := result.(*mcp.ListToolsResult); ok {
				shown := list.Tools[:0:0]
				for _, t := range list.Tools {
					if !hidden[t.Name] {
						shown = append(shown, t)
					}
				}
				list.Tools = shown
			}
			return result, err
		}
	}
}

