package mcpserver_test

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/domsight/domsight/internal/tool"
)

// A tool of a set is there when its set is on, and otherwise neither listed nor callable.
func TestSets(t *testing.T) {
	for _, on := range []bool{false, true} {
		server := newServer()
		server.Sets = nil
		if on {
			server.Sets = []string{"audit"}
		}
		client := connectTo(t, server)
		list, err := client.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		listed := false
		for _, tl := range list.Tools {
			listed = listed || tl.Name == "dom_audit"
		}
		_, err = client.CallTool(t.Context(), &mcp.CallToolParams{Name: "dom_audit"})
		if listed != on || (err == nil) != on {
			t.Errorf("on is %v: listed %v, callable %v", on, listed, err == nil)
		}
	}
	if sets := tool.Sets(); len(sets) == 0 || sets[0] != "audit" {
		t.Errorf("sets: %v", sets)
	}
}
