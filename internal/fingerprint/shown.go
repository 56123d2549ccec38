package fingerprint

import "maps"

// caps are how many of each are kept.
type caps struct{ headings, lists, forms, tables, controls, contains, labels, parts, signs int }

// stored bounds what is kept of a page that has no end.
var stored = caps{headings: 1000, lists: 500, forms: 200, tables: 200, controls: 3000, contains: 100, labels: 20, parts: 300, signs: 200}

// shown bounds what an agent reads.
func shownCaps(d Depth) caps {
	c := caps{headings: 50, lists: 20, forms: 10, tables: 10, controls: 50, contains: 10, labels: 5, parts: 30, signs: 20}
	if d == Detailed {
		c.controls = 100
	}
	return c
}

// Shown is the fingerprint as an agent reads it: lists cut to their caps, each cut told in Truncated, without what only a
// comparison needs. Its hashes are those of what is shown.
func (f *Fingerprint) Shown() *Fingerprint {
	out := *f
	out.Truncated = maps.Clone(f.Truncated)
	if out.Truncated == nil {
		out.Truncated = map[string]int{}
	}
	out.Structure = f.Structure.clone()
	out.bound(shownCaps(f.Depth))
	out.strip()
	out.Hash, out.StructureHash = hash(out.Structure), hash(out.Structure.silent())
	return &out
}

// bound cuts every list to its cap and notes how long it was.
func (f *Fingerprint) bound(c caps) {
	s := &f.Structure
	for name, l := range s.Landmarks {
		l.Contains = cut(f, "landmarks."+name+".contains", l.Contains, c.contains)
		if f.Depth == Minimal {
			l.Interactive = cut(f, "landmarks."+name+".interactive", l.Interactive, c.labels)
		} else { // nothing is lost: they are all in the list of interactive elements
			l.Interactive = l.Interactive[:min(len(l.Interactive), c.labels)]
		}
		s.Landmarks[name] = l
	}
	s.Interactive = cut(f, "interactive", s.Interactive, c.controls)
	if t := s.Content; t != nil {
		t.Headings = cut(f, "headings", t.Headings, c.headings)
		t.Lists = cut(f, "lists", t.Lists, c.lists)
		t.Forms = cut(f, "forms", t.Forms, c.forms)
		t.Tables = cut(f, "tables", t.Tables, c.tables)
		t.Embeds = t.Embeds[:min(len(t.Embeds), stored.tables)]
		for i := range t.Forms {
			t.Forms[i].Fields = cut(f, "forms.fields", t.Forms[i].Fields, c.parts)
			t.Forms[i].Buttons = cut(f, "forms.buttons", t.Forms[i].Buttons, c.parts)
		}
	}
	if t := s.State; t != nil {
		for name, list := range t.lists() {
			*list = cut(f, name, *list, c.signs)
		}
	}
}

func cut[T any](f *Fingerprint, name string, list []T, most int) []T {
	if len(list) <= most {
		return list
	}
	f.Truncated[name] = max(f.Truncated[name], len(list))
	return list[:most:most]
}

// lists are the lists of signs by name.
func (s *State) lists() map[string]*[]Sign {
	return map[string]*[]Sign{"error_elements": &s.Errors, "loading_indicators": &s.Loading, "empty_states": &s.Empty,
		"modals_open": &s.Modals, "notifications": &s.Notifications}
}

// strip leaves out what is stored and not shown.
func (f *Fingerprint) strip() {
	f.AsksPassword, f.Words = false, 0
	s := &f.Structure
	for name, l := range s.Landmarks {
		l.Words, l.Parts = 0, nil
		s.Landmarks[name] = l
	}
	for i := range s.Interactive {
		s.Interactive[i].Place, s.Interactive[i].Options = Place{}, 0
	}
	if c := s.Content; c != nil {
		c.Embeds = nil
		for i := range c.Headings {
			c.Headings[i].Item, c.Headings[i].Place = false, Place{}
		}
		for i := range c.Lists {
			c.Lists[i].Place = Place{}
		}
		for i := range c.Forms {
			c.Forms[i].Place = Place{}
		}
		for i := range c.Tables {
			c.Tables[i].Headers, c.Tables[i].Place = nil, Place{}
		}
	}
	if s.State != nil {
		for _, list := range s.State.lists() {
			for i := range *list {
				(*list)[i].Place = Place{}
			}
		}
	}
}

// clone copies a structure, so that the copy can be cut and stripped.
func (s Structure) clone() Structure {
	s.Landmarks = maps.Clone(s.Landmarks)
	s.Interactive = copied(s.Interactive)
	if s.Content != nil {
		c := *s.Content
		c.Headings, c.Lists, c.Forms, c.Tables = copied(c.Headings), copied(c.Lists), copied(c.Forms), copied(c.Tables)
		s.Content = &c
	}
	if s.State != nil {
		t := *s.State
		for _, list := range t.lists() {
			*list = copied(*list)
		}
		s.State = &t
	}
	return s
}

// copied is a copy that is nil only if the original is.
func copied[T any](list []T) []T {
	if list == nil {
		return nil
	}
	return append(make([]T, 0, len(list)), list...)
}
