package session

import (
	"net/url"
	"strings"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"

	"github.com/domsight/domsight/internal/dom"
)

// Policy is what an agent may do. The zero value allows everything.
type Policy struct {
	ReadOnly    bool     // look, but do not touch
	Allow, Deny []string // origins or hosts: https://example.com, example.com, *.example.com
}

// MayAct refuses actions where only looking is allowed.
func (p Policy) MayAct() error {
	if p.ReadOnly {
		return fault.New(fault.NotAllowed, "the server was started with --read-only: nothing may be done to a page")
	}
	return nil
}

// MayVisit refuses places that the server was told to keep away from. Blank pages belong to nobody.
func (p Policy) MayVisit(address string) error {
	if len(p.Allow)+len(p.Deny) == 0 || address == "" || strings.HasPrefix(address, "about:") {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return fault.Newf(fault.NotAllowed, "%s is no address that could be allowed", short(address, 100))
	}
	for _, rule := range p.Deny {
		if covers(rule, u) {
			return fault.Newf(fault.NotAllowed, "the server was told to keep away from %s", u.Host)
		}
	}
	if len(p.Allow) == 0 {
		return nil
	}
	for _, rule := range p.Allow {
		if covers(rule, u) {
			return nil
		}
	}
	return fault.Newf(fault.NotAllowed, "%s is not among the origins that the server was told to allow", u.Scheme+"://"+u.Host).
		Nextf("allowed: %s", strings.Join(p.Allow, ", "))
}

// covers is true if a rule speaks of an address: by origin, by host with or without port, or by a host and all below it.
func covers(rule string, u *url.URL) bool {
	rule = strings.ToLower(strings.TrimSuffix(rule, "/"))
	if scheme, rest, ok := strings.Cut(rule, "://"); ok {
		if scheme != strings.ToLower(u.Scheme) {
			return false
		}
		rule = rest
	}
	host, name := strings.ToLower(u.Host), strings.ToLower(u.Hostname())
	if below, ok := strings.CutPrefix(rule, "*."); ok {
		return name == below || strings.HasSuffix(name, "."+below)
	}
	return rule == host || rule == name
}

// AnswerDialog says what the next dialog of the page is told.
func (t *Tab) AnswerDialog(accept bool, text string) (*effect.Receipt, error) {
	hands, ok := t.page.(page.Hands)
	if !ok {
		return nil, fault.New(fault.NotAllowed, "this browser connection does not answer dialogs")
	}
	hands.AnswerDialog(accept, text)
	word := map[bool]string{true: "accepted", false: "dismissed"}[accept]
	return &effect.Receipt{Kind: "dialog", Ref: dom.NoRef, Focus: -1, Unfocused: -1, Trusted: true, Holds: true, Deed: "the next dialog will be " + word}, nil
}
