package cli

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/check"
)

// checkShow tells a person how far a check is: a bar on a terminal, a line a page elsewhere.
type checkShow struct {
	io    streams
	live  bool
	total int
	count int
	paint func(colour, words string) string
}

const barWidth = 30

func (s *checkShow) bar(last string) {
	if !s.live {
		return
	}
	full := barWidth * s.count / max(1, s.total)
	fmt.Fprintf(s.io.out, "\r\x1b[K[%s%s] %d/%d %s", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), s.count, s.total, last)
}

// done reports one page. On a terminal only those that need someone are printed; the bar says the rest.
func (s *checkShow) done(v check.Verdict) {
	s.count++
	if s.live && v.Outcome == check.Clean {
		s.bar(v.Page.Name)
		return
	}
	if s.live {
		fmt.Fprint(s.io.out, "\r\x1b[K")
	}
	first, rest, more := strings.Cut(v.Words(), "\n")
	colour := map[check.Outcome]string{check.Changed: red, check.Failed: red}[v.Outcome]
	if colour == "" {
		colour = green
	}
	fmt.Fprintln(s.io.out, s.paint(colour, first))
	if more {
		fmt.Fprintln(s.io.out, rest)
	}
	s.bar(v.Page.Name)
}

func (s *checkShow) end(r check.Result) {
	if s.live {
		fmt.Fprint(s.io.out, "\r\x1b[K")
	}
	fmt.Fprintln(s.io.out, r.Words())
}
