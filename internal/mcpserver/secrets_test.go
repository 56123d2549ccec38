package mcpserver_test

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// secretive plants secrets wherever a reply of the exploring tools could carry them.
const secretive = `<!doctype html><title>Pay</title><form id="pay">
<label>Password <input type="password" id="pw" value="hunter2-static"></label>
<label>Card <input id="card" name="cc" autocomplete="cc-number" value="4111111111111111" title="4111 1111 1111 1111"></label>
<label>API token <textarea name="api_token">tok-live-9f8e7d</textarea></label><label>SSN <input name="ssn" value="078-05-1120"></label>
<button aria-label="Charge 4111-1111-1111-1111">Charge</button><a href="/c/4111111111111111">Receipt of 4111 1111 1111 1111</a></form>
<table><tr><th>Card</th><th>Secret</th></tr><tr><td>4111 1111 1111 1111</td><td><input type="password" value="hunter2-cell"></td></tr>
<tr><td>078-05-1120</td><td><input name="cvv" value="737-cvv"></td></tr></table><button>Pay 4111 1111 1111 1111 078-05-1120 now</button><p data-card="4111111111111111" id="4111111111111111">Text 4111111111111111 here</p>
<script src="fill.js"></script>`

// TestSecretsStayInThePage asks everything of everything (B-43, B-45, Q-53, contracts section 3).
func TestSecretsStayInThePage(t *testing.T) {
	web := httptest.NewServer(servePages(map[string][]byte{"/page.html": []byte(secretive), "/fill.js": []byte("pw.value = 'hunter2-live'")}))
	defer web.Close()
	client := connect(t)
	call(t, client, "navigate", `{"url": "`+web.URL+`/page.html"}`)
	everything := `"include": {"attributes": true, "computedStyles": true, "matchedStyles": true, "children": true, "siblings": true, "parents": true, "text": true}`
	for _, ask := range []struct{ tool, args string }{
		{"dom_overview", `{"viewport": false, "visible": false, "budget": 4000}`}, {"dom_overview", `{"format": "json", "viewport": false}`},
		{"dom_structure", `{"depth": 10}`}, {"dom_search", `{"query": {"tag": "input"}}`}, {"dom_search", `{"query": {"text": "4111"}, "visible": false}`},
		{"dom_search", `{"records": true}`}, {"dom_search", `{"records": true, "format": "json"}`},
		{"dom_inspect", `{"elementId": "#pw", ` + everything + `}`}, {"dom_inspect", `{"elementId": "#card", ` + everything + `}`},
		{"dom_inspect", `{"elementId": "textarea", ` + everything + `}`}, {"dom_inspect", `{"elementId": "form", ` + everything + `}`},
		{"dom_inspect", `{"elementId": "p", ` + everything + `}`}, {"dom_inspect", `{"elementId": "form button", ` + everything + `}`},
		{"query_dom", `{"selector": "body", "include_children": true, "max_depth": 5, "include_styles": true}`}, {"query_dom", `{"selector": "*"}`},
		{"get_serialized_dom", `{"includeValues": true}`}, {"get_serialized_dom", `{"format": "pagemodel", "includeValues": true}`},
	} {
		reply := call(t, client, ask.tool, ask.args)
		for _, secret := range []string{"hunter2", "4111111111111111", "4111 1111", "4111-1111", "tok-live", "078-05-1120", "737-cvv"} {
			if at := strings.Index(reply, secret); at >= 0 {
				t.Errorf("%s %s tells %s:\n…%s…", ask.tool, ask.args, secret, reply[max(0, at-120):min(len(reply), at+60)])
			}
		}
		if strings.HasPrefix(reply, "error ") {
			t.Errorf("%s %s: %s", ask.tool, ask.args, reply)
		}
	}
}
