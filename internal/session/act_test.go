package session

import (
	"testing"

	"github.com/domsight/domsight/internal/page"
)

func TestParseKey(t *testing.T) {
	for _, c := range []struct {
		text string
		key  string
		held page.Modifiers
	}{
		{"Enter", "Enter", 0},
		{"return", "Enter", 0},
		{"esc", "Escape", 0},
		{"space", " ", 0},
		{"a", "a", 0},
		{"A", "A", 0},
		{"é", "é", 0},
		{"+", "+", 0},
		{"Control+A", "a", page.Ctrl},
		{"ctrl+shift+K", "K", page.Ctrl | page.Shift},
		{"Cmd+Enter", "Enter", page.Meta},
		{"Control++", "+", page.Ctrl},
		{"alt+down", "ArrowDown", page.Alt},
		{"Shift", "Shift", 0},
		{"pageDown", "PageDown", 0},
	} {
		got, err := parseKey(c.text)
		if err != nil || got.Key != c.key || got.Modifiers != c.held {
			t.Errorf("%q is %+v (%v), want %q with %d", c.text, got, err, c.key, c.held)
		}
	}
	if _, err := parseKey(""); err == nil {
		t.Error("no key is a key")
	}
}

func TestPolicy(t *testing.T) {
	for _, c := range []struct {
		policy  Policy
		address string
		may     bool
	}{
		{Policy{}, "https://example.com/", true},
		{Policy{Allow: []string{"https://example.com"}}, "https://example.com/a?b", true},
		{Policy{Allow: []string{"https://example.com"}}, "http://example.com/", false},
		{Policy{Allow: []string{"https://example.com"}}, "https://example.com.evil.org/", false},
		{Policy{Allow: []string{"https://example.com"}}, "https://example.com:8443/", true},
		{Policy{Allow: []string{"https://example.com:443"}}, "https://example.com:8443/", false},
		{Policy{Allow: []string{"*.example.com"}}, "https://a.b.example.com/", true},
		{Policy{Allow: []string{"*.example.com"}}, "https://badexample.com/", false},
		{Policy{Allow: []string{"Example.com/"}}, "https://EXAMPLE.com/x", true},
		{Policy{Allow: []string{"example.com"}}, "file:///etc/passwd", false},
		{Policy{Allow: []string{"example.com"}}, "about:blank", true},
		{Policy{Allow: []string{"example.com"}}, "data:text/html,x", false},
		{Policy{Deny: []string{"example.com"}}, "https://example.com@evil.org/", true},
		{Policy{Deny: []string{"evil.org"}}, "https://example.com@evil.org/", false},
		{Policy{Deny: []string{"evil.org"}}, "https://good.org/", true},
	} {
		if err := c.policy.MayVisit(c.address); (err == nil) != c.may {
			t.Errorf("%+v at %s: %v", c.policy, c.address, err)
		}
	}
}

func TestUndigit(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{{"Cart (2)", "Cart (13)", true}, {"Cart", "Cart (1)", false}, {"Follow", "Unfollow", false}, {"1 of 9", "2 of 10", true}} {
		if got := undigit(c.a) == undigit(c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
