package handstest

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/effect"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

// want is one expectation of an act page: an element, what is done to it, and what must follow.
type want struct {
	name, do, hit, fails string
	says, not            []string
}

var (
	wanting   = regexp.MustCompile(`<[a-z]+(?:\s+[a-z-]+(?:="[^"]*")?)*\s+want-do="[^"]*"(?:\s+[a-z-]+(?:="[^"]*")?)*\s*>`)
	attribute = regexp.MustCompile(`([a-z-]+)="([^"]*)"`)
)

// wants reads the expectations of a page from its source, so that none can be missed.
func wants(t *testing.T, file string) (out []want) {
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range wanting.FindAllString(string(source), -1) {
		w := want{}
		for _, a := range attribute.FindAllStringSubmatch(tag, -1) {
			value := html.UnescapeString(a[2])
			switch a[1] {
			case "id":
				w.name = value
				if w.hit == "" {
					w.hit = value
				}
			case "want-do":
				w.do = value
			case "want-hit":
				w.hit = value
			case "want-error":
				w.fails = value
			case "want-says":
				w.says = strings.Split(value, "|")
			case "want-not":
				w.not = strings.Split(value, "|")
			}
		}
		if w.name == "" || w.do == "" {
			t.Errorf("%s: %s needs an id", file, tag)
		}
		out = append(out, w)
	}
	if n := strings.Count(string(source), "want-do=\""); n != len(out) || n < 20 {
		t.Fatalf("%s has %d elements that expect something, %d were understood", file, n, len(out))
	}
	return out
}

func gallery(t *testing.T) string {
	web := httptest.NewServer(http.FileServer(http.Dir("../../pages/act")))
	t.Cleanup(web.Close)
	return web.URL + "/"
}

func (w want) act(ctx context.Context, tab *session.Tab, ref string) (*effect.Receipt, error) {
	do, arg, given := strings.Cut(w.do, ":")
	if !given {
		arg = "hello"
	}
	switch do {
	case "click":
		return tab.Click(ctx, ref, session.Click{})
	case "double_click":
		return tab.Click(ctx, ref, session.Click{Double: true})
	case "right_click":
		return tab.Click(ctx, ref, session.Click{Button: "right"})
	case "check":
		return tab.Check(ctx, ref, true)
	case "type":
		return tab.Type(ctx, ref, arg, session.Typing{})
	case "hover":
		return tab.Hover(ctx, ref)
	}
	return nil, fmt.Errorf("unknown want-do %q", w.do)
}

// TestAim holds the hands against pages/act/aim.html: each element is pressed, or refused as it must be, and never another.
func TestAim(t *testing.T) {
	base := gallery(t)
	tab := open(t, base, true)
	for _, w := range wants(t, "../../pages/act/aim.html") {
		t.Run(w.name, func(t *testing.T) {
			visit(t, tab, base+"aim.html")
			r, err := w.act(t.Context(), tab, element(t, tab, w))
			look, lookErr := tab.Look(t.Context(), true)
			if lookErr != nil {
				t.Fatal(lookErr)
			}
			pressed := strings.TrimPrefix(look.Title, "pressed ")
			switch {
			case w.fails != "":
				if err == nil || string(fault.Of(err)) != w.fails {
					t.Errorf("want %s, got %v", w.fails, err)
				}
				if look.Title != "aim" {
					t.Errorf("it was refused, and %s was pressed", pressed)
				}
			case err != nil:
				t.Error(err)
			case pressed != w.hit && !strings.HasPrefix(w.do, "check"):
				t.Errorf("%q was pressed, want %q: %s", pressed, w.hit, told(tab, r))
			case !r.Evident():
				t.Errorf("no evidence: %s", told(tab, r))
			}
		})
	}
}

// TestEffects holds receipts against pages/act/effects.html.
func TestEffects(t *testing.T) {
	base := gallery(t)
	tab := open(t, base, true)
	for _, w := range wants(t, "../../pages/act/effects.html") {
		t.Run(w.name, func(t *testing.T) {
			visit(t, tab, base+"effects.html")
			r, err := w.act(t.Context(), tab, element(t, tab, w))
			if w.fails != "" {
				if err == nil || string(fault.Of(err)) != w.fails {
					t.Errorf("want %s, got %v", w.fails, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			text := told(tab, r)
			has(t, text, w.says...)
			for _, not := range w.not {
				if strings.Contains(text, not) {
					t.Errorf("%q is in %s", not, text)
				}
			}
		})
	}
}

// element is the ref of the element that expects w.
func element(t *testing.T, tab *session.Tab, w want) string {
	t.Helper()
	look, err := tab.Look(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range look.Elements() {
		if look.Nodes[i].Attrs.Get("id") == w.name {
			return fmt.Sprint(int(tab.Refs.Show(look.Snapshot, i)))
		}
	}
	t.Fatalf("the page has no element #%s", w.name)
	return ""
}
