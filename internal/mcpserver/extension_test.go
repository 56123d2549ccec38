//go:build unix

package mcpserver_test

import (
	"crypto/rand"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/bridge"
	"github.com/domsight/domsight/internal/bridge/bridgetest"
	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/extension"
	"github.com/domsight/domsight/internal/session"
)

// apart are the scripts that cannot be played in the user's own browser, and why.
var apart = map[string]string{
	"act":              "drag, upload and dialogs need trusted input",
	"dom_inspect":      "an extension cannot tell in which line of which script a listener is",
	"keypress":         "what a browser does by itself on Escape, Ctrl+A and Delete follows trusted keys only",
	"navigate-dialogs": "an extension is not told of dialogs",
	"act-steps":        "an extension is not told of requests and console errors",
}

// differ are calls that are answered differently, and why.
var differ = map[string]string{
	`snapshot {"since": "last", "budgetTokens": 200}`:                                                     "another build of Chromium, which answers so over the protocol too",
	`screenshot {"fullPage": true}`:                                                                       "an extension photographs only what is on screen",
	`type {"ref": 7, "text": "y"}`:                                                                        "the field refuses trusted keys, not text that a script puts in",
	`type {"ref": 9, "text": "Third", "clearFirst": true, "blur": true, "format": "json"}`:                "an editor is cleared in one step, not key by key",
	`query_dom {"selector": "form", "include_children": true, "max_depth": 1, "properties": ["display"]}`: "another build of Chromium, which answers so over the protocol too",
}

// TestScriptsOverTheExtension plays the scripts in a browser that is reached through the extension in it. Input by script says so.
func TestScriptsOverTheExtension(t *testing.T) {
	dir, port, token := t.TempDir(), bridgetest.FreePort(), rand.Text()
	folder := filepath.Join(dir, "extension")
	given := extension.Scripts{Engine: engine.Script().Source, Taught: engine.Taught()}
	if err := extension.Unpack(folder, given, extension.Config{Token: token, Port: port, Listeners: true}); err != nil {
		t.Fatal(err)
	}
	b := bridge.New(bridge.Options{Address: "127.0.0.1:" + strconv.Itoa(port), Token: token, Origin: extension.Origin,
		ScriptName: extension.Name, Unreachable: browser.Unreachable})
	t.Cleanup(func() { b.Close() })
	chrome, err := bridgetest.Launch(folder, filepath.Join(dir, "profile"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(chrome.Stop)
	server := newServer()
	server.NewSession = func() *session.Session { return sessionIn(b.Share) }
	files, _ := filepath.Glob(scripts + "/*.txtar")
	t.Run("scripts", func(t *testing.T) {
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			if _, is := apart[name]; is {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				playScript(t, file, connectTo(t, server), byScript)
			})
		}
	})
}

var synthetic = strings.NewReplacer("trusted input", "synthetic events", `"trusted":true`, `"trusted":false`, "over pipe", "over extension")

func byScript(call, want, got string) bool {
	_, is := differ[call]
	return is || synthetic.Replace(want) == got
}
