package mcpserver_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"github.com/domsight/domsight/internal/tool"
)

// mostToLook is what the tools with which an agent finds its way may cost every agent, in o200k tokens of name, description and
// input schema.
const mostToLook = 1500

// mostOfAll is what all tools together may cost.
const mostOfAll = 1800

func TestToolsListIsSmall(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	list, err := connect(t).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	looking := []string{"navigate", "tabs", "snapshot", "dom_overview", "dom_structure", "dom_search", "dom_inspect", "get_serialized_dom",
		"screenshot", "configure"}
	total, all, listed := 0, 0, map[string]bool{}
	for _, listing := range list.Tools {
		if known, _ := tool.Lookup(listing.Name); known.Set != "" {
			continue // off unless asked for
		}
		data, err := json.Marshal(map[string]any{"name": listing.Name, "description": listing.Description, "inputSchema": listing.InputSchema})
		if err != nil {
			t.Fatal(err)
		}
		n, err := codec.Count(string(data))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%5d %s", n, listing.Name)
		if slices.Contains(looking, listing.Name) {
			total += n
		}
		all += n
		listed[listing.Name] = true
	}
	if total > mostToLook {
		t.Errorf("tools/list costs %d tokens, more than %d", total, mostToLook)
	}
	t.Logf("%5d in all", all)
	if all > mostOfAll {
		t.Errorf("tools/list costs %d tokens, more than %d", all, mostOfAll)
	}
	for _, name := range looking {
		if !listed[name] {
			t.Errorf("%s is not listed", name)
		}
	}
	for _, name := range []string{"query_dom", "electron_find", "electron_snapshot"} {
		if listed[name] {
			t.Errorf("%s is listed", name)
		}
	}
}
