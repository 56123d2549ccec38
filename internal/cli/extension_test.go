//go:build linux

package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/bridge/bridgetest"
	"github.com/domsight/domsight/internal/extension"
)

// TestTheExtension goes the way that a person goes: writes the folder, loads it, starts the server, calls a tool; and then, with a
// folder of an older version, sees it brought up to date.
func TestTheExtension(t *testing.T) {
	dir, port := t.TempDir(), strconv.Itoa(bridgetest.FreePort())
	t.Setenv(ConfigVariable, filepath.Join(dir, "config"))
	folder := filepath.Join(dir, "extension")
	var out, errs strings.Builder
	if code := Run(context.Background(), []string{"call", "dom_overview", "--extension"}, nil, &out, &errs); code != 1 || !strings.Contains(errs.String(), "domsight extension DIR") {
		t.Errorf("without an extension: %d, %s", code, errs.String())
	}
	if code := Run(context.Background(), []string{"extension", folder, "--port", port}, nil, &out, &errs); code != 0 || !strings.Contains(out.String(), extension.ID) {
		t.Fatalf("%d, %s %s", code, out.String(), errs.String())
	}
	for _, name := range []string{folder, filepath.Join(folder, "config.json"), filepath.Join(dir, "config", "extension.json")} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %s: %v %v", name, info, err)
		}
	}
	old := filepath.Join(folder, "config.json")
	var config map[string]any
	data, err := os.ReadFile(old)
	if err != nil || json.Unmarshal(data, &config) != nil {
		t.Fatal(err)
	}
	config["engine"] = "of another version"
	data, _ = json.Marshal(config)
	if err := os.WriteFile(old, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "engine.js"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	chrome, err := bridgetest.Launch(folder, filepath.Join(dir, "profile"))
	if err != nil {
		t.Fatal(err)
	}
	defer chrome.Stop()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!doctype html><title>Mine</title><button>Save</button>")
	}))
	defer web.Close()
	time.Sleep(time.Second) // the browser has read the folder
	out.Reset()
	code := Run(context.Background(), []string{"call", "dom_overview", "--extension", "--url", web.URL}, nil, &out, &errs)
	if code != 0 || !strings.Contains(out.String(), `button "Save"`) {
		t.Errorf("%d, %s %s", code, out.String(), errs.String())
	}
	if code := Run(context.Background(), []string{"extension", dir}, nil, &out, &errs); code != 1 || !strings.Contains(errs.String(), "is not empty") {
		t.Errorf("a folder with other things in it: %d, %s", code, errs.String())
	}
}
