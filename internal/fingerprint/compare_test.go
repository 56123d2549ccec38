package fingerprint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/session"
)

var detailed = session.Aim{Depth: fingerprint.Detailed}

func brief(changes []fingerprint.Change) string {
	var lines []string
	for _, c := range changes {
		lines = append(lines, fmt.Sprintf("%s %s %s", c.Severity, c.Type, c.Element))
	}
	return strings.Join(lines, "\n")
}

// Scenarios 4 to 7 (F-105..F-108, F-54..F-66): every type of change, as a page before and after.
func TestChanges(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"nothing", `<main><button>A</button></main>`, `<main><button>A</button></main>`, ""},
		{"error appeared", `<p>x</p>`, `<p>x</p><div role=alert>Failed</div>`, `error error_appeared div "Failed"`},
		{"error cleared", `<div role=alert>Failed</div>`, `<p>x</p>`, `info error_cleared div "Failed"`},
		{"landmark missing", `<nav>a</nav><main>b</main>`, `<main>b</main>`, "error landmark_missing nav"},
		{"landmark added", `<main>b</main>`, `<nav>a</nav><main>b</main>`, "info landmark_added nav"},
		{"a header in an article is no page header", `<header>a</header><article><header>b</header></article>`, `<article><header>b</header></article>`, "error landmark_missing header"},
		{"element missing", `<button>A</button><button>B</button>`, `<button>B</button>`, `error element_missing button "A"`},
		{"element added", `<button>B</button>`, `<button>A</button><button>B</button>`, `info element_added button "A"`},
		{"one of three twins", `<button>E</button><button>E</button><button>E</button>`, `<button>E</button><button>E</button>`, `error element_missing button "E"`},
		{"another type is another element", `<a href=/>Go</a>`, `<button>Go</button>`, "error element_missing link \"Go\"\ninfo element_added button \"Go\""},
		{"disabled", `<button>A</button>`, `<button disabled>A</button>`, `warning element_disabled button "A"`},
		{"enabled", `<button disabled>A</button>`, `<button>A</button>`, `info element_enabled button "A"`},
		{"another order", `<button>A</button><button disabled>A</button><a href=/>x</a>`, `<a href=/>x</a><button disabled>A</button><button>A</button>`, ""},
		{"list empty", `<ul id=l><li>1<li>2</ul>`, `<ul id=l></ul>`, "warning list_empty list #l"},
		{"list gone", `<ul id=l><li>1<li>2</ul>`, `<p>x</p>`, "warning list_empty list #l"},
		{"list shorter", `<ul id=l><li>1<li>2</ul>`, `<ul id=l><li>1</ul>`, "info text_changed list #l"},
		{"the second of two lists", `<ul class=l><li>1</ul><ul class=l><li>1<li>2</ul>`, `<ul class=l><li>1</ul><ul class=l></ul>`, "warning list_empty list .l"},
		{"form missing", `<form id=f></form>`, `<p>x</p>`, "error element_missing form #f"},
		{"table empty", `<table id=t><tr><th>a<tr><td>1</table>`, `<table id=t><tr><th>a</table>`, "warning list_empty table #t"},
		{"column missing", `<table id=t><tr><th>a<th>b<tr><td>1<td>2</table>`, `<table id=t><tr><th>a<tr><td>1</table>`, "error element_missing table #t\ninfo text_changed table #t"},
		{"table missing", `<table id=t><tr><th>a<tr><td>1</table>`, `<p>x</p>`, "error element_missing table #t"},
		{"empty state", `<p>x</p>`, `<div class=no-results>None</div>`, `warning empty_state_appeared .no-results "None"`},
		{"modal opened", `<p>x</p>`, `<div role=dialog>Hi</div>`, `info modal_opened div "Hi"`},
		{"modal closed", `<div role=dialog>Hi</div>`, `<p>x</p>`, `info modal_closed div "Hi"`},
		{"loading started", `<p>x</p>`, `<div class=loading>Wait</div>`, `info loading_started .loading "Wait"`},
		{"loading finished", `<div class=loading>Wait</div>`, `<p>x</p>`, `info loading_finished .loading "Wait"`},
		{"notification", `<p>x</p>`, `<div role=status>Saved</div>`, `info notification_appeared div "Saved"`},
		{"heading renamed", `<h1>A</h1>`, `<h1>B</h1>`, `info text_changed heading "B"`},
		{"heading missing", `<h1>A</h1><h2>B</h2>`, `<h1>A</h1>`, `error element_missing heading "B"`},
		{"card missing", `<ul><li><h3>A</h3><li><h3>B</h3></ul>`, `<ul><li><h3>A</h3><li>B</ul>`, `info text_changed heading "B"`},
		{"counter", `<a href=/c>Cart (2)</a>`, `<a href=/c>Cart (13)</a>`, `info text_changed link "Cart (13)"`},
		{"renamed under its id", `<button id=s>Save</button>`, `<button id=s>Saving</button>`, `info text_changed button "Saving"`},
		{"leads elsewhere", `<a href=/a>A</a>`, `<a href=/b>A</a>`, `info text_changed link "A"`},
		{"filled in", `<input aria-label=A>`, `<input aria-label=A value=x>`, `info text_changed input "A"`},
		{"picture broken", `<img alt=x src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`, `<img alt=x src=/no.png>`, "warning image_broken images"},
		{"text gone", `<main>` + strings.Repeat("word ", 50) + `</main>`, `<main>Oops</main>`, "warning empty_state_appeared main"},
		{"a video is gone", `<p>x</p><video controls></video>`, `<p>x</p>`, "error element_missing video"},
		{"a frame is gone", `<iframe id=map srcdoc="x"></iframe>`, `<p>x</p>`, "error element_missing iframe #map"},
		{"a canvas is gone", `<canvas></canvas><canvas></canvas>`, `<canvas></canvas>`, "error element_missing canvas"},
		{"all options are gone", `<select aria-label=S><option>A<option>B</select>`, `<select aria-label=S></select>`, "warning list_empty select \"S\"\ninfo text_changed select \"S\""},
		{"other options", `<select aria-label=S><option>A<option>B</select>`, `<select aria-label=S><option>A</select>`, ""},
		{"everything is inert", `<main><button>A</button></main>`, `<main inert><button>A</button></main>`, `warning element_disabled button "A"`},
		{"a part is gone", `<main><p>one two three</p><div id=story>once upon a time there was</div></main>`, `<main><p>one two three</p></main>`, "error element_missing #story\ninfo text_changed main"},
		{"only its wrapper is gone", `<main><p>one two three</p><div id=story>once upon a time there was</div></main>`, `<main><p>one two three</p>once upon a time there was</main>`, "info text_changed main"},
		{"undefined", `<button id=b>Save</button>`, `<button id=b>undefined</button>`, `error element_missing button "undefined"`},
		{"a key instead of words", `<h1 id=b>Your cart</h1>`, `<h1 id=b>cart.title.main</h1>`, `error element_missing heading "cart.title.main"`},
		{"title", `<title>A</title><p>x</p>`, `<title>B</title><p>x</p>`, "info text_changed title"},
		{"selector changed", `<ul class=a><li>1</ul>`, `<ul class=b><li>1</ul>`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := fingerprint.Compare(print(t, c.before, detailed), print(t, c.after, detailed), nil)
			same(t, "changes", brief(got.Changes), c.want)
			if c.want == "" && (got.Status != "unchanged" || got.Severity != fingerprint.Clean || got.Summary != "no changes") {
				t.Errorf("%s, %s, %q", got.Status, got.Severity, got.Summary)
			}
			if c.want != "" && (got.Status != "changed" || string(got.Severity) != strings.Fields(c.want)[0]) {
				t.Errorf("%s, %s", got.Status, got.Severity)
			}
			for _, change := range got.Changes {
				if change.Description == "" {
					t.Errorf("%s has no description", change.Type)
				}
			}
		})
	}
}

// Scenarios 8 and 11 (F-109, F-112, F-62): the threshold filters the list, not the verdict.
func TestThreshold(t *testing.T) {
	c := fingerprint.Compare(print(t, `<button>A</button><button>B</button>`, detailed), print(t, `<button disabled>A</button><h2>New</h2>`, detailed), nil)
	for threshold, want := range map[fingerprint.Severity]int{fingerprint.Info: 3, fingerprint.Warning: 2, fingerprint.Error: 1} {
		got := c.AtLeast(threshold)
		if len(got.Changes) != want || got.Below != 3-want || got.Severity != fingerprint.Error {
			t.Errorf("%s: %d listed, %d below, severity %s", threshold, len(got.Changes), got.Below, got.Severity)
		}
		if filtered := fingerprint.FilterBySeverity(c.Changes, threshold); len(filtered) != want {
			t.Errorf("%s: %d filtered", threshold, len(filtered))
		}
	}
}

// Scenarios 9 and 10 (F-110, F-111, F-18, F-19): a hash is of the structure, and of nothing else.
func TestHash(t *testing.T) {
	a, again := print(t, `<h1>A &lt;b&gt;</h1><button>B</button>`, standard), print(t, `<h1>A &lt;b&gt;</h1><button>B</button>`, standard)
	if a.Hash != again.Hash || a.StructureHash != again.StructureHash {
		t.Errorf("hashes of the same structure differ: %s %s", a.Hash, again.Hash)
	}
	if other := print(t, `<h1>C</h1><button>B</button>`, standard); other.Hash == a.Hash || other.StructureHash != a.StructureHash {
		t.Error("other text: the hash must change, the structure's own must not")
	}
	if other := print(t, `<h1>A &lt;b&gt;</h1><button>B</button><button>C</button>`, standard); other.Hash == a.Hash || other.StructureHash == a.StructureHash {
		t.Error("another element must change both hashes")
	}
}

// What makes a comparison less than it seems is said; a login is no page to compare with.
func TestNotes(t *testing.T) {
	was := print(t, `<button>A</button>`, detailed)
	login := print(t, `<form><input type=password aria-label=Password></form>`, detailed)
	login.URL = was.URL + "login"
	if c := fingerprint.Compare(was, login, nil); c.Status != "error" || !strings.Contains(c.Summary, "login") || len(c.Changes) != 0 {
		t.Errorf("a login: %+v", c)
	}
	small := *was
	small.Viewport.Width, small.Scope, small.Truncated = 390, "#a", map[string]int{"interactive": 9000}
	c := fingerprint.Compare(was, &small, nil)
	for _, want := range []string{"another viewport", "another scope", "part of the page"} {
		if !strings.Contains(strings.Join(c.Notes, "\n"), want) {
			t.Errorf("no note of %s in %q", want, c.Notes)
		}
	}
}
