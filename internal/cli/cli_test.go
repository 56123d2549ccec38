package cli

import (
	"strings"
	"testing"
)

// said runs a command line as a person would.
func said(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e strings.Builder
	code = Run(t.Context(), args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

func TestExitCodesAndWhatIsSaid(t *testing.T) {
	for _, c := range []struct {
		line string
		code int
		out  string // a part of it
		errs string // all of it, if it begins with a new line a part of it
	}{
		{"--version", 0, "domsight ", ""},
		{"--help", 0, `{"mcpServers": {"domsight": {"command": "domsight", "args": ["serve"]}}}`, ""},
		{"", 0, "Available Commands:", ""},
		{"serve --help", 0, "--http address", ""},
		{"call --help", 0, "The exit code is 1 if the tool answers with an error.", ""},
		{"completion bash", 0, "__start_domsight", ""},
		{"__complete call dom_ov", 0, "dom_overview\n", "\nCompletion ended"},
		{"frob", 2, "", "domsight: unknown command \"frob\" for \"domsight\"\n  next: domsight --help\n"},
		{"serve --frob", 2, "", "domsight: unknown flag: --frob\n  next: domsight serve --help\n"},
		{"serve extra", 2, "", "domsight: unknown command \"extra\" for \"domsight serve\"\n  next: domsight serve --help\n"},
		{"call", 2, "", "domsight: accepts between 1 and 2 arg(s), received 0\n  next: domsight call --help\n"},
		{"serve --cdp http://x --profile y", 2, "", "\nnone of the others can be"},
		{"call frob", 1, "", "\nthere is no tool \"frob\"\n  next: tools: navigate, "},
		{"call navigate {}", 1, "", "error bad_argument: give a url, or an action (back, forward, reload), not both\nnext: correct the arguments\n"},
		{"call tabs", 0, "no tab is open", ""},
		{"serve --http 0.0.0.0:0", 1, "", "domsight: 0.0.0.0:0 can be reached by other machines, which could use your browser\n" +
			"  next: listen at 127.0.0.1:0, or set DOMSIGHT_TOKEN to a secret that clients must send\n"},
		{"serve --http :0", 1, "", "\ncan be reached by other machines"},
		{"serve --http banana", 1, "", "\nbanana is not an address to listen at"},
		{"serve", 0, "", ""}, // stdin has ended
	} {
		t.Run(c.line, func(t *testing.T) {
			code, out, errs := said(t, strings.Fields(c.line)...)
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if !strings.Contains(out, c.out) || c.out == "" && out != "" {
				t.Errorf("want %q in stdout:\n%s", c.out, out)
			}
			if part, ok := strings.CutPrefix(c.errs, "\n"); ok && !strings.Contains(errs, part) || !ok && errs != c.errs {
				t.Errorf("want %q on stderr:\n%s", c.errs, errs)
			}
		})
	}
}

// A port that is open to others is served with a token only.
func TestListenOn(t *testing.T) {
	for _, address := range []string{"0", "127.0.0.1:0", "localhost:0", "[::1]:0"} {
		on, err := listenOn(address, "")
		if err != nil {
			if strings.Contains(address, "::1") && strings.Contains(err.Error(), "cannot listen") {
				continue // a machine without IPv6
			}
			t.Errorf("%s: %v", address, err)
			continue
		}
		if !strings.HasPrefix(on.Addr().String(), "127.") && !strings.HasPrefix(on.Addr().String(), "[::1]") {
			t.Errorf("%s listens at %s", address, on.Addr())
		}
		on.Close()
	}
	on, err := listenOn("0.0.0.0:0", "secret")
	if err != nil {
		t.Fatal(err)
	}
	on.Close()
	if _, err := listenOn("127.0.0.1:99999", ""); err == nil {
		t.Error("port 99999 is taken")
	}
}
