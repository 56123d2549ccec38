package mcpserver_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/domsight/domsight/internal/mcpserver"
	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tool"
)

func guarded(p session.Policy) *mcpserver.Server {
	server := newServer()
	server.ReadOnly = p.ReadOnly
	server.NewSession = func() *session.Session {
		s := session.New(openBrowser)
		s.Policy = p
		return s
	}
	return server
}

func site(t *testing.T, html string) string {
	web := httptest.NewServer(servePages(map[string][]byte{"/page.html": []byte(html)}))
	t.Cleanup(web.Close)
	return web.URL + "/page.html"
}

const deletion = `<!doctype html><title>Files</title><button onclick="this.textContent='Gone'">Delete file</button> <button onclick="this.textContent='Kept'">Keep</button>`

// TestReadOnlyLooksOnly shows that a read-only server neither lists nor runs a tool that acts.
func TestReadOnlyLooksOnly(t *testing.T) {
	client := connectTo(t, guarded(session.Policy{ReadOnly: true}))
	listed, err := client.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range listed.Tools {
		if own, ok := tool.Lookup(l.Name); !ok || own.Effect == tool.Destroys {
			t.Errorf("%s is listed", l.Name)
		}
	}
	call(t, client, "navigate", `{"url": "`+site(t, deletion)+`"}`)
	if _, err := client.CallTool(context.Background(), &mcp.CallToolParams{Name: "click", Arguments: map[string]any{"ref": "button"}}); err == nil {
		t.Error("click was not refused")
	}
}

// TestOriginsAreKept shows that neither navigation nor action goes where it must not.
func TestOriginsAreKept(t *testing.T) {
	at := site(t, deletion)
	origin, _, _ := strings.Cut(at, "/page")
	for _, c := range []struct {
		policy   session.Policy
		navigate bool
	}{
		{session.Policy{Allow: []string{origin}}, true},
		{session.Policy{Allow: []string{"127.0.0.1"}}, true},
		{session.Policy{Allow: []string{"https://example.com"}}, false},
		{session.Policy{Deny: []string{"127.0.0.1"}}, false},
		{session.Policy{Allow: []string{origin}, Deny: []string{origin}}, false},
		{session.Policy{Allow: []string{strings.Replace(origin, "http", "https", 1)}}, false},
	} {
		client := connectTo(t, guarded(c.policy))
		got := call(t, client, "navigate", `{"url": "`+at+`"}`)
		if allowed := !strings.HasPrefix(got, "error not_allowed"); allowed != c.navigate {
			t.Errorf("%+v: navigate answers %s", c.policy, got)
		}
		if got := call(t, client, "click", `{"ref": "button:nth-of-type(2)"}`); c.navigate != strings.Contains(got, `"Kept"`) {
			t.Errorf("%+v: click answers %s", c.policy, got)
		}
	}
}

// TestDestructiveStepsAreConfirmed shows that a client that can ask is asked before what cannot be taken back, and only then.
func TestDestructiveStepsAreConfirmed(t *testing.T) {
	at := site(t, deletion)
	for _, c := range []struct{ answer, ref, want string }{
		{"accept", "button:nth-of-type(1)", `"Gone"`},
		{"decline", "button:nth-of-type(1)", "error not_allowed"},
		{"cancel", "button:nth-of-type(1)", "error not_allowed"},
		{"decline", "button:nth-of-type(2)", `"Kept"`},
	} {
		asked := 0
		client := connectWith(t, newServer(), &mcp.ClientOptions{ElicitationHandler: func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			asked++
			if !strings.Contains(r.Params.Message, `"Delete file"`) {
				t.Errorf("asked %q", r.Params.Message)
			}
			return &mcp.ElicitResult{Action: c.answer}, nil
		}})
		call(t, client, "navigate", `{"url": "`+at+`"}`)
		if got := call(t, client, "click", `{"ref": "`+c.ref+`"}`); !strings.Contains(got, c.want) {
			t.Errorf("%+v: click answers %s", c, got)
		}
		if want := map[bool]int{true: 1}[c.ref != "button:nth-of-type(2)"]; asked != want {
			t.Errorf("%+v: asked %d times, want %d", c, asked, want)
		}
	}
}

// TestSecretsPassTheModelBy shows that a secret reaches the field, and never a reply.
func TestSecretsPassTheModelBy(t *testing.T) {
	t.Setenv(tool.SecretPrefix+"SHOP", "p4ss w0rd")
	t.Setenv("OTHER", "not for agents")
	client := connect(t)
	call(t, client, "navigate", `{"url": "`+site(t, `<!doctype html><title>In</title><label>Word <input type=password id=a oninput="b.textContent=a.value.length"></label><label>Plain <input id=c></label><p role=status id=b></p>`)+`"}`)
	for _, args := range []string{`{"ref": "#a", "secret": "SHOP"}`, `{"ref": "#c", "secret": "SHOP"}`} {
		got := call(t, client, "type", args)
		if strings.Contains(got, "p4ss") || !strings.Contains(got, "[redacted 9]") || !strings.Contains(got, "the secret SHOP") {
			t.Errorf("type %s answers %s", args, got)
		}
	}
	if got := call(t, client, "dom_overview", `{}`); strings.Contains(got, "p4ss") {
		t.Errorf("a later look shows it: %s", got)
	}
	if got := call(t, client, "type", `{"ref": "#c", "secret": "OTHER"}`); !strings.HasPrefix(got, "error bad_argument") || strings.Contains(got, "agents") {
		t.Errorf("another variable: %s", got)
	}
}
