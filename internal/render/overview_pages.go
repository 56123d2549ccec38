package render

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// Pagination is how one gets to the other pages of a list, wherever on the page that is.
type Pagination struct {
	Next     string `json:"next,omitempty"`
	Previous string `json:"previous,omitempty"`
	More     string `json:"more,omitempty"` // a button that brings more of the same
	Current  string `json:"current,omitempty"`
	Pages    int    `json:"pages,omitempty"` // of which there is a control
}

var (
	nextWords     = regexp.MustCompile(`(?i)^(go to )?(the )?(next|older|weiter|nächste|suivant|siguiente|próxim[oa]|successiv[oa])( page| seite| results?)?\b|^[›»→❯]+$`)
	previousWords = regexp.MustCompile(`(?i)^(go to )?(the )?(prev(ious)?|newer|zurück|vorherige|précédent|anterior|precedente)( page| seite| results?)?\b|^[‹«←❮]+$`)
	moreWords     = regexp.MustCompile(`(?i)^(load|show|view|see|fetch) (\d+ )?(more|older)\b|^more( results| items| products)?$|^mehr (laden|anzeigen)`)
	pageWords     = regexp.MustCompile(`(?i)^(?:go to )?(?:page |seite |p\. ?)?(\d{1,5})$`)
)

// pagination points out the controls of a pager; nil where there is none. A "next" counts only beside page numbers or its
// opposite, or in something that calls itself a pager.
func (p *picker) pagination() *Pagination {
	out := &Pagination{}
	inPager, numbers := false, map[int]int{} // how many page numbers by parent's parent
	var next, previous, more int = -1, -1, -1
	for i := range p.s.Elements() {
		n := p.s.Nodes[i]
		if !n.Interactive() || !n.Visible() || n.Tag == "option" || kindOf(n) != "button" && kindOf(n) != "link" {
			continue
		}
		name := strings.TrimSpace(n.Name)
		switch {
		case next < 0 && nextWords.MatchString(name):
			next = i
			inPager = inPager || pager(p.s, i)
		case previous < 0 && previousWords.MatchString(name):
			previous = i
			inPager = inPager || pager(p.s, i)
		case more < 0 && moreWords.MatchString(name):
			more = i
		default:
			if m := pageWords.FindStringSubmatch(name); m != nil && pager(p.s, i) {
				numbers[0]++
				inPager = true
				if n.State.Current != "" || n.State.Selected == dom.True || n.State.Pressed == dom.True {
					out.Current = m[1]
				}
			}
		}
	}
	if out.Pages = numbers[0]; inPager || next >= 0 && previous >= 0 {
		out.Next, out.Previous = p.control(next), p.control(previous)
	}
	out.More = p.control(more)
	if *out == (Pagination{Current: out.Current}) {
		return nil
	}
	return out
}

// control is the ref of a control, with a word where it cannot be used.
func (p *picker) control(i int) string {
	if i < 0 {
		return ""
	}
	ref := p.show(i).String()
	if p.s.Nodes[i].State.Disabled.Is() {
		return ref + " disabled"
	}
	return ref
}

// pager is true of what stands in a part of the page that is there to turn pages.
func pager(s *dom.Snapshot, i int) bool {
	up := 0
	for a := range s.Ancestors(i) {
		if up++; up > 5 {
			return false
		}
		n := s.Nodes[a]
		words := strings.ToLower(n.Name + " " + n.Attrs.Get("class") + " " + n.Attrs.Get("id"))
		if strings.Contains(words, "pagination") || strings.Contains(words, "pager") || n.Role == "navigation" && strings.Contains(words, "page") {
			return true
		}
	}
	return false
}

func (g *Pagination) line() string {
	var parts []string
	for _, part := range []struct{ word, ref string }{{"next", g.Next}, {"previous", g.Previous}, {"more", g.More}} {
		if part.ref != "" {
			parts = append(parts, part.word+" "+part.ref)
		}
	}
	if g.Pages > 0 {
		word := fmt.Sprintf("%d page controls", g.Pages)
		if g.Current != "" {
			word += ", at " + g.Current
		}
		parts = append(parts, word)
	}
	return "Pages: " + strings.Join(parts, ", ")
}
