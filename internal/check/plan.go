// Package check runs pages against what they should be: the file that lists them, the visits in parallel tabs, the verdicts,
// and the reports that people and builds read. It takes sessions, and does not know which browser they have.
package check

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/baseline"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/session"
)

// Plan is what to check.
type Plan struct {
	Baselines string // folder; "" for the usual one
	Pages     []Page
}

// Page is one page in one viewport.
type Page struct {
	Name      string // of its baseline
	URL       string
	Viewport  Viewport
	Before    []Step
	Aim       session.Aim
	Threshold fingerprint.Severity
	Status    int   // HTTP status that is right; 0 for any below 400
	Against   *Page // compare with this one instead of a baseline
}

// Viewport is a size in CSS pixels; the zero value is the browser's own.
type Viewport struct{ Width, Height int }

// viewports are the sizes that have a name.
var viewports = map[string]Viewport{"desktop": {1280, 720}, "tablet": {820, 1180}, "mobile": {390, 844}}

const largestSide = 10_000

// ParseViewport reads 1280x720, or one of desktop, tablet, mobile.
func ParseViewport(s string) (Viewport, error) {
	if v, ok := viewports[s]; ok {
		return v, nil
	}
	w, h, _ := strings.Cut(s, "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if err1 != nil || err2 != nil || width < 1 || height < 1 || width > largestSide || height > largestSide {
		return Viewport{}, fault.Newf(fault.BadArgument, "%q is not a viewport", s).Nextf("use a form such as 1280x720, or desktop, tablet, mobile")
	}
	return Viewport{width, height}, nil
}

func (v Viewport) String() string {
	if v == (Viewport{}) {
		return ""
	}
	return strconv.Itoa(v.Width) + "x" + strconv.Itoa(v.Height)
}

// Named keeps the pages of these names; all if there are none. A name that fits nothing is a mistake.
func (p Plan) Named(names []string) (Plan, error) {
	if len(names) == 0 {
		return p, nil
	}
	all := p.Pages
	p.Pages = nil
	for _, name := range names {
		found := false
		for _, page := range all {
			if plainName, _, _ := strings.Cut(page.Name, "@"); page.Name == name || plainName == name {
				p.Pages = append(p.Pages, page)
				found = true
			}
		}
		if !found {
			return p, fault.Newf(fault.BadArgument, "there is no page %q", name).Nextf("pages: %s", strings.Join(pageNames(all), ", "))
		}
	}
	return p, nil
}

func pageNames(pages []Page) (names []string) {
	for _, p := range pages {
		names = append(names, p.Name)
	}
	return names
}

// FileName makes any name one that a baseline can have.
func FileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if baseline.CheckName(string(r)) == nil || r == '.' || r == ' ' {
			return r
		}
		return '-'
	}, name)
	if name = strings.Trim(name, " .-"); name == "" {
		return "page"
	}
	return name[:min(len(name), 80)]
}

// Address completes an address from a base.
func Address(base, address string) (string, error) {
	u, err := url.Parse(address)
	if err == nil && base != "" {
		var b *url.URL
		if b, err = url.Parse(base); err == nil {
			u = b.ResolveReference(u)
		}
	}
	if err != nil || u.Scheme == "" || u.Host == "" && u.Scheme != "file" {
		return "", fault.Newf(fault.BadArgument, "%q is not an address", address).Nextf("write it in full, such as http://localhost:3000/, or set base")
	}
	return u.String(), nil
}
