package render

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/diff"
	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/tokens"
)

// The notes on a snapshot that is whole though a diff was asked for.
const (
	noteFirst    = "Full: there is no earlier snapshot to compare with"
	noteReloaded = "Full: renderer_reloaded since the last snapshot"
	noteLarge    = "Full: the diff is not clearly smaller"
)

// SinceText is what became of a page: the changes, or the whole page where they say little or are as long. Whole asks for the
// page in any case, with the lines marked that have changed.
func SinceText(d Delta, o SnapshotOptions, whole bool, at Where, refs Refs) string {
	switch {
	case d.Base == nil:
		at.Notices = append([]string{noteFirst}, at.Notices...)
	case d.Reloaded:
		at.Notices = append([]string{noteReloaded}, at.Notices...)
	case whole:
		o.Changed = d.Changed()
	default:
		b := newDiffBody(d, o, at)
		size := b.fit(o.Budget, refs)
		if !d.likely(size) {
			o.Changed = d.Changed()
			whole := tokens.Estimate(SnapshotText(d.Now, o.all(), at, refs.dry()))
			if float64(size) > clearlySmaller*float64(whole) {
				at.Notices = append([]string{noteLarge}, at.Notices...)
				return SnapshotText(d.Now, o, at, refs)
			}
		}
		return b.print(refs.Show)
	}
	return SnapshotText(d.Now, o, at, refs)
}

// A diff is clearly smaller if it has less than this of the whole.
const clearlySmaller = 0.7

// likely is true if a diff of that size is clearly smaller than the whole page, without any need to print that; or if so little
// changed that an agent wants to be told of that, however small the page.
func (d *Delta) likely(size int) bool {
	return 4*size < len(d.Now.Nodes) || size < aGlance && 3*len(d.Changes) <= len(d.Now.Nodes)
}

// A diff of fewer tokens is worth more than the page itself.
const aGlance = 150

// all are the options without bounds.
func (o SnapshotOptions) all() SnapshotOptions {
	o.MaxEntries, o.Budget = 0, 0
	return o
}

// dry are refs that are never given.
func (r Refs) dry() Refs {
	trial := r.trial()
	return Refs{Show: trial, Peek: r.Peek, Next: r.Next}
}

// diffBody is a diff, one line a change.
type diffBody struct {
	d     *Delta
	head  string
	tail  string
	lines []diffLine
	shown int // of lines
	count [3]int
}

// diffLine is one line of a diff: a line that came or went, or a node that changed.
type diffLine struct {
	change diff.Change
	sketch *sketch
	line   line
	less   int // lines of the same change that are not listed
}

// smallDiff is what a diff of little may cost, in tokens, and a bit: its first line is cut to a third of it.
const smallDiff = 72

// The most lines that are printed of one thing that came, and of one that went.
const (
	mostAdded   = 40
	mostRemoved = 5
)

func newDiffBody(d Delta, o SnapshotOptions, at Where) *diffBody {
	b := &diffBody{d: &d, tail: tail(d.Now, at)}
	at.Title, at.Name = "", ""
	b.head = at.within(smallDiff)
	for _, c := range d.told() {
		if c.Kind == diff.Changed {
			if !o.InteractiveOnly || d.Now.Nodes[c.New].Interactive() {
				b.lines = append(b.lines, diffLine{change: c})
				b.count[diff.Changed]++
			}
			continue
		}
		k, most := d.part(c), mostAdded
		if c.Kind == diff.Removed {
			most = mostRemoved
		}
		k.narrow(SnapshotOptions{InteractiveOnly: o.InteractiveOnly})
		b.count[c.Kind] += len(k.lines)
		for j, l := range k.lines {
			next := diffLine{change: c, sketch: k, line: l}
			if j == most-1 && len(k.lines) > most {
				next.less = len(k.lines) - most
			}
			b.lines = append(b.lines, next)
			if next.less > 0 {
				break
			}
		}
	}
	if o.MaxEntries > 0 && len(b.lines) > o.MaxEntries {
		b.shown = o.MaxEntries
	} else {
		b.shown = len(b.lines)
	}
	return b
}

// fit leaves out lines until the budget holds, and returns the size of what is left.
func (b *diffBody) fit(budget int, refs Refs) int {
	for {
		text := b.print(refs.trial())
		if budget == 0 || b.shown == 0 || tokens.AtMost(text) <= budget {
			return tokens.Estimate(text)
		}
		b.shown -= max(b.shown/16, 1)
	}
}

func (b *diffBody) print(ref func(node int) dom.Ref) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\ndiff +%d -%d ~%d\n", b.head, b.count[diff.Added], b.count[diff.Removed], b.count[diff.Changed])
	for _, l := range b.lines[:b.shown] {
		w := &writer{sketch: l.sketch, ref: ref}
		switch l.change.Kind {
		case diff.Added:
			w.WriteString("+ ")
			w.line(l.line, 0)
			if l.less > 0 {
				number := w.ref(l.change.New)
				fmt.Fprintf(w, "… %d more in %s; expand: %d\n", l.less, number, int(number))
			}
		case diff.Removed:
			w.ref = b.d.Was
			w.WriteString("- ")
			w.line(l.line, 0)
			if l.less > 0 {
				fmt.Fprintf(w, "… %d more with it\n", l.less)
			}
		default:
			b.d.changeLine(w, l.change)
		}
		out.WriteString(w.String())
	}
	if left := len(b.lines) - b.shown; left > 0 {
		fmt.Fprintf(&out, "Not shown: %d more lines; raise budgetTokens\n", left)
	}
	out.WriteString(b.tail)
	return fmt.Sprintf("%s | Tokens: ~%d", out.String(), tokens.Estimate(out.String())+6)
}

// changeLine prints a node that changed: who it is, and what was and is.
func (d *Delta) changeLine(w *writer, c diff.Change) {
	about := d.about(c.New)
	w.sketch = &sketch{s: d.Now, facts: factsOf(d.Now, about)}
	w.WriteString("~ ")
	separator := " -- "
	renamed, _ := c.Field(diff.Name)
	switch {
	case d.Now.Nodes[about].IsText():
		separator = ""
	case renamed.New != "":
		w.who(about, "")
	case about != c.New:
		w.who(about, clip(d.Now.Nodes[about].Name, 80))
	default:
		w.who(about, clip(w.label(about), 80))
	}
	for _, f := range c.Fields {
		if f.Name == diff.Position || f.Name == diff.Size || d.focusMoved && f.Name == "focused" && f.New == "" {
			continue
		}
		name, old, now := inWords(f)
		w.WriteString(separator + name + ": " + old + " -> " + now)
		separator = "; "
	}
	if c.Recreated && !d.Now.Nodes[c.New].IsText() {
		w.WriteString(" (re-created)")
	}
	w.WriteByte('\n')
}

// about is the element a change speaks of: of a text, the nearest one around it that an agent knows.
func (d *Delta) about(i int) int {
	if !d.Now.Nodes[i].IsText() {
		return i
	}
	up := 0
	for a := range d.Now.Ancestors(i) {
		n := d.Now.Nodes[a]
		if n.Interactive() && n.Acts != dom.ActClass || known[n.Role] {
			return a
		}
		if up++; up == 3 {
			break
		}
	}
	return i
}

var known = map[string]bool{"heading": true, "status": true, "alert": true, "log": true, "timer": true, "cell": true, "row": true, "dialog": true,
	"columnheader": true, "rowheader": true, "listitem": true, "progressbar": true, "meter": true}

// inWords is a field that changed, as it is printed.
func inWords(f diff.Field) (name, old, now string) {
	word := func(value, none string) string {
		if value == "" {
			return none
		}
		return value
	}
	switch f.Name {
	case "disabled":
		return "enabled", fmt.Sprint(f.Old != "true"), fmt.Sprint(f.New != "true")
	case "focused", "busy", "modal", "readonly", "required", "invalid":
		return f.Name, word(f.Old, "false"), word(f.New, "false")
	case "checked", "selected", "expanded", "pressed", diff.Level, diff.Interactive, diff.Role:
		return f.Name, plain(word(f.Old, "none")), plain(word(f.New, "none"))
	}
	before, after := differing(f.Old, f.New)
	return f.Name, quoted(before), quoted(after)
}

// What is shown of a long text: this much before and after what is different, and this much of that.
const (
	contextShown = 24
	changeShown  = 300
)

// differing cuts what two texts have in common, but for a few words.
func differing(old, now string) (string, string) {
	a, b := []rune(old), []rune(now)
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	tail := 0
	for tail < len(a)-same && tail < len(b)-same && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	cut := func(r []rune) string {
		from, to := max(same-contextShown, 0), min(len(r)-tail+contextShown, len(r))
		if from < contextShown {
			from = 0
		}
		if len(r)-to < contextShown {
			to = len(r)
		}
		text := clip(string(r[from:to]), changeShown)
		if from > 0 {
			text = "…" + text
		}
		if to < len(r) && !strings.HasSuffix(text, "…") {
			text += "…"
		}
		return text
	}
	return cut(a), cut(b)
}
