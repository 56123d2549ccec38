package session

import (
	"context"
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
)

// recognise refuses an element that is not what the agent was last shown: another role or name, or the same button in a row that
// is about something else. The agent is told what it is now, so that the same call works the next time. A change of nothing but
// digits is let pass, with a note.
func (t *Tab) recognise(s *dom.Snapshot, i int, ref dom.Ref) (note string, err error) {
	was, ok := t.Refs.last(ref)
	if !ok || ref == 0 {
		return "", nil
	}
	t.Refs.Show(s, i)
	now, _ := t.Refs.last(ref)
	switch {
	case was.row != "" && now.row != "" && was.row != now.row:
		return "", changed(ref, words(was.role, was.name)+" in "+quoted(was.row), words(now.role, now.name)+" in "+quoted(now.row))
	case was.role == now.role && was.name == now.name:
		return "", nil
	case was.role == now.role && undigit(was.name) == undigit(now.name):
		return fmt.Sprintf("its name was %s", quoted(was.name)), nil
	}
	return "", changed(ref, words(was.role, was.name), words(now.role, now.name))
}

func changed(ref dom.Ref, was, now string) error {
	return fault.Newf(fault.RefChanged, "%s was %s and is now %s; nothing was done", ref, was, now).
		Nextf("repeat the call if it is still the one you mean")
}

func quoted(s string) string { return fmt.Sprintf("%q", short(s, 60)) }

// undigit makes all numbers alike.
func undigit(s string) string {
	var b strings.Builder
	digit := false
	for _, r := range s {
		if r >= '0' && r <= '9' {
			if !digit {
				b.WriteByte('0')
			}
			digit = true
			continue
		}
		digit = false
		b.WriteRune(r)
	}
	return b.String()
}

// Words names an element as receipts do, and gives its bare name. It does not count as having been shown to the agent.
func (t *Tab) Words(ctx context.Context, what string) (label, name string, err error) {
	found, err := t.Resolve(ctx, what)
	if err != nil {
		return "", "", err
	}
	n := found.Nodes[found.Node]
	label = words(n.Role, n.Name)
	if ref := t.Refs.Peek(found.Snapshot, found.Node); ref != dom.NoRef {
		label = ref.String() + " " + label
	}
	return label, n.Name, nil
}
