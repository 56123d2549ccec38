package fingerprint

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Compare says what became of a page, leaving out what noise says varies by itself. The changes come with the worst first,
// those of a region together.
func Compare(was, now *Fingerprint, noise Noise) Comparison {
	if reason := incomparable(was, now); reason != "" {
		return Comparison{Status: "error", Severity: Error, Changes: []Change{}, Unchanged: []string{}, Summary: reason}
	}
	c := comparing{noise: noise}
	compared := []string{"title", "landmarks"}
	c.title(was, now)
	c.landmarks(was.Structure.Landmarks, now.Structure.Landmarks)
	if len(c.changes) == 0 && was.Words >= fewWords && now.Words < was.Words/lost {
		c.add("landmarks", EmptyStateAppeared, "page", "", 0, plural(was.Words, "word"), plural(now.Words, "word"),
			fmt.Sprintf("the page lost most of its text: %d words, now %d", was.Words, now.Words))
	}
	a, b := was.Structure.items(), now.Structure.items()
	for _, kind := range []string{"interactive", "heading", "list", "form", "table", "embed", "state"} {
		if a[kind] == nil || b[kind] == nil {
			continue // one of them did not look
		}
		c.items(kind, a[kind], b[kind])
		compared = append(compared, category[kind])
	}
	if was.Structure.Content != nil && now.Structure.Content != nil {
		c.images(was.Structure.Content.Images, now.Structure.Content.Images)
		compared = append(compared, "images")
	}
	rank(c.changes)
	out := Comparison{Status: "changed", Severity: Clean, Changes: c.changes, Unchanged: []string{}, Notes: notes(was, now)}
	for _, name := range compared {
		if !c.touched[name] {
			out.Unchanged = append(out.Unchanged, name)
		}
	}
	if len(c.changes) == 0 {
		out.Status, out.Changes = "unchanged", []Change{}
	} else {
		out.Severity = c.changes[0].Severity
	}
	out.Summary = summary(out.Changes)
	return out
}

var category = map[string]string{"interactive": "interactive", "heading": "headings", "list": "lists", "form": "forms", "table": "tables", "embed": "embeds", "state": "state"}

var loginPath = regexp.MustCompile(`(?i)(^|[/._-])(log-?in|sign-?in|sso|oauth2?|auth|authenticate|session/new)([/._-]|$)`)

// Login is true if a page that was asked for at one address and found at another is there to ask who we are.
func Login(asked, found string, asksPassword bool) bool {
	a, b := pathOf(asked), pathOf(found)
	return a != b && !loginPath.MatchString(a) && (asksPassword || loginPath.MatchString(b))
}

func incomparable(was, now *Fingerprint) string {
	if !was.AsksPassword && Login(was.URL, now.URL, now.AsksPassword) {
		return fmt.Sprintf("no comparison: the page is a login at %s, where %s was expected", pathOf(now.URL), pathOf(was.URL))
	}
	return ""
}

func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimSuffix(u.Host+u.Path, "/")
}

// notes are what makes a comparison less than it seems.
func notes(was, now *Fingerprint) (notes []string) {
	if a, b := pathOf(was.URL), pathOf(now.URL); a != b {
		if host, _, ok := strings.Cut(a, "/"); ok && strings.HasPrefix(b, host+"/") {
			a, b = a[len(host):], b[len(host):]
		}
		notes = append(notes, fmt.Sprintf("taken at another address: %s, now %s", clip(a, 100), clip(b, 100)))
	}
	if was.Viewport != now.Viewport {
		notes = append(notes, fmt.Sprintf("taken in another viewport: %dx%d, now %dx%d", was.Viewport.Width, was.Viewport.Height, now.Viewport.Width, now.Viewport.Height))
	}
	if was.Scope != now.Scope {
		notes = append(notes, fmt.Sprintf("taken of another scope: %s, now %s", clip(was.Scope, 60), clip(now.Scope, 60)))
	}
	if was.Depth != now.Depth {
		notes = append(notes, fmt.Sprintf("taken at another depth: %s, now %s; what only one of them has is not compared", was.Depth, now.Depth))
	}
	part := map[string]int{}
	maps.Copy(part, was.Truncated)
	maps.Copy(part, now.Truncated)
	if len(part) > 0 {
		notes = append(notes, "looked at part of the page: cut were "+strings.Join(slices.Sorted(maps.Keys(part)), ", "))
	}
	return notes
}

// summary is the verdict in one line.
func summary(changes []Change) string {
	if len(changes) == 0 {
		return "no changes"
	}
	count := map[Severity]int{}
	regions := map[string]int{}
	for _, c := range changes {
		count[c.Severity]++
		if c.In != "" {
			regions[c.In]++
		}
	}
	var parts, where []string
	for _, s := range []Severity{Error, Warning, Info} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	for _, r := range slices.Sorted(maps.Keys(regions)) {
		where = append(where, fmt.Sprintf("%s %d", r, regions[r]))
	}
	text := plural(len(changes), "change") + " (" + strings.Join(parts, ", ") + ")"
	if len(where) > 0 {
		text += " in " + strings.Join(where, ", ")
	}
	return text + "; first: " + changes[0].Description
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
