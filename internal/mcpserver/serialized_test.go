package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestAppendixA holds the worked example of seed 004 against the tool, byte for byte (B-177). The address is the one thing that
// must differ: the page is served from here.
func TestAppendixA(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/appendix-a.txtar")
	if err != nil {
		t.Fatal(err)
	}
	input, want := archive.Files[0].Data, string(archive.Files[1].Data)
	web := httptest.NewServer(servePages(map[string][]byte{"/page.html": input}))
	defer web.Close()
	client := connect(t)
	call(t, client, "navigate", `{"url": "`+web.URL+`/page.html"}`)
	reply := call(t, client, "get_serialized_dom", "")
	var got bytes.Buffer
	if err := json.Indent(&got, []byte(strings.TrimSpace(reply)), "", "  "); err != nil {
		t.Fatalf("%v in %s", err, reply)
	}
	text := strings.Replace(got.String(), web.URL+"/page.html", "https://example.com", 1) + "\n"
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
