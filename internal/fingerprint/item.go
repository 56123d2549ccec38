package fingerprint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// item is any record of a fingerprint, in the form in which records are paired and learnt from.
type item struct {
	kind  string // heading, list, form, table, embed, interactive, state
	typ   string // within the kind: h2, ul, button, error_elements
	text  string // what it is called; of what has no name, its selector
	in    string
	at    string
	node  int
	many  bool // one of many of its kind
	count int  // of items, of rows
	facts map[string]string
	parts []string // labels in it
}

// kinds are the categories of items, in the order of a report.
var kinds = []string{"heading", "list", "form", "table", "embed", "interactive", "state"}

// items lists the records of a structure by kind. A kind that was not looked at has no entry.
func (s *Structure) items() map[string][]item {
	all := map[string][]item{}
	if c := s.Content; c != nil {
		all["heading"], all["list"], all["form"], all["embed"] = []item{}, []item{}, []item{}, []item{}
		for _, e := range c.Embeds {
			all["embed"] = append(all["embed"], item{typ: e.Type, text: e.Selector, in: e.In, node: e.Node})
		}
		for _, h := range c.Headings {
			all["heading"] = append(all["heading"], item{typ: "h" + strconv.Itoa(h.Level), text: h.Text, many: h.Item, in: h.In, node: h.Node})
		}
		for _, l := range c.Lists {
			all["list"] = append(all["list"], item{typ: l.Type, text: l.Selector, count: l.Items, in: l.In, node: l.Node})
		}
		for _, f := range c.Forms {
			all["form"] = append(all["form"], item{text: f.Selector, in: f.In, node: f.Node, parts: slices.Concat(f.Fields, f.Buttons)})
		}
		if c.Tables != nil {
			all["table"] = []item{}
		}
		for _, t := range c.Tables {
			all["table"] = append(all["table"], item{text: t.Selector, count: t.Rows, in: t.In, node: t.Node, parts: t.Headers,
				facts: map[string]string{"columns": strconv.Itoa(t.Columns)}})
		}
	}
	if s.Interactive != nil {
		all["interactive"] = []item{}
	}
	for _, c := range s.Interactive {
		facts := map[string]string{"enabled": strconv.FormatBool(c.Enabled)}
		if c.Href != "" {
			facts["href"] = c.Href
		}
		if c.Value != nil {
			facts["value"] = *c.Value
		}
		all["interactive"] = append(all["interactive"], item{typ: c.Type, text: c.Text, at: c.At, in: c.In, node: c.Node, facts: facts, count: c.Options})
	}
	if s.State != nil {
		all["state"] = []item{}
		lists := s.State.lists()
		for _, name := range signs {
			for _, sign := range *lists[name] {
				all["state"] = append(all["state"], item{typ: name, text: sign.Text, at: sign.Selector, in: sign.In, node: sign.Node})
			}
		}
	}
	for kind := range all {
		for i := range all[kind] {
			all[kind][i].kind = kind
		}
	}
	return all
}

// signs are the names of the lists of State, in order.
var signs = []string{"error_elements", "loading_indicators", "empty_states", "modals_open", "notifications"}

// String is the item in words: button "Save", list .rows.
func (i item) String() string {
	switch i.kind {
	case "interactive":
		if i.text == "" {
			return i.typ + " " + i.at
		}
		return i.typ + " " + quoted(i.text)
	case "embed":
		if i.text == i.typ {
			return i.typ
		}
		return i.typ + " " + i.text
	case "list", "form", "table":
		return i.kind + " " + i.text
	case "state":
		return strings.TrimSpace(i.at + " " + quoted(i.text))
	}
	return i.kind + " " + quoted(i.text)
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf("%q", clip(s, 80))
}

// fold replaces every number by #, so that a counter is told from a change.
func fold(s string) string {
	var b strings.Builder
	last := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		digit := c >= '0' && c <= '9'
		if digit {
			if last != '#' {
				b.WriteByte('#')
			}
			last = '#'
			continue
		}
		between := (c == '.' || c == ',' || c == ':') && last == '#' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9'
		if between {
			continue
		}
		b.WriteByte(c)
		last = c
		if c == '#' {
			last = 0
		}
	}
	return b.String()
}
