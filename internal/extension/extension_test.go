package extension

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func unpacked(t *testing.T) (dir string, manifest map[string]json.RawMessage) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "extension")
	if err := Unpack(dir, Scripts{Engine: "engine()", Taught: []string{"hands()"}}, Config{Token: "secret", Port: 7890}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	return dir, manifest
}

// TestTheIDIsPinned computes the id as browsers do: the first half of the key's hash, its digits written from a to p.
func TestTheIDIsPinned(t *testing.T) {
	_, manifest := unpacked(t)
	var key string
	if err := json.Unmarshal(manifest["key"], &key); err != nil {
		t.Fatal(err)
	}
	der, err := base64.StdEncoding.DecodeString(key)
	if err != nil {
		t.Fatal(err)
	}
	var id strings.Builder
	for _, b := range sha256.Sum256(der) {
		id.WriteByte('a' + b>>4)
		id.WriteByte('a' + b&15)
	}
	if id.String()[:32] != ID {
		t.Errorf("the manifest's key gives %s, not %s", id.String()[:32], ID)
	}
}

// TestLeastPermissions holds what the extension asks for against what it was found to need.
func TestLeastPermissions(t *testing.T) {
	_, manifest := unpacked(t)
	var permissions []string
	if err := json.Unmarshal(manifest["permissions"], &permissions); err != nil {
		t.Fatal(err)
	}
	want := []string{"alarms", "scripting", "storage", "tabs", "webNavigation"}
	if !slices.Equal(permissions, want) {
		t.Errorf("%v, want %v", permissions, want)
	}
	for _, open := range []string{"web_accessible_resources", "externally_connectable", "content_scripts", "optional_permissions"} {
		if manifest[open] != nil {
			t.Errorf("the manifest has %s", open)
		}
	}
}

func TestTheFolder(t *testing.T) {
	dir, _ := unpacked(t)
	for _, name := range []string{"background.js", "content.js", "popup.html", "popup.js", "options.html", "options.js", "page.css", "engine.js", "taught/" + Name("hands()") + ".js"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	for name, data := range icons() {
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		size := picture.Bounds().Dx()
		_, _, _, corner := picture.At(0, 0).RGBA()
		_, _, _, middle := picture.At(size/2, size/2+size/8).RGBA()
		if corner != 0 || middle == 0 {
			t.Errorf("%s shows no eye", name)
		}
	}
	if err := Unpack(dir, Scripts{Engine: "newer()", Taught: []string{"newer hands()"}}, Config{Token: "secret"}); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(filepath.Join(dir, "taught"))
	if err != nil || len(left) != 1 || left[0].Name() != Name("newer hands()")+".js" {
		t.Errorf("scripts of another version are left: %v %v", left, err)
	}
}
