// Command bundle turns the TypeScript of the page side into the scripts that the Go packages embed. It needs no Node and
// gives the same bytes for the same sources on every machine.
//
//	go run -C tools ./bundle          write the bundles
//	go run -C tools ./bundle -check   exit 1 if a committed bundle is not what its sources give
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundle is one script: where its TypeScript starts and where the result is kept, from the root of the repository.
type bundle struct{ entry, out string }

var bundles = []bundle{
	{"engine/src/main.ts", "internal/engine/bundle.js"},
	{"engine/src/hands.ts", "internal/engine/hands.js"},
	{"engine/src/audit.ts", "internal/engine/audit.js"},
	{"engine/src/probe.ts", "internal/engine/probe.js"},
	{"extension/src/background.ts", "internal/extension/dist/background.js"},
	{"extension/src/content.ts", "internal/extension/dist/content.js"},
	{"extension/src/ears.ts", "internal/extension/dist/ears.js"},
	{"extension/src/nonce.ts", "internal/extension/dist/nonce.js"},
	{"extension/src/popup.ts", "internal/extension/dist/popup.js"},
	{"extension/src/options.ts", "internal/extension/dist/options.js"},
}

func main() {
	check := flag.Bool("check", false, "compare with what is committed and write nothing")
	root := flag.String("root", "..", "the repository")
	flag.Parse()

	do := write
	if *check {
		do = compare
	}
	var failures []error
	for _, b := range bundles {
		if err := do(*root, b); err != nil {
			failures = append(failures, err)
		}
	}
	if err := errors.Join(failures...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write builds b and replaces its file if the bytes differ.
func write(root string, b bundle) error {
	script, err := build(root, b)
	if err != nil {
		return err
	}
	out := filepath.Join(root, b.out)
	if old, err := os.ReadFile(out); err == nil && bytes.Equal(old, script) {
		return nil
	}
	fmt.Printf("%s: %d bytes\n", b.out, len(script))
	return os.WriteFile(out, script, 0o644)
}

// compare builds b and fails if its file holds anything else.
func compare(root string, b bundle) error {
	script, err := build(root, b)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(filepath.Join(root, b.out))
	if err != nil || !bytes.Equal(old, script) {
		return fmt.Errorf("%s is not what %s gives now: run make generate and commit the result", b.out, b.entry)
	}
	return nil
}

// build returns b as one minified script that leaves nothing behind but what its source puts on globalThis.
func build(root string, b bundle) ([]byte, error) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     absolute,
		EntryPoints:       []string{b.entry},
		Bundle:            true,
		Format:            api.FormatIIFE,
		Platform:          api.PlatformBrowser,
		Engines:           []api.Engine{{Name: api.EngineChrome, Version: "100"}},
		MinifyWhitespace:  true,
		MinifySyntax:      true,
		MinifyIdentifiers: true,
		LegalComments:     api.LegalCommentsNone,
		Sourcemap:         api.SourceMapNone,
		TsconfigRaw:       `{"compilerOptions": {"strict": true, "useDefineForClassFields": true}}`, // no stray tsconfig changes the bytes
		LogLevel:          api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		lines := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, fmt.Errorf("%s cannot be bundled:\n%s", b.entry, strings.TrimSpace(lines[0]))
	}
	return result.OutputFiles[0].Contents, nil
}
