// Package extension is the browser extension as files: what was built from extension/src, its pages and its icons. It writes them
// into a folder together with a secret. It does not know what the scripts that pages are given do.
package extension

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
)

//go:generate go run -C ../../tools ./bundle

//go:embed static dist
var files embed.FS

// ID is how browsers know the extension: it follows from the key in its manifest.
const ID = "ahnnegplcbiapdfjiboenmhmcopcjocc"

// Origin is where the extension's requests come from.
const Origin = "chrome-extension://" + ID

// Config is what the folder says to the extension.
type Config struct {
	Token      string `json:"token"`
	Port       int    `json:"port"`
	Engine     string `json:"engine"`               // name of the engine that documents get; Unpack fills it in
	Everything bool   `json:"everything,omitempty"` // agents may use every tab
	Listeners  bool   `json:"listeners,omitempty"`  // pages are listened to, so that what only listens for clicks is found
}

// Scripts are what documents are given: the engine at first, the others when they are asked for.
type Scripts struct {
	Engine string
	Taught []string
}

// Name is how a script is called in the folder.
func Name(script string) string {
	sum := sha256.Sum256([]byte(script))
	return hex.EncodeToString(sum[:8])
}

// Unpack writes the extension into a folder, over an older one if it is there. Only this user can read it: the token is inside.
func Unpack(dir string, scripts Scripts, config Config) error {
	out := map[string][]byte{"engine.js": []byte(scripts.Engine)}
	for _, script := range scripts.Taught {
		out["taught/"+Name(script)+".js"] = []byte(script)
	}
	for _, root := range []string{"static", "dist"} {
		entries, err := fs.ReadDir(files, root)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			data, err := fs.ReadFile(files, root+"/"+entry.Name())
			if err != nil {
				return err
			}
			out[entry.Name()] = data
		}
	}
	for name, data := range icons() {
		out["icons/"+name] = data
	}
	config.Engine = Name(scripts.Engine)
	var err error
	if out["config.json"], err = json.Marshal(config); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(dir, "taught")); err != nil { // of another version
		return err
	}
	for name, data := range out {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o700)
}
