package cli

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/bridge"
	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/extension"
	"github.com/domsight/domsight/internal/fault"
)

// ConfigVariable is the environment variable that names the folder in which domsight keeps what it must remember.
const ConfigVariable = "DOMSIGHT_CONFIG"

const extensionPort = 7890

// pairing is what the server remembers of the extension that it wrote: the secret that both know, and where it is.
type pairing struct {
	Token  string `json:"token"`
	Folder string `json:"folder"`
	Port   int    `json:"port"`
}

func pairingFile() (string, error) {
	dir := os.Getenv(ConfigVariable)
	if dir == "" {
		home, err := os.UserConfigDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, "domsight")
	}
	return filepath.Join(dir, "extension.json"), nil
}

// readPairing is empty where no extension was ever written.
func readPairing() (p pairing, err error) {
	file, err := pairingFile()
	if err != nil {
		return p, err
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	return p, err
}

func (p pairing) write() error {
	file, err := pairingFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	fresh := file + ".new"
	if err := os.WriteFile(fresh, data, 0o600); err != nil {
		return err
	}
	return os.Rename(fresh, file)
}

// unpack writes the extension of this version into its folder.
func (p pairing) unpack() error {
	scripts := extension.Scripts{Engine: engine.Script().Source, Taught: engine.Taught()}
	return extension.Unpack(p.Folder, scripts, extension.Config{Token: p.Token, Port: p.Port})
}

func newExtension(io streams) *cobra.Command {
	var port int
	cmd := &cobra.Command{
		Use:   "extension DIR",
		Short: "Write the browser extension into a folder, and say how to load it",
		Long: `Write the extension for Chrome, Chromium, Edge and Brave into a folder. With it agents work in the browser that
you use, where you are logged in: in tabs that they open, and in the one that you share with them.

A secret is inside, which only your user can read, and which "domsight serve --extension" knows too.
After an update of domsight the folder is written anew by itself.`,
		Example: "  domsight extension ~/domsight-extension",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := readPairing()
			if err != nil {
				return err
			}
			if p.Folder, err = filepath.Abs(args[0]); err != nil {
				return err
			}
			p.Token, p.Port = cmp.Or(p.Token, rand.Text()), port
			if err := notForeign(p.Folder); err != nil {
				return err
			}
			if err := errors.Join(p.unpack(), p.write()); err != nil {
				return fault.Wrap(err, fault.NotAllowed, "the extension cannot be written")
			}
			_, err = fmt.Fprintf(io.out, `The extension is in %s

1. open chrome://extensions (edge://extensions, brave://extensions) and switch on "Developer mode"
2. choose "Load unpacked" and take that folder; its id is %s
3. let your agent's MCP configuration start: domsight serve --extension
4. to share a tab with agents, click the eye in the toolbar
`, p.Folder, extension.ID)
			return err
		},
	}
	cmd.Flags().IntVar(&port, "port", extensionPort, "`port` of this machine at which the extension looks for the server")
	return cmd
}

// notForeign refuses a folder that holds something else.
func notForeign(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "engine.js")); err != nil {
		return fault.Newf(fault.BadArgument, "%s is not empty, and no extension of ours is in it", dir).Nextf("name an empty or a new folder")
	}
	return nil
}

// newBridge waits for the extension. A folder that an older version wrote is written anew; the extension takes it when it is next
// asked to.
func newBridge(log *slog.Logger) (*bridge.Bridge, error) {
	p, err := readPairing()
	if err != nil {
		return nil, err
	}
	if p.Token == "" {
		return nil, fault.New(fault.ExtensionError, "there is no extension yet").Nextf("run: domsight extension DIR, and load it into your browser")
	}
	stale, err := os.ReadFile(filepath.Join(p.Folder, "engine.js"))
	if err == nil && string(stale) != engine.Script().Source {
		if err := p.unpack(); err != nil {
			return nil, err
		}
	}
	return bridge.New(bridge.Options{
		Address: net.JoinHostPort("127.0.0.1", strconv.Itoa(p.Port)), Token: p.Token, Origin: extension.Origin, Engine: extension.Name(engine.Script().Source),
		ScriptName: extension.Name, Unreachable: browser.Unreachable, Log: log,
	}), nil
}
