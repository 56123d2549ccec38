// Package mcpserver serves the table of tools over MCP: stdio and streamable HTTP. It knows the protocol and nothing of pages.
package mcpserver

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
	Sets       []string      // of tools, that are on beside those that always are
	ReadOnly   bool          // tools that act are not shown
	Token      string        // that HTTP requests must bear; "": none, and only this machine is served
	Idle       time.Duration // an HTTP client that is silent for so long has gone: its tabs are closed; 0: half an hour
}

// Run serves one client over any transport until it goes away or ctx ends. Its session ends with it.
func (s *Server) Run(ctx context.Context, over mcp.Transport) error {
	own := s.NewSession()
	defer own.Close()
	only := func(*mcp.CallToolRequest, *tool.Tool, string) (*use, error) { return &use{Session: own}, nil }
	client, err := s.protocol(ctx, only, false).Connect(ctx, over, nil)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = client.Close() })() // its Wait says how it ended
	if err := client.Wait(); ctx.Err() == nil {
		return err
	}
	return nil
}

// use is a call's hold on a session.
type use struct {
	*session.Session
	handle string            // the agent must repeat it; "" where the protocol knows whose call it is
	end    func(failed bool) // nil if nobody waits for the end
}

// whose finds the session of a call to a tool, by the handle that the agent repeats or by what the protocol knows.
type whose func(req *mcp.CallToolRequest, t *tool.Tool, handle string) (*use, error)

// protocol makes an MCP server for clients whose sessions `find` knows. The end of life ends the calls that still run.
func (s *Server) protocol(life context.Context, find whose, handles bool) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "domsight", Title: "domsight", Version: s.Version},
		&mcp.ServerOptions{Instructions: tool.Instructions, Logger: s.Log, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	for _, t := range tool.All {
		if s.ReadOnly && t.Effect == tool.Destroys {
			continue
		}
		if t.Set != "" && !slices.Contains(s.Sets, t.Set) {
			continue
		}
		server.AddTool(s.describe(t, handles), s.handler(life, t, find))
	}
	if hidden := unlisted(); len(hidden) > 0 {
		server.AddReceivingMiddleware(unlist(hidden))
	}
	server.AddReceivingMiddleware(toolsOnly)
	return server
}

func (s *Server) describe(t *tool.Tool, handles bool) *mcp.Tool {
	schema := t.Schema
	if handles {
		schema = schema.With("session", "from navigate's reply; repeat it in every call")
	}
	no := false
	yes := true
	notes := &mcp.ToolAnnotations{ReadOnlyHint: t.Effect == tool.Reads, DestructiveHint: &no}
	if t.Effect == tool.Destroys {
		notes.DestructiveHint = &yes
	}
	return &mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: schema, Annotations: notes}
}

func (s *Server) handler(life context.Context, t *tool.Tool, find whose) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(life, cancel)()
		var named struct {
			Session string `json:"session"`
		}
		_ = json.Unmarshal(req.Params.Arguments, &named) // a mistake in the arguments is reported by the tool
		own, err := find(req, t, named.Session)
		if err != nil {
			return failed(err, tool.Reply{}), nil
		}
		env := &tool.Env{Session: own.Session, Handle: own.handle, Progress: progress(ctx, req), Confirm: asker(req),
			Health: func() []render.Field { return s.Health(own.Session) }}
		reply, err := t.Call(ctx, env, req.Params.Arguments)
		if own.end != nil {
			own.end(err != nil)
		}
		if ask := asking(err); ask != nil {
			return ask, nil
		}
		if err != nil {
			if code := fault.Of(err); code == fault.BrowserGone || code == fault.TabNotFound {
				own.Mourn()
			}
			return failed(err, reply), nil
		}
		return succeeded(reply), nil
	}
}

func succeeded(reply tool.Reply) *mcp.CallToolResult {
	result := &mcp.CallToolResult{}
	if reply.Text != "" {
		result.Content = append(result.Content, &mcp.TextContent{Text: reply.Text})
	}
	if reply.Image != nil {
		result.Content = append(result.Content, &mcp.ImageContent{Data: reply.Image, MIMEType: "image/png"})
	}
	return result
}

// failed tells of an error: in the tool's own words where its contract has a shape for errors.
func failed(err error, reply tool.Reply) *mcp.CallToolResult {
	if reply.Text != "" {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: reply.Text}}}
	}
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
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: step, Message: message}) // a client that is gone needs none
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

// toolsOnly refuses what we did not say we have; the SDK would answer with empty lists.
func toolsOnly(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch area, _, _ := strings.Cut(method, "/"); area {
		case "prompts", "resources", "completion", "logging":
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this server has tools only"}
		}
		return next(ctx, method, req)
	}
}
