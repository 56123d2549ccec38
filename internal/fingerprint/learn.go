package fingerprint

import (
	"maps"
	"slices"
	"strconv"
)

// Learn compares samples of one page with each other: what differs between them varies by itself. It returns the last of
// them, without what comes and goes, and the masks for the rest. known are masks from before, which are kept.
func Learn(samples []*Fingerprint, known Noise) (*Fingerprint, Noise) {
	last := samples[len(samples)-1]
	base := *last
	base.Structure = last.Structure.clone()
	l := learning{noise: slices.Clone(known), dropped: map[string]map[int]bool{}}
	for _, s := range samples {
		base.Words = min(base.Words, s.Words)
	}
	l.titles(samples)
	l.landmarks(samples, &base)
	all := make([]map[string][]item, len(samples))
	for i, s := range samples {
		all[i] = s.Structure.items()
	}
	for _, kind := range kinds {
		lists := make([][]item, len(samples))
		for i := range all {
			lists[i] = all[i][kind]
		}
		l.kind(lists)
	}
	l.images(samples)
	base.drop(l.dropped)
	shown := base.Shown()
	base.Hash, base.StructureHash = shown.Hash, shown.StructureHash
	return &base, l.noise
}

type learning struct {
	noise   Noise
	dropped map[string]map[int]bool // by kind: nodes of the last sample that come and go
}

func (l *learning) mask(m Mask) {
	m.Seen = examples(m.Seen)
	if !slices.ContainsFunc(l.noise, func(o Mask) bool {
		return o.Kind == m.Kind && o.Type == m.Type && o.In == m.In && o.At == m.At && o.Match == m.Match && o.Varies == m.Varies
	}) {
		l.noise = append(l.noise, m)
	}
}

// examples are a few different ones of what was seen.
func examples(seen []string) (few []string) {
	for _, s := range seen {
		if s = clip(s, 60); len(few) < 3 && !slices.Contains(few, s) {
			few = append(few, s)
		}
	}
	return few
}

func (l *learning) titles(samples []*Fingerprint) {
	var titles []string
	for _, s := range samples {
		titles = append(titles, s.Title)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(titles)))) > 1 {
		l.mask(Mask{Kind: "title", Match: pattern(titles), Varies: "text", Seen: titles})
	}
}

// landmarks learns which regions come and go and which hold other parts; the base keeps the least number of words seen.
func (l *learning) landmarks(samples []*Fingerprint, base *Fingerprint) {
	for _, r := range landmarks {
		present, parts := map[bool]bool{}, map[string]bool{}
		kept := base.Structure.Landmarks[r.name]
		for _, s := range samples {
			m := s.Structure.Landmarks[r.name]
			present[m.Present] = true
			parts[joined(m.Contains)] = true
			if m.Present {
				kept.Words = min(kept.Words, m.Words)
				for part := range kept.Parts { // what comes and goes is not missed
					if _, there := m.Parts[part]; !there {
						kept.Parts = maps.Clone(kept.Parts)
						delete(kept.Parts, part)
					}
				}
			}
		}
		base.Structure.Landmarks[r.name] = kept
		if len(present) > 1 {
			l.mask(Mask{Kind: "landmark", Type: r.name, Varies: "presence"})
		} else if len(parts) > 1 {
			l.mask(Mask{Kind: "landmark", Type: r.name, Varies: "contains"})
		}
	}
}

func (l *learning) images(samples []*Fingerprint) {
	count, broken := map[Images]bool{}, map[int]bool{}
	for _, s := range samples {
		if s.Structure.Content == nil {
			return
		}
		i := s.Structure.Content.Images
		broken[i.Broken] = true
		i.Broken = 0
		count[i] = true
	}
	if len(count) > 1 {
		l.mask(Mask{Kind: "images", Varies: "count"})
	}
	if len(broken) > 1 {
		l.mask(Mask{Kind: "images", Varies: "broken"})
	}
}

// kind learns from the items of one kind, a list a sample.
func (l *learning) kind(lists [][]item) {
	stable := by("typ text in")
	counts := map[string]map[int]int{}
	for s, list := range lists {
		for _, i := range list {
			k := stable(i)
			if counts[k] == nil {
				counts[k] = map[int]int{}
			}
			counts[k][s]++
		}
	}
	steady := func(i item) bool {
		c := counts[stable(i)]
		return len(c) == len(lists) && len(slices.Compact(slices.Sorted(maps.Values(c)))) == 1
	}
	l.facts(lists, steady)
	unsteady := make([][]item, len(lists))
	for s, list := range lists {
		for _, i := range list {
			if !steady(i) {
				unsteady[s] = append(unsteady[s], i)
			}
		}
	}
	// First by where they stand and how they are built; what is still not alike, by where it stands alone.
	rest := l.groups(unsteady, by("typ in fold-at"), true)
	l.groups(rest, by("typ in"), false)
}

// groups learns from items that belong together by a key. With strict it takes only groups of one size in all samples, and
// returns the others.
func (l *learning) groups(lists [][]item, key func(item) string, strict bool) (rest [][]item) {
	grouped := map[string][][]item{}
	var order []string
	for s, list := range lists {
		for _, i := range list {
			k := key(i)
			if grouped[k] == nil {
				grouped[k] = make([][]item, len(lists))
				order = append(order, k)
			}
			grouped[k][s] = append(grouped[k][s], i)
		}
	}
	rest = make([][]item, len(lists))
	for _, k := range order {
		g := grouped[k]
		sizes := map[int]bool{}
		for _, list := range g {
			sizes[len(list)] = true
		}
		switch {
		case len(sizes) == 1:
			l.renamed(g)
		case strict:
			for s := range g {
				rest[s] = append(rest[s], g[s]...)
			}
		default:
			l.extra(g)
		}
	}
	return rest
}

// renamed learns from items that are always there and have other texts.
func (l *learning) renamed(g [][]item) {
	for j := range g[0] {
		var texts, places []string
		for _, list := range g {
			texts = append(texts, list[j].text)
			places = append(places, list[j].at)
		}
		first := g[0][j]
		l.mask(Mask{Kind: first.kind, Type: first.typ, In: first.in, At: place(places), Match: pattern(texts), Varies: "text", Seen: texts})
	}
}

// place is the pattern of selectors, "" where there is none.
func place(at []string) string {
	if p := pattern(at); p != "*" {
		return p
	}
	return ""
}

// extra learns from items that come and go.
func (l *learning) extra(g [][]item) {
	var texts, places []string
	var first item
	for s, list := range g {
		for _, i := range list {
			first = i
			texts = append(texts, i.text)
			places = append(places, i.at)
			if s == len(g)-1 {
				if l.dropped[i.kind] == nil {
					l.dropped[i.kind] = map[int]bool{}
				}
				l.dropped[i.kind][i.node] = true
			}
		}
	}
	l.mask(Mask{Kind: first.kind, Type: first.typ, In: first.in, At: place(places), Match: pattern(texts), Varies: extra, Seen: texts})
}

// facts learns which properties of steady items vary.
func (l *learning) facts(lists [][]item, steady func(item) bool) {
	place := map[string]int{}
	seen := map[string][]item{}
	for _, list := range lists {
		clear(place)
		for _, i := range list {
			if steady(i) {
				k := by("typ text in")(i)
				n := k + strconv.Itoa(place[k])
				place[k]++
				seen[n] = append(seen[n], i)
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(seen)) {
		for _, fact := range []string{"enabled", "href", "value", "columns", "count", "parts"} {
			var values []string
			for _, i := range seen[k] {
				v := i.facts[fact]
				switch fact {
				case "count":
					v = strconv.Itoa(i.count)
				case "parts":
					v = joined(i.parts)
				}
				values = append(values, v)
			}
			if slices.ContainsFunc(values, func(v string) bool { return v != values[0] }) {
				i := seen[k][0]
				l.mask(Mask{Kind: i.kind, Type: i.typ, In: i.in, Match: literal(i.text), Varies: fact, Seen: values})
			}
		}
	}
}

// drop takes records out, by kind and node.
func (f *Fingerprint) drop(out map[string]map[int]bool) {
	s := &f.Structure
	s.Interactive = without(s.Interactive, func(c Control) bool { return out["interactive"][c.Node] })
	if c := s.Content; c != nil {
		c.Headings = without(c.Headings, func(h Heading) bool { return out["heading"][h.Node] })
		c.Lists = without(c.Lists, func(l List) bool { return out["list"][l.Node] })
		c.Forms = without(c.Forms, func(x Form) bool { return out["form"][x.Node] })
		c.Embeds = without(c.Embeds, func(e Embed) bool { return out["embed"][e.Node] })
		c.Tables = without(c.Tables, func(t Table) bool { return out["table"][t.Node] })
	}
	if s.State != nil {
		for _, list := range s.State.lists() {
			*list = without(*list, func(x Sign) bool { return out["state"][x.Node] })
		}
	}
}

func without[T any](list []T, gone func(T) bool) []T {
	return slices.DeleteFunc(copied(list), gone)
}

// Settle takes out of a fingerprint what masks say comes and goes, unless the one before has it as something to stay.
func (f *Fingerprint) Settle(before *Fingerprint, noise Noise) *Fingerprint {
	out := *f
	out.Structure = f.Structure.clone()
	had, has := before.Structure.items(), f.Structure.items()
	passing := map[string]map[int]bool{}
	for kind, items := range has {
		_, _, came := match(had[kind], items, passes(kind, nil))
		passing[kind] = map[int]bool{}
		for _, i := range came {
			if noise.allows(i, extra) {
				passing[kind][i.node] = true
			}
		}
	}
	out.drop(passing)
	shown := out.Shown()
	out.Hash, out.StructureHash = shown.Hash, shown.StructureHash
	return &out
}
