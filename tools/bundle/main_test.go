package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommittedBundlesAreFresh(t *testing.T) {
	for _, b := range bundles {
		if err := compare("../..", b); err != nil {
			t.Error(err)
		}
	}
}

func TestBundleIsOneSmallRepeatableScript(t *testing.T) {
	root := t.TempDir()
	put(t, root, "src/part.ts", "/** @license kept by nobody */ export const twice = (n: number): number => n * 2")
	put(t, root, "src/main.ts", "import {twice} from './part'\nclass Box { #n = 21; get n() { return twice(this.#n) } }\n"+
		"Object.assign(globalThis, {__box: new Box()})")
	b := bundle{"src/main.ts", "out.js"}

	if err := compare(root, b); err == nil || !strings.Contains(err.Error(), "run make generate") {
		t.Errorf("a missing bundle is called fresh: %v", err)
	}
	if err := write(root, b); err != nil {
		t.Fatal(err)
	}
	if err := compare(root, b); err != nil {
		t.Error(err)
	}
	script, _ := os.ReadFile(filepath.Join(root, "out.js"))
	for _, unwanted := range []string{"license", "import", "sourceMapping", "\n  "} {
		if strings.Contains(string(script), unwanted) {
			t.Errorf("the bundle contains %q: %s", unwanted, script)
		}
	}
	if !strings.HasPrefix(string(script), `"use strict";(()=>{`) {
		t.Errorf("not a strict function of its own: %s", script)
	}

	put(t, root, "src/part.ts", "export const twice = (n: number): number => n + n")
	if err := compare(root, b); err == nil {
		t.Error("a stale bundle is called fresh")
	}
	put(t, root, "src/part.ts", "export const twice = (")
	if err := write(root, b); err == nil || !strings.Contains(err.Error(), "src/part.ts:1") {
		t.Errorf("a syntax error does not say where it is: %v", err)
	}
}

func put(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
