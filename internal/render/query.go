package render

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/domsight/domsight/internal/fault"
)

// The limits of query_dom, as the seed states them in every reply.
const (
	QueryElements = 50
	QueryDepth    = 5
	queryText     = 500
)

// Queried is the reply of query_dom; matches come as the engine sends them.
func Queried(at Where, selector string, total, returned int, matches any) (string, error) {
	data := queryData{URL: at.URL, PageTitle: at.Title, Selector: selector, Total: total, Returned: returned, MaxElements: QueryElements,
		MaxDepth: QueryDepth, MaxText: queryText, Matches: matches}
	if total == 0 {
		data.Hint = fmt.Sprintf("No elements matched selector %s. Verify the selector is correct and the page has loaded. "+
			"Try a broader selector like 'div' or '*' to explore the DOM.", verbatim(selector))
	}
	return compact(queryReply{fmt.Sprintf("DOM query %s: %d match(es)", verbatim(selector), total), data})
}

type queryReply struct {
	Summary string    `json:"summary"`
	Data    queryData `json:"data"`
}

type queryData struct {
	URL         string `json:"url"`
	PageTitle   string `json:"pageTitle"`
	Selector    string `json:"selector"`
	Total       int    `json:"totalMatchCount"`
	Returned    int    `json:"returnedMatchCount"`
	MaxElements int    `json:"maxElementsReturned"`
	MaxDepth    int    `json:"maxDepthQueried"`
	MaxText     int    `json:"maxTextLength"`
	Matches     any    `json:"matches"`
	Hint        string `json:"hint,omitempty"`
}

// verbatim quotes a selector as it is.
func verbatim(s string) string { return `"` + clip(s, 500) + `"` }

// QueryFault is an error in the shape of query_dom.
func QueryFault(e *fault.Error) string {
	entry := fault.Lookup(e.Code)
	message, hint := e.Message, cmp.Or(e.Next, entry.Meaning)
	if e.Code == fault.ExtensionTimeout {
		message, hint = "Timeout waiting for DOM query result", "Check that the browser extension is connected and a page is focused"
	}
	text, _ := compact(struct { // strings only: it cannot fail
		Error    fault.Code `json:"error"`
		Message  string     `json:"message"`
		Recovery string     `json:"recovery"`
		Hint     string     `json:"hint"`
	}{e.Code, clip(message, 500), entry.Recovery, hint})
	return text
}

// compact is JSON in one line, with <, > and & as they are.
func compact(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimRight(b.Bytes(), "\n")), nil
}
