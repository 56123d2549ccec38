package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/fingerprint"
)

// FingerprintText is a fingerprint in lines, for about half of what its JSON costs.
func FingerprintText(at Where, f *fingerprint.Fingerprint, baseline string, c *fingerprint.Comparison) string {
	f = f.Shown()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nHash: %s | Structure: %s | %s, %s, %dx%d", at, f.Hash, f.StructureHash, plain(clip(f.Scope, 80)), f.Depth, f.Viewport.Width, f.Viewport.Height)
	s := f.Structure
	if s.NoLandmarks {
		b.WriteString("\nno landmarks")
	}
	for _, name := range []string{"header", "nav", "main", "aside", "footer"} {
		l := s.Landmarks[name]
		if !l.Present {
			continue
		}
		fmt.Fprintf(&b, "\n%s", name)
		if len(l.Contains) > 0 {
			b.WriteString(": " + plainList(l.Contains))
		}
		if s.Interactive == nil && len(l.Interactive) > 0 {
			b.WriteString("; " + quotes(l.Interactive))
		}
	}
	if s.Content != nil {
		contentText(&b, s.Content)
	}
	controlsText(&b, s.Interactive)
	if s.State != nil {
		stateText(&b, s.State)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Truncated)) {
		fmt.Fprintf(&b, "\ncut: %s, there are %d", name, f.Truncated[name])
	}
	if baseline != "" {
		b.WriteString("\nBaseline: " + baseline)
	}
	if c != nil {
		fmt.Fprintf(&b, "\n%s: %s", c.Status, clip(c.Summary, 300))
		for _, change := range c.Changes {
			fmt.Fprintf(&b, "\n%s %s: %s", change.Severity, change.Type, clip(change.Description, 200))
		}
	}
	return counted(b.String())
}

func contentText(b *strings.Builder, c *fingerprint.Content) {
	for _, h := range c.Headings {
		fmt.Fprintf(b, "\nh%d %s", h.Level, quote(clip(h.Text, 100)))
	}
	for _, l := range c.Lists {
		fmt.Fprintf(b, "\n%s %s %d", l.Type, plain(l.Selector), l.Items)
	}
	for _, f := range c.Forms {
		fmt.Fprintf(b, "\nform %s: %s; %s", plain(f.Selector), quotes(f.Fields), quotes(f.Buttons))
	}
	for _, t := range c.Tables {
		fmt.Fprintf(b, "\ntable %s %dx%d", plain(t.Selector), t.Rows, t.Columns)
	}
	if i := c.Images; i.Count > 0 {
		fmt.Fprintf(b, "\n%d images, %d with alt, %d broken", i.Count, i.WithAlt, i.Broken)
	}
}

// controlsText lists controls by type, in page order: twins once, with their number.
func controlsText(b *strings.Builder, list []fingerprint.Control) {
	for _, kind := range []string{"button", "link", "input", "select", "textarea", "interactive"} {
		var words []string
		count := map[string]int{}
		for _, c := range list {
			if c.Type != kind {
				continue
			}
			word := quote(c.Text)
			if c.Href != "" {
				word += " " + plain(c.Href)
			}
			if c.Value != nil && *c.Value != "" {
				word += " filled"
			}
			if !c.Enabled {
				word += " disabled"
			}
			if count[word]++; count[word] == 1 {
				words = append(words, word)
			}
		}
		for i, word := range words {
			if n := count[word]; n > 1 {
				words[i] = fmt.Sprintf("%s x%d", word, n)
			}
		}
		if len(words) > 0 {
			fmt.Fprintf(b, "\n%s: %s", kind, strings.Join(words, ", "))
		}
	}
}

func stateText(b *strings.Builder, s *fingerprint.State) {
	for _, list := range []struct {
		word  string
		signs []fingerprint.Sign
	}{{"error", s.Errors}, {"loading", s.Loading}, {"empty", s.Empty}, {"modal", s.Modals}, {"notification", s.Notifications}} {
		for _, sign := range list.signs {
			fmt.Fprintf(b, "\n%s: %s %s", list.word, plain(sign.Selector), quote(clip(sign.Text, 120)))
		}
	}
}

func quotes(texts []string) string {
	var out []string
	for _, t := range texts {
		out = append(out, quote(clip(t, 60)))
	}
	return strings.Join(out, ", ")
}

func plainList(names []string) string {
	var out []string
	for _, n := range names {
		out = append(out, plain(n))
	}
	return strings.Join(out, " ")
}
