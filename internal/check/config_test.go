package check_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/check"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
)

func TestReadPlan(t *testing.T) {
	t.Setenv("SHOP", "http://shop.test:3000")
	plan, err := check.Read("domsight.yaml", []byte(`
base: ${SHOP}
baselines: baselines
defaults:
  viewports: [desktop, 390x844]
  ignore: [".ad"]
pages:
  - name: Home / start
    url: /
    ignore: ["#clock"]
  - name: cart
    url: /cart?full=1
    viewport: tablet
    scope: main
    depth: standard
    threshold: error
    status: 404
    before:
      - click: "#accept"
      - type: {into: "#q", text: tea}
      - wait_for: "text: Results"
      - scroll: bottom
      - press: Enter
      - goto: /cart
  - name: staging
    url: /
    viewport: desktop
    against: {url: "https://example.com/", viewport: mobile}
`), "")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range plan.Pages {
		line := fmt.Sprintf("%s %s %s %s %s %s %v %d %d", p.Name, p.URL, p.Viewport, p.Aim.Scope, p.Aim.Depth, p.Threshold, p.Aim.Ignore, p.Status, len(p.Before))
		if p.Against != nil {
			line += " against " + p.Against.URL + " " + p.Against.Viewport.String()
		}
		got = append(got, line)
	}
	want := `Home - start@desktop http://shop.test:3000/ 1280x720 full detailed warning [.ad #clock] 0 0
Home - start@390x844 http://shop.test:3000/ 390x844 full detailed warning [.ad #clock] 0 0
cart http://shop.test:3000/cart?full=1 820x1180 main standard error [.ad] 404 6
staging http://shop.test:3000/ 1280x720 full detailed warning [.ad] 0 0 against https://example.com/ 390x844`
	if strings.Join(got, "\n") != want {
		t.Errorf("read as\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	if named, err := plan.Named([]string{"Home - start", "cart"}); err != nil || len(named.Pages) != 3 {
		t.Errorf("%d pages by name, %v", len(named.Pages), err)
	}
	if _, err := plan.Named([]string{"carts"}); fault.Of(err) != fault.BadArgument {
		t.Errorf("an unknown page: %v", err)
	}
}

// Every mistake is reported with its line and column.
func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct{ file, where, says string }{
		"not YAML":          {"pages: [", "[1:8]", ""},
		"unknown key":       {"pages:\n  - name: a\n    url: http://a/\n    dephth: minimal", "[4:5]", "dephth"},
		"wrong type":        {"pages:\n  - name: a\n    url: http://a/\n    status: teapot", "[4:13]", ""},
		"no pages":          {"base: http://a/", ":1:", "no pages"},
		"unknown depth":     {"pages:\n  - name: a\n    url: http://a/\n    depth: deep", ":4:12", "deep"},
		"unknown threshold": {"pages:\n  - {name: a, url: http://a/, threshold: fatal}", ":2:42", "fatal"},
		"bad viewport":      {"pages:\n  - name: a\n    url: http://a/\n    viewports: [desktop, wide]", ":4:26", "wide"},
		"no address":        {"pages:\n  - name: a\n    url: /", ":3:10", "not an address"},
		"no name":           {"pages:\n  - url: http://a/", ":2:", "no name"},
		"twice":             {"pages:\n  - {name: a, url: http://a/}\n  - {name: a, url: http://b/}", ":3:12", "two pages"},
		"two steps in one":  {"pages:\n  - name: a\n    url: http://a/\n    before:\n      - {click: a, goto: b}", ":5:", "one of"},
		"bad default":       {"defaults:\n  depth: deep\npages:\n  - {name: a, url: http://a/}", ":2:10", "deep"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := check.Read("domsight.yaml", []byte(c.file), "")
			if fault.Of(err) != fault.BadArgument || !strings.Contains(err.Error(), c.where) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %s at %s", err, c.says, c.where)
			}
		})
	}
	if _, err := check.ReadFile("no-such.yaml", ""); fault.Of(err) != fault.BadArgument || !strings.Contains(fault.From(err).Next, "pages:") {
		t.Errorf("no file: %v", err)
	}
}

// The schema and the file agree: what the schema allows is read, and what it lists is all there is.
func TestSchema(t *testing.T) {
	var schema struct {
		Properties map[string]struct {
			Properties map[string]any `json:"properties"`
			Items      struct {
				Properties map[string]any `json:"properties"`
			} `json:"items"`
		} `json:"properties"`
		Defs map[string]struct {
			Enum  []string `json:"enum"`
			Items struct {
				Properties map[string]any `json:"properties"`
			} `json:"items"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(check.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{"name": "a", "url": "http://a/", "status": "200", "against": "{url: http://b/}", "viewport": "mobile", "viewports": "[mobile]", "scope": "main",
		"depth": "minimal", "threshold": "info", "ignore": "[a]", "before": "[{goto: /}]"}
	for key := range schema.Properties["pages"].Items.Properties {
		page := "name: a, url: http://a/, " + key + ": " + values[key]
		if key == "name" || key == "url" {
			page = "name: a, url: http://a/"
		}
		if _, err := check.Read("f", []byte("pages: [{"+page+"}]"), ""); err != nil || values[key] == "" {
			t.Errorf("%s: %v", key, err)
		}
	}
	for step := range schema.Defs["before"].Items.Properties {
		value := "x"
		if step == "type" {
			value = "{into: a, text: b}"
		}
		if _, err := check.Read("f", []byte("pages: [{name: a, url: http://a/, before: [{"+step+": "+value+"}]}]"), ""); err != nil {
			t.Errorf("step %s: %v", step, err)
		}
	}
	if got, want := fmt.Sprint(schema.Defs["depth"].Enum), fmt.Sprint(fingerprint.Depths); got != want {
		t.Errorf("depths %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(schema.Defs["threshold"].Enum), fmt.Sprint(fingerprint.Thresholds); got != want {
		t.Errorf("thresholds %s, want %s", got, want)
	}
}
