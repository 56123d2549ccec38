package session

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/page"
)

// check says how one expectation stands in the page as it is, and what shows it.
func (tr *Trial) check(ctx context.Context, e Expectation, now *dom.Snapshot) (Verdict, string) {
	switch {
	case e.Text != "":
		return tr.present(now, e.Text)
	case e.Gone != "":
		return tr.absent(now, e.Gone)
	case e.State != "", e.Value != nil:
		return tr.stands(ctx, e)
	case e.URL != "":
		at := tr.tab.page.Info().URL
		return verdict(strings.Contains(at, e.URL)), short(at, 100)
	case e.Count != nil:
		return tr.counted(ctx, e, now)
	case e.Request != "":
		return tr.requested(e.Request)
	case e.NoConsoleError:
		return tr.silent()
	}
	return CannotSay, "it says nothing to look for"
}

func verdict(ok bool) Verdict {
	if ok {
		return Pass
	}
	return Fail
}

func (tr *Trial) present(now *dom.Snapshot, text string) (Verdict, string) {
	if i, ok := seen(now, text); ok {
		return Pass, tr.tab.label(now, i)
	}
	if len(now.Unread) > 0 || now.Cut > 0 {
		return CannotSay, "not found, and part of the page could not be read"
	}
	return Fail, "not on the page"
}

// seen finds the innermost visible element with a text.
func seen(now *dom.Snapshot, text string) (int, bool) {
	visible := true
	found := find.In(now, find.Query{Text: text, Visible: &visible, Limit: 1})
	if len(found.Matches) == 0 {
		return 0, false
	}
	return found.Matches[0], true
}

func (tr *Trial) absent(now *dom.Snapshot, what string) (Verdict, string) {
	if ref, ok := dom.ParseRef(what); ok {
		i, there := tr.tab.Refs.Find(now, ref)
		if !there || !now.Nodes[i].Visible() {
			return Pass, "not to be seen"
		}
		return Fail, "still there: " + tr.tab.label(now, i)
	}
	if i, ok := seen(now, what); ok {
		return Fail, "still there: " + tr.tab.label(now, i)
	}
	if len(now.Unread) > 0 || now.Cut > 0 {
		return CannotSay, "not found, but part of the page could not be read"
	}
	return Pass, "not to be seen"
}

// stands checks a state or a value of one element.
func (tr *Trial) stands(ctx context.Context, e Expectation) (Verdict, string) {
	what := e.Ref + e.Selector
	if what == "" {
		return CannotSay, "which element? give ref"
	}
	at, err := tr.tab.Resolve(ctx, what)
	if err != nil {
		if fault.Of(err) == fault.RefNotFound || fault.Of(err) == fault.SelectorNoMatch {
			return Fail, fault.From(err).Message
		}
		return CannotSay, fault.From(err).Message
	}
	n := at.Nodes[at.Node]
	label := tr.tab.label(at.Snapshot, at.Node)
	if e.Value != nil {
		return verdict(n.Value == *e.Value), fmt.Sprintf("%s holds %s", label, quoted(n.Value))
	}
	state, want := strings.CutPrefix(strings.ToLower(e.State), "not ")
	is, known := stateOf(n, state)
	if !known {
		return CannotSay, "there is no state " + quoted(state)
	}
	word := map[bool]string{true: "is ", false: "is not "}[is] + state
	return verdict(is != want), label + " " + word
}

// stateOf is a state of a node by name.
func stateOf(n *dom.Node, name string) (is, known bool) {
	switch name {
	case "visible":
		return n.Visible(), true
	case "hidden":
		return !n.Visible(), true
	case "enabled":
		return !n.State.Disabled.Is(), true
	case "collapsed":
		return !n.State.Expanded.Is(), true
	case "checked", "selected", "expanded", "pressed", "disabled", "readonly", "required", "invalid", "focused", "busy", "modal":
		for _, f := range n.State.Flags() {
			if f.Name == name {
				return f.Value.Is(), true
			}
		}
		return false, true
	}
	return false, false
}

func (tr *Trial) counted(ctx context.Context, e Expectation, now *dom.Snapshot) (Verdict, string) {
	visible := true
	q := find.Query{Role: e.Role, NameContains: e.Name, Visible: &visible}
	if e.Selector != "" {
		ids, err := tr.tab.matching(ctx, e.Selector)
		if err != nil {
			return CannotSay, fault.From(err).Message
		}
		q.Within = func(id dom.ID) bool { return ids[id] }
	}
	if e.Role+e.Name+e.Selector == "" {
		return CannotSay, "count of what? give role, name or selector"
	}
	total := find.In(now, q).Total
	return verdict(total == *e.Count), fmt.Sprintf("there are %d", total)
}

// matching is the set of elements that a selector matches.
func (t *Tab) matching(ctx context.Context, selector string) (map[dom.ID]bool, error) {
	if err := t.lock(ctx); err != nil {
		return nil, err
	}
	defer t.unlock()
	ids, err := t.reader.Select(ctx, selector, true)
	set := map[dom.ID]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return set, err
}

// requested looks for a request by method, a part of its address, and its status.
func (tr *Trial) requested(want string) (Verdict, string) {
	w := watchOf(tr.tab.page)
	if w == nil {
		return CannotSay, "this browser connection does not tell of requests"
	}
	words := strings.Fields(want)
	sent := ""
	for _, r := range w.Happened(tr.mark).Requests {
		if fits(r, words) {
			return Pass, fmt.Sprintf("%s %s %d", r.Method, short(path(r.URL), 80), r.Status)
		}
		if sent == "" || !r.Passive {
			sent = fmt.Sprintf("; the last was %s %s %d", r.Method, short(path(r.URL), 80), r.Status)
		}
	}
	return Fail, "not sent" + sent
}

func fits(r page.Request, words []string) bool {
	for _, word := range words {
		status, err := strconv.Atoi(word)
		switch {
		case err == nil && status >= 100 && status < 600:
			if r.Status != status {
				return false
			}
		case !strings.EqualFold(word, r.Method) && !strings.Contains(r.URL, word):
			return false
		}
	}
	return true
}

func (tr *Trial) silent() (Verdict, string) {
	w := watchOf(tr.tab.page)
	if w == nil {
		return CannotSay, "this browser connection does not tell of the console"
	}
	if errors := w.Happened(tr.mark).Errors; len(errors) > 0 {
		return Fail, quoted(errors[0])
	}
	return Pass, "none"
}
