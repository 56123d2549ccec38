package tool

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/fault"
)

var update = flag.Bool("update", false, "write docs/tools.md anew")

// TestReference holds docs/tools.md against the table of tools and the table of faults it is made from.
func TestReference(t *testing.T) {
	const file = "../../docs/tools.md"
	want := reference()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("docs/tools.md is not what the tools are (%v); run make golden", err)
	}
}

func reference() string {
	var b strings.Builder
	b.WriteString("# Tools\n\nMade from the code by `make golden`; do not edit.\n\n")
	b.WriteString("Every tool takes `tab_id` or `tabName`, the tab it is about; without one it is the current tab.\n")
	b.WriteString("Elements are named by ref in any spelling (`12`, `[12]`, `node_12`) or by selector.\n")
	for _, t := range All {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", t.Name, t.Description)
		if t.Unlisted {
			b.WriteString("\nCallable, but not listed by tools/list.\n")
		}
		b.WriteString("\n| argument | type | meaning |\n|---|---|---|\n")
		for _, name := range slices.Sorted(maps.Keys(t.Schema.Properties)) {
			p := t.Schema.Properties[name]
			meaning := p.Description
			if len(p.Enum) > 0 {
				meaning = strings.TrimSpace("`" + strings.Join(p.Enum, "`, `") + "` " + meaning)
			}
			if slices.Contains(t.Schema.Required, name) {
				meaning = strings.TrimSpace("required. " + meaning)
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, p.Type, strings.ReplaceAll(meaning, "|", `\|`))
		}
	}
	b.WriteString("\n# Errors\n\nAn error reply has `isError: true` and reads `error CODE: what happened`, `next: what to do`.\n\n")
	b.WriteString("| code | meaning | what to do | again later? |\n|---|---|---|---|\n")
	for _, e := range fault.Table {
		again := "no"
		if e.Retryable {
			again = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", e.Code, e.Meaning, strings.ReplaceAll(e.Recovery, "|", `\|`), again)
	}
	return b.String()
}
