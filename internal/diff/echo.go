package diff

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// echo is true of one run of text that came, went or changed together with the name that an element around it takes from its
// content: whoever reads the new name has read the new text.
func (d *differ) echo(c Change) bool {
	switch {
	case c.Kind == Changed:
		text, ok := c.Field(Text)
		return ok && d.spoken(c, text.Old, text.New)
	case len(c.Nodes) != 1:
		return false
	case c.Kind == Added:
		n := d.new.Nodes[c.New]
		return n.IsText() && d.spoken(c, "", n.Text)
	default:
		n := d.old.Nodes[c.Old]
		return n.IsText() && d.spoken(c, n.Text, "")
	}
}

// spoken is true if the nearest element around a change that is named by its content said old before and says new now.
func (d *differ) spoken(c Change, old, new string) bool {
	before, now := d.holder(c)
	return before != nil && before.Name != now.Name && before.Visible() == now.Visible() &&
		strings.Contains(before.Name, strings.TrimSpace(old)) && strings.Contains(now.Name, strings.TrimSpace(new))
}

// holder is the nearest element around a change that is named by its content, before and now; nil if it is not in both.
func (d *differ) holder(c Change) (before, now *dom.Node) {
	s, at := d.new, c.New
	if c.Kind == Removed {
		s, at = d.old, c.Old
	}
	for a := range s.Ancestors(at) {
		if n := s.Nodes[a]; n.Name == "" || n.NameFrom != "content" {
			continue
		}
		if c.Kind == Removed {
			if i := d.now[a]; i >= 0 {
				return s.Nodes[a], d.new.Nodes[i]
			}
		} else if o := d.p.Was(a); o >= 0 {
			return d.old.Nodes[o], s.Nodes[a]
		}
		break
	}
	return nil, nil
}
