package fingerprint

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// pass is one way to recognise items: those of equal, non-empty keys belong together.
type pass struct {
	key  func(item) string
	only bool // just where one item on either side has the key
}

// match pairs two lists by one pass after the other, the surest first, in page order; what is left came or went.
func match(was, now []item, passes []pass) (pairs [][2]item, gone, came []item) {
	for _, p := range passes {
		waiting := map[string][]int{}
		for j, n := range now {
			if k := p.key(n); k != "" {
				waiting[k] = append(waiting[k], j)
			}
		}
		rivals := map[string]int{}
		if p.only {
			for _, w := range was {
				rivals[p.key(w)]++
			}
		}
		var left []item
		taken := map[int]bool{}
		for _, w := range was {
			k := p.key(w)
			queue := waiting[k]
			if k == "" || len(queue) == 0 || p.only && (rivals[k] > 1 || len(queue) > 1) {
				left = append(left, w)
				continue
			}
			pairs = append(pairs, [2]item{w, now[queue[0]]})
			taken[queue[0]] = true
			waiting[k] = queue[1:]
		}
		was = left
		var rest []item
		for j, n := range now {
			if !taken[j] {
				rest = append(rest, n)
			}
		}
		now = rest
	}
	return pairs, was, now
}

// by makes a key of some of an item's properties.
func by(properties string) func(item) string {
	names := strings.Fields(properties)
	return func(i item) string {
		var b strings.Builder
		for _, name := range names {
			part := ""
			switch name {
			case "typ":
				part = i.typ
			case "text":
				part = i.text
			case "fold":
				part = fold(i.text)
				if part == i.text {
					return ""
				}
			case "in":
				part = i.in
			case "at":
				part = i.at
			case "fold-at":
				part = fold(i.at)
			case "identity": // a selector that names one element
				if !strings.HasPrefix(i.at, "#") && !strings.HasPrefix(i.at, "[") {
					return ""
				}
				part = i.at
			case "count":
				part = fmt.Sprint(i.count)
			case "parts":
				part = strings.Join(i.parts, "\x01")
			case "facts":
				for _, k := range slices.Sorted(maps.Keys(i.facts)) {
					part += k + "=" + i.facts[k] + "\x01"
				}
			case "href":
				if part = i.facts["href"]; part == "" {
					return ""
				}
			}
			b.WriteString(part + "\x00")
		}
		return b.String()
	}
}

// passes of each kind: never by index, always by what a person would know the element by.
func passes(kind string, noise Noise) []pass {
	masked := pass{key: func(i item) string { return noise.textMask(i) }}
	list := func(keys ...string) (out []pass) {
		for _, k := range keys {
			out = append(out, pass{key: by(k)})
		}
		return out
	}
	switch kind {
	case "interactive":
		return append(append(list("typ text in facts", "typ text in href", "typ text in", "typ text"), masked),
			append(list("typ fold in", "typ fold"), pass{by("typ identity"), true}, pass{by("typ href in"), true})...)
	case "heading":
		return append(append(list("typ text in", "typ text", "text in"), masked), list("typ fold in", "typ in")...)
	case "state":
		return append(append(list("typ at text", "typ text"), masked), list("typ fold")...)
	case "form":
		return append(append(list("text in parts", "text in", "text"), masked), list("in")...)
	}
	return append(append(list("typ text in count parts facts", "typ text in", "typ text"), masked), list("typ in")...)
}
