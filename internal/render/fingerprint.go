package render

import (
	"bytes"
	"encoding/json"

	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/tokens"
)

// fingerprintReply is get_dom_fingerprint's answer, in the shape of seed 000.
type fingerprintReply struct {
	Tab    string `json:"tab"`
	Status int    `json:"http_status,omitempty"`
	Ready  string `json:"ready_state,omitempty"`
	*fingerprint.Fingerprint
	Baseline   string          `json:"baseline,omitempty"`
	Comparison json.RawMessage `json:"comparison,omitempty"` // null where there was nothing to compare with
	Session    string          `json:"session,omitempty"`
	Tokens     int             `json:"token_count"`
}

// Fingerprint is a fingerprint as an agent reads it; with a baseline's name, what was done with that: "created" or "compared".
func Fingerprint(at Where, f *fingerprint.Fingerprint, baseline string, c *fingerprint.Comparison) string {
	r := fingerprintReply{Tab: at.Tab, Session: at.Session, Fingerprint: f.Shown(), Baseline: baseline}
	r.Status, r.Ready = unusual(at)
	if baseline != "" {
		r.Comparison = json.RawMessage(jsonText(c))
	}
	r.Tokens = tokens.Estimate(jsonText(r))
	return jsonText(r)
}

// comparisonReply is compare_dom_fingerprint's answer.
type comparisonReply struct {
	Tab     string `json:"tab"`
	URL     string `json:"url"`
	Title   string `json:"title"`
	Status  int    `json:"http_status,omitempty"`
	Ready   string `json:"ready_state,omitempty"`
	Against string `json:"against"`
	Hash    string `json:"hash"`
	fingerprint.Comparison
	More    string `json:"more,omitempty"`
	Session string `json:"session,omitempty"`
	Tokens  int    `json:"token_count"`
}

const mostChanges = 100

// Comparison is what became of a page, as an agent reads it.
func Comparison(at Where, against string, now *fingerprint.Fingerprint, c fingerprint.Comparison) string {
	r := comparisonReply{Tab: at.Tab, Session: at.Session, URL: clip(now.URL, 200), Title: clip(now.Title, 80), Against: against, Hash: now.Hash, Comparison: c}
	r.Status, r.Ready = unusual(at)
	if c.Below > 0 {
		r.More = `severity_threshold: "info" lists all`
	}
	if len(c.Changes) > mostChanges {
		r.Changes = c.Changes[:mostChanges]
		r.More = "the worst 100 changes are listed; more than that is another page"
	}
	r.Tokens = tokens.Estimate(jsonText(r))
	return jsonText(r)
}

// unusual are the HTTP status and the ready state, where they are not what they should be.
func unusual(at Where) (status int, ready string) {
	if at.Status != 200 {
		status = at.Status
	}
	if at.Ready != "complete" {
		ready = at.Ready
	}
	return status, ready
}

// jsonText is JSON without what no agent needs: white space and escaped brackets.
func jsonText(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null" // none of our values can fail
	}
	return string(bytes.TrimSpace(b.Bytes()))
}
