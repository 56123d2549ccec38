package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// foreign starts a browser as a person would, with one tab open, and returns its debugging address.
func foreign(t *testing.T, open string) string {
	t.Helper()
	path, err := Find(false)
	if err != nil {
		t.Fatal(err)
	}
	profile := t.TempDir()
	arguments := []string{"--headless", "--disable-gpu", "--remote-debugging-port=0", "--user-data-dir=" + profile, "--no-first-run", open}
	if os.Geteuid() == 0 {
		arguments = append(arguments, "--no-sandbox")
	}
	command := exec.Command(path, arguments...)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		time.Sleep(100 * time.Millisecond) // its helpers write to the profile until they notice
	})
	var port string
	eventually(t, "the browser listens", func() bool {
		text, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort"))
		port, _, _ = strings.Cut(string(text), "\n")
		return err == nil && port != ""
	})
	return "http://127.0.0.1:" + port
}

func TestAttach(t *testing.T) {
	url, other := site(t, map[string]string{
		"/":    "<title>Theirs</title>",
		"/two": `<title>Two</title><script>1</script><iframe src="{other}/in"></iframe>`,
		"/in":  "in",
	})
	address := foreign(t, url)
	process, err := Attach(t.Context(), address, AttachOptions{Script: script})
	if err != nil {
		t.Fatal(err)
	}
	one, err := process.Context(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "their tab is listed", func() bool { return len(one.Tabs()) == 1 && one.Tabs()[0].Info().Title == "Theirs" })
	theirs := one.Tabs()[0]
	if theirs.(*Tab).prepared {
		t.Error("their tab was touched before it was used")
	}
	if got := call(t, theirs, "eval", "document.title"); got != `"Theirs"` {
		t.Error(got)
	}
	eventually(t, "its status is known", func() bool { return theirs.Info().Status == 200 })
	if about := one.About(); about.Transport != "websocket" || about.PID != 0 || !strings.HasPrefix(about.Product, "Chrome ") {
		t.Errorf("%+v", about)
	}

	ours, err := one.Open(deadline(t, 5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	visit(t, ours, url+"/two")
	if got := call(t, ours, "eval", "__came"); got != `"early"` {
		t.Errorf("the script came after the page: %s", got)
	}
	call(t, ours, "eval", "window.open('"+other+"/'), 0")
	eventually(t, "our window is listed", func() bool { return len(one.Tabs()) == 3 })

	two, err := process.Context(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := two.Open(deadline(t, 5*time.Second)); err != nil {
		t.Fatal(err)
	}
	if err := one.Close(); err != nil { // with its tab and the tab of its page
		t.Error(err)
	}
	if got := len(two.Tabs()); got != 2 {
		t.Errorf("%d tabs, want theirs and the second one's", got)
	}
	if err := process.Close(); err != nil {
		t.Error(err)
	}
	for name, b := range map[string]page.Browser{"first": one, "second": two} {
		select {
		case <-b.Gone():
		case <-time.After(2 * time.Second):
			t.Errorf("the %s session is not gone", name)
		}
	}
	again, err := Attach(t.Context(), address, AttachOptions{Script: script}) // it is still there, with only their tab
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	three, err := again.Context(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "only their tab is left", func() bool { return len(three.Tabs()) == 1 })
	if got := call(t, three.Tabs()[0], "eval", "document.title"); got != `"Theirs"` {
		t.Error(got)
	}
}

func TestAttachSendsHeadersAndExplainsRefusals(t *testing.T) {
	var token string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token = r.Header.Get("Authorization")
		http.Error(w, "members only", http.StatusForbidden)
	}))
	defer server.Close()
	_, err := Attach(t.Context(), server.URL, AttachOptions{Headers: http.Header{"Authorization": {"Bearer x"}}})
	if fault.Of(err) != fault.BrowserGone || !strings.Contains(err.Error(), "members only") || token != "Bearer x" {
		t.Errorf("%v, token %q", err, token)
	}
	if _, err := Attach(t.Context(), "nonsense", AttachOptions{}); fault.Of(err) != fault.BadArgument {
		t.Error(err)
	}
	server.Close()
	if _, err := Attach(t.Context(), server.URL, AttachOptions{}); fault.Of(err) != fault.BrowserGone {
		t.Error(err)
	}
}
