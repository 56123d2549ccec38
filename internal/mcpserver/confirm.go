package mcpserver

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// question is what the person at the client must be asked before a call can go on. The call is then made again, with the answer.
type question struct{ text string }

func (q *question) Error() string { return "the person at the client must be asked: " + q.text }

// asker returns a function that asks the person at the client a yes-or-no question, nil if the client cannot. Where there is no
// answer yet, the function fails with a question, which the handler hands on.
func asker(req *mcp.CallToolRequest) func(context.Context, string) (bool, error) {
	if req.Session == nil {
		return nil
	}
	client := req.Session.InitializeParams()
	if client == nil || client.Capabilities == nil || client.Capabilities.Elicitation == nil {
		return nil
	}
	return func(_ context.Context, text string) (bool, error) {
		if answer, ok := req.Params.InputResponses[text].(*mcp.ElicitResult); ok {
			return answer.Action == "accept", nil
		}
		return false, &question{text}
	}
}

// asking is the reply that asks what err says must be asked, nil if it asks nothing.
func asking(err error) *mcp.CallToolResult {
	q, ok := errors.AsType[*question](err)
	if !ok {
		return nil
	}
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{
		q.text: &mcp.ElicitParams{Mode: "form", Message: q.text, RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`)},
	}}
}
