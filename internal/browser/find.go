package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/domsight/domsight/internal/fault"
)

// PathVariable is the environment variable that names the browser to start.
const PathVariable = "DOMSIGHT_BROWSER"

// headlessNames are smaller builds without a window, which start in half the time.
var headlessNames = []string{"chrome-headless-shell", "chromium-headless-shell", "headless_shell"}

var fullNames = []string{
	"google-chrome-stable", "google-chrome", "chrome", "chromium", "chromium-browser",
	"microsoft-edge-stable", "microsoft-edge", "msedge", "brave-browser", "brave",
}

// places are where installers put browsers, by operating system. $NAME is an environment variable.
var places = map[string][]string{
	"linux": {
		"/opt/google/chrome/chrome", "/usr/lib/chromium/chromium", "/usr/lib/chromium-browser/chromium-browser",
		"/usr/lib64/chromium-browser/chromium-browser", "/snap/bin/chromium", "/opt/microsoft/msedge/msedge",
		"/opt/brave.com/brave/brave", "/var/lib/flatpak/exports/bin/com.google.Chrome", "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
	},
	"darwin": {
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge", "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
		"$HOME/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "$HOME/Applications/Chromium.app/Contents/MacOS/Chromium",
	},
	"windows": {
		`$ProgramFiles\Google\Chrome\Application\chrome.exe`, `$ProgramFiles(x86)\Google\Chrome\Application\chrome.exe`,
		`$LocalAppData\Google\Chrome\Application\chrome.exe`, `$LocalAppData\Chromium\Application\chrome.exe`,
		`$ProgramFiles(x86)\Microsoft\Edge\Application\msedge.exe`, `$ProgramFiles\Microsoft\Edge\Application\msedge.exe`,
		`$ProgramFiles\BraveSoftware\Brave-Browser\Application\brave.exe`,
	},
}

// Find returns the program of a browser: what PathVariable names, else the first known one. Without a window a headless
// build is preferred where there is one.
func Find(headed bool) (string, error) {
	if named := os.Getenv(PathVariable); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fault.Newf(fault.BrowserGone, "%s names %s, which cannot be run", PathVariable, named).
				Nextf("correct %s, or unset it", PathVariable)
		}
		return program(path), nil
	}
	names := fullNames
	if !headed {
		names = append(headlessNames[:len(headlessNames):len(headlessNames)], fullNames...)
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return program(path), nil
		}
	}
	for _, place := range places[runtime.GOOS] {
		path := expand(place)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fault.New(fault.BrowserGone, "no Chrome, Chromium, Edge or Brave was found").
		Nextf("install one, or set %s to its path", PathVariable)
}

// expand replaces the $NAME that a place may start with. Names end at the first separator: Windows has parentheses in one.
func expand(place string) string {
	if !strings.HasPrefix(place, "$") {
		return place
	}
	name, rest, _ := strings.Cut(place[1:], place[strings.IndexAny(place, `/\`):][:1])
	return filepath.Join(os.Getenv(name), rest)
}

// program is the browser behind a shell wrapper of a distribution, so that the process we start is the browser itself. A
// wrapper that is not recognised is run as it is.
func program(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || !isScript(real) {
		return path
	}
	name := filepath.Base(real)
	for _, folder := range []string{name, "chromium", "chromium-browser"} {
		behind := filepath.Join(filepath.Dir(filepath.Dir(real)), "lib", folder, name)
		if info, err := os.Stat(behind); err == nil && info.Mode().IsRegular() && !isScript(behind) {
			return behind
		}
	}
	return path
}

func isScript(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	start := make([]byte, 2)
	_, err = file.Read(start)
	return err == nil && string(start) == "#!"
}
