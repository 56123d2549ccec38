package handstest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/session"
)

// TestFrames shows presses and typing in frames of every kind: same site, another site, one in the other, scrolled, covered.
func TestFrames(t *testing.T) {
	var inner string
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		leaf := func(name string) string {
			return fmt.Sprintf(`<!doctype html><body style="margin:0"><div style="height:%s"></div><button id=%s onclick="this.textContent='Pressed %s'">Press %s</button><input aria-label="Field %s"></body>`,
				map[bool]string{true: "900px", false: "10px"}[name == "low"], name, name, name, name)
		}
		switch name := strings.Trim(r.URL.Path, "/"); name {
		case "":
			fmt.Fprintf(w, `<!doctype html><title>Frames</title><div style="height:300px"></div>
<iframe src="/near" style="width:300px;height:100px;border:7px solid;padding:5px"></iframe>
<iframe src="%s/far" style="width:300px;height:100px;transform:scale(.8)"></iframe>
<iframe src="/low" style="width:300px;height:100px"></iframe>
<div style="height:900px"></div><iframe src="%s/around" style="width:400px;height:200px"></iframe>
<div style="position:relative;width:300px"><iframe src="/under" style="width:300px;height:100px"></iframe><div id=lid style="position:absolute;inset:0;background:#0004">A lid <button>Close</button></div></div>`, inner, inner)
		case "around":
			fmt.Fprintf(w, `<!doctype html><div style="height:40px"></div><iframe src="/nested" style="width:300px;height:100px"></iframe>`)
		default:
			fmt.Fprint(w, leaf(name))
		}
	}))
	t.Cleanup(web.Close)
	inner = strings.Replace(web.URL, "127.0.0.1", "localhost", 1)
	tab := open(t, web.URL, true)
	ref := func(role, name string) string {
		look, err := tab.Look(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		for i := range look.Elements() {
			if n := look.Nodes[i]; n.Role == role && n.Name == name {
				return fmt.Sprint(int(tab.Refs.Show(look.Snapshot, i)))
			}
		}
		t.Fatalf("there is no %s %q (unread: %v)", role, name, look.Unread)
		return ""
	}
	ok := must(t, tab)
	for _, name := range []string{"near", "far", "low", "nested"} {
		has(t, told(tab, ok(tab.Click(t.Context(), ref("button", "Press "+name), session.Click{}))), fmt.Sprintf(`button "Pressed %s" -- was "Press %s"`, name, name))
		r := ok(tab.Type(t.Context(), ref("textbox", "Field "+name), "in "+name, session.Typing{}))
		if r.Value != "in "+name {
			t.Errorf("%s: the field holds %q", name, r.Value)
		}
	}
	_, err := tab.Click(t.Context(), ref("button", "Press under"), session.Click{})
	if err == nil || !strings.Contains(err.Error(), "element_covered") {
		t.Errorf("under the lid: %v", err)
	}
}
