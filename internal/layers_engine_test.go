package internal

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// floors are the files of engine/src, the ground first: a file imports its own floor and those below. A file that is named
// nowhere is a question, and stands on the second floor.
var floors = []string{
	"wire view refs safe flat",
	"", // the questions: role, name, state, visibility...
	"walk kit " + later,
	"main hands probe audit",
}

const questions = 1

// later are the files of the scripts that come after the engine. They have what they need of it from lent.ts: a second copy of
// its files would know none of its elements.
const later = "lent hit guard aim fill journal scroll synthetic contrast select selector query evidence extent rules"

// importLine finds what a TypeScript file imports, by import, by export from, or by import().
var importLine = regexp.MustCompile(`(?m)^\s*(?:import|export)\b[^'"=;(]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]`)

func TestEngineImports(t *testing.T) {
	root := filepath.Join("..", "engine", "src")
	seen := 0
	walk(t, root, ".ts", func(file string) {
		if strings.HasSuffix(file, ".d.ts") {
			return
		}
		source, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Error(err)
		}
		seen++
		for _, imported := range importsOf(string(source)) {
			if complaint := mayImportScript(file, imported); complaint != "" {
				t.Error(complaint)
			}
		}
	})
	if seen == 0 {
		t.Error("no TypeScript file was read")
	}
}

func TestLaterScriptsBringNoSecondEngine(t *testing.T) {
	files := strings.Fields(later + " hands audit")
	for _, file := range files {
		source, err := os.ReadFile(filepath.Join("..", "engine", "src", file+".ts"))
		if err != nil {
			t.Error(err)
		}
		values := regexp.MustCompile(`(?m)^import type .*$`).ReplaceAllString(string(source), "")
		for _, imported := range importsOf(values) {
			if name := strings.TrimPrefix(imported, "./"); !slices.Contains(files, name) {
				t.Errorf("engine/src/%s.ts brings %s.ts along a second time: take it from lent.ts", file, name)
			}
		}
	}
}

func TestMayImportScript(t *testing.T) {
	for _, c := range []struct{ file, source, want string }{
		{"name.ts", "import {hiddenBy} from './visibility'", ""},
		{"name.ts", "import {\n  type View,\n  open\n} from \"./view.ts\"\nimport type {Call} from './wire'", ""},
		{"main.ts", "import './walk'\nexport * from './aim'", ""},
		{"probe.ts", "import {role} from './role'", ""},
		{"wire.ts", "import {role} from './role'", "engine/src/wire.ts must not import role.ts: it stands below it"},
		{"role.ts", "export {walk} from './walk'", "engine/src/role.ts must not import walk.ts: it stands below it"},
		{"role.ts", "const later = await import('./aim')", "engine/src/role.ts must not import aim.ts: it stands below it"},
		{"walk.ts", "import './main'", "engine/src/walk.ts must not import main.ts: nothing imports it"},
		{"main.ts", "import './probe'", "engine/src/main.ts must not import probe.ts: nothing imports it"},
		{"probe.ts", "import './walk'", "engine/src/probe.ts must not import walk.ts: it asks the questions only"},
		{"role.ts", "import {roles} from 'aria-query'", "engine/src/role.ts imports aria-query: the engine is its own code only"},
		{"role.ts", "export const note = `from './walk'`", ""},
	} {
		var got string
		for _, imported := range importsOf(c.source) {
			got += mayImportScript(c.file, imported)
		}
		if got != c.want {
			t.Errorf("%s: %s\n got %q\nwant %q", c.file, c.source, got, c.want)
		}
	}
}

func importsOf(source string) (imports []string) {
	for _, match := range importLine.FindAllStringSubmatch(source, -1) {
		imports = append(imports, match[1]+match[2]+match[3])
	}
	return imports
}

// mayImportScript returns the sentence that says why file must not import imported, or nothing.
func mayImportScript(file, imported string) string {
	if !strings.HasPrefix(imported, ".") {
		return fmt.Sprintf("engine/src/%s imports %s: the engine is its own code only", file, imported)
	}
	from, to := strings.TrimSuffix(file, ".ts"), strings.TrimSuffix(path.Join(path.Dir(file), imported), ".ts")
	switch {
	case floor(to) == len(floors)-1:
		return fmt.Sprintf("engine/src/%s must not import %s.ts: nothing imports it", file, to)
	case from == "probe" && floor(to) > questions:
		return fmt.Sprintf("engine/src/%s must not import %s.ts: it asks the questions only", file, to)
	case floor(to) > floor(from):
		return fmt.Sprintf("engine/src/%s must not import %s.ts: it stands below it", file, to)
	}
	return ""
}

func floor(file string) int {
	for height, files := range floors {
		if listed(files, file) {
			return height
		}
	}
	return questions
}
