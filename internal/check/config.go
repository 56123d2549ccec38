package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/session"
)

// File is the name of the file that lists the pages.
const File = "domsight.yaml"

// config is the file as it is written. Its other half is schema.json.
type config struct {
	Base      string       `yaml:"base"`
	Baselines string       `yaml:"baselines"`
	Defaults  configLook   `yaml:"defaults"`
	Pages     []configPage `yaml:"pages"`
}

// configLook is how a page is looked at.
type configLook struct {
	Viewport  string   `yaml:"viewport"`
	Viewports []string `yaml:"viewports"`
	Before    []Step   `yaml:"before"`
	Scope     string   `yaml:"scope"`
	Depth     string   `yaml:"depth"`
	Threshold string   `yaml:"threshold"`
	Ignore    []string `yaml:"ignore"`
}

type configPage struct {
	Name    string         `yaml:"name"`
	URL     string         `yaml:"url"`
	Status  int            `yaml:"status"`
	Against *configAgainst `yaml:"against"`
	Look    configLook     `yaml:",inline"`
}

// configAgainst is what a page is compared with where it is not a baseline.
type configAgainst struct {
	URL      string `yaml:"url"`
	Viewport string `yaml:"viewport"`
}

// ReadFile reads a plan from a file. base takes the place of the file's own, if it is given.
func ReadFile(name, base string) (Plan, error) {
	source, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Plan{}, fault.Newf(fault.BadArgument, "there is no %s", name).Nextf("write one, such as:\n%s", strings.TrimRight(Example, "\n"))
	}
	if err != nil {
		return Plan{}, fault.Wrap(err, fault.NotAllowed, name+" cannot be read")
	}
	return Read(name, source, base)
}

// Example is the least a file can say.
const Example = `  base: http://localhost:3000
  pages:
    - name: home
      url: /
`

// Read reads a plan. Every mistake is reported with its line and column.
func Read(name string, source []byte, base string) (Plan, error) {
	var c config
	if err := yaml.UnmarshalWithOptions(source, &c, yaml.Strict()); err != nil {
		return Plan{}, fault.Newf(fault.BadArgument, "%s has a mistake: %s", name, strings.TrimSpace(yaml.FormatError(err, false, true))).
			Nextf("correct the line; domsight check --schema prints what the file may say")
	}
	r := reader{name: name, source: source, base: os.ExpandEnv(c.Base)}
	if base != "" {
		r.base = base
	}
	plan := Plan{Baselines: c.Baselines}
	if len(c.Pages) == 0 {
		return plan, r.mistake("$", "it lists no pages")
	}
	if err := r.look("$.defaults", c.Defaults); err != nil {
		return plan, err
	}
	seen := map[string]bool{}
	for i, p := range c.Pages {
		at := fmt.Sprintf("$.pages[%d]", i)
		pages, err := r.page(at, p, c.Defaults)
		if err != nil {
			return plan, err
		}
		for _, page := range pages {
			if seen[page.Name] {
				return plan, r.mistake(at+".name", fmt.Sprintf("there are two pages called %q", page.Name))
			}
			seen[page.Name] = true
			plan.Pages = append(plan.Pages, page)
		}
	}
	return plan, nil
}

// reader knows the file, to say where in it a mistake is.
type reader struct {
	name   string
	source []byte
	base   string
}

func (r reader) mistake(path, what string) error {
	where := ""
	if p, err := yaml.PathString(path); err == nil {
		if node, err := p.ReadNode(strings.NewReader(string(r.source))); err == nil && node.GetToken() != nil {
			at := node.GetToken().Position
			where = fmt.Sprintf(":%d:%d", at.Line, at.Column)
		}
	}
	return fault.Newf(fault.BadArgument, "%s%s: %s", r.name, where, what).Nextf("correct the line; domsight check --schema prints what the file may say")
}

// look checks what can be wrong with how a page is looked at.
func (r reader) look(at string, l configLook) error {
	if l.Depth != "" && !slices.Contains(fingerprint.Depths, fingerprint.Depth(l.Depth)) {
		return r.mistake(at+".depth", fmt.Sprintf("depth %q is none of minimal, standard, detailed", l.Depth))
	}
	if l.Threshold != "" && !slices.Contains(fingerprint.Thresholds, fingerprint.Severity(l.Threshold)) {
		return r.mistake(at+".threshold", fmt.Sprintf("threshold %q is none of info, warning, error", l.Threshold))
	}
	if l.Viewport != "" && len(l.Viewports) > 0 {
		return r.mistake(at+".viewports", "give viewport or viewports, not both")
	}
	if _, err := ParseViewport(l.Viewport); l.Viewport != "" && err != nil {
		return r.mistake(at+".viewport", fault.From(err).Message)
	}
	for i, v := range l.Viewports {
		if _, err := ParseViewport(v); err != nil {
			return r.mistake(fmt.Sprintf("%s.viewports[%d]", at, i), fault.From(err).Message)
		}
	}
	for i, s := range l.Before {
		if err := s.check(); err != nil {
			return r.mistake(fmt.Sprintf("%s.before[%d]", at, i), err.Error())
		}
	}
	return nil
}

// page makes one page a viewport of what the file says of it.
func (r reader) page(at string, c configPage, defaults configLook) ([]Page, error) {
	if c.Name == "" {
		return nil, r.mistake(at, "the page has no name")
	}
	if err := r.look(at, c.Look); err != nil {
		return nil, err
	}
	address, err := Address(r.base, c.URL)
	if err != nil {
		return nil, r.mistake(at+".url", fault.From(err).Message)
	}
	p := Page{Name: FileName(c.Name), URL: address, Status: c.Status, Threshold: fingerprint.Severity(either(c.Look.Threshold, defaults.Threshold, "warning")),
		Aim: session.Aim{Scope: either(c.Look.Scope, defaults.Scope, fingerprint.Full), Depth: fingerprint.Depth(either(c.Look.Depth, defaults.Depth, string(fingerprint.Detailed))),
			Ignore: slices.Concat(defaults.Ignore, c.Look.Ignore)},
		Before: c.Look.Before}
	if p.Before == nil {
		p.Before = defaults.Before
	}
	sizes := c.Look.Viewports
	if c.Look.Viewport != "" {
		sizes = []string{c.Look.Viewport}
	} else if len(sizes) == 0 {
		if sizes = defaults.Viewports; defaults.Viewport != "" {
			sizes = []string{defaults.Viewport}
		}
	}
	if c.Against != nil {
		other := p
		if c.Against.URL != "" {
			if other.URL, err = Address(r.base, c.Against.URL); err != nil {
				return nil, r.mistake(at+".against.url", fault.From(err).Message)
			}
		}
		if c.Against.Viewport != "" {
			if other.Viewport, err = ParseViewport(c.Against.Viewport); err != nil {
				return nil, r.mistake(at+".against.viewport", fault.From(err).Message)
			}
		}
		p.Against = &other
	}
	if len(sizes) == 0 {
		return []Page{p}, nil
	}
	var pages []Page
	for _, size := range sizes {
		one := p
		one.Viewport, _ = ParseViewport(size) // checked by look
		if len(sizes) > 1 {
			one.Name += "@" + FileName(size)
		}
		if p.Against != nil && c.Against.Viewport == "" {
			other := *p.Against
			other.Viewport = one.Viewport
			one.Against = &other
		}
		pages = append(pages, one)
	}
	return pages, nil
}

func either(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}
