package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// isTerminal says whether a person watches w.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// progress is one line that says what is being done and how far it is: rewritten in place on a terminal, a new line at each
// quarter elsewhere.
type progress struct {
	out     io.Writer
	live    bool
	began   time.Time
	what    string
	percent int
}

func (p *progress) step(what string, percent int) {
	same := p.what == what
	if same && percent <= p.percent {
		return
	}
	if !p.live && same && percent/25 == p.percent/25 {
		return
	}
	p.what, p.percent = what, percent
	text := fmt.Sprintf("%s ... %d %%, %d s", what, percent, int(time.Since(p.began).Seconds()))
	if p.live {
		_, _ = fmt.Fprintf(p.out, "\r\x1b[K%s", text)
		return
	}
	_, _ = fmt.Fprintln(p.out, text)
}

// done ends the line, with a last word if there is one.
func (p *progress) done(word string) {
	if p.live {
		_, _ = fmt.Fprint(p.out, "\r\x1b[K")
	}
	if word != "" {
		_, _ = fmt.Fprintln(p.out, word)
	}
}

// The colours that have a meaning here.
const (
	red   = "31"
	green = "32"
	cyan  = "36"
	bold  = "1"
	dim   = "2"
)

// painter returns a function that colours words where w is a terminal, and leaves them alone elsewhere.
func painter(w io.Writer) func(colour, words string) string {
	_, plain := os.LookupEnv("NO_COLOR")
	if plain || !isTerminal(w) {
		return func(_, words string) string { return words }
	}
	return func(colour, words string) string { return "\x1b[" + colour + "m" + words + "\x1b[0m" }
}
