package render

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/tokens"
)

// OverviewOptions say what dom_overview shows.
type OverviewOptions struct {
	Outline, Interactives, Headings bool
	Visible                         bool // leave out what cannot be seen
	Viewport                        bool // leave out what is not on screen
	MaxRows                         int  // per section
	Budget                          int  // tokens, 0 for no other bound than MaxRows
	Full                            bool // never brief

	brief bool
}

// Overview is the page in a few rows, in the shape of seed 003.
type Overview struct {
	Success    bool     `json:"success"`
	SnapshotID string   `json:"snapshotId"`
	TabName    string   `json:"tabName"`
	URL        string   `json:"url"`
	Title      string   `json:"title"`
	Sections   Sections `json:"sections"`
	Summary    Summary  `json:"summary"`

	snapshot *dom.Snapshot
	at       Where
	brief    bool // in fewer words: the outline one level deep, no addresses, large groups by their ends
}

// Sections are the parts of an overview that were asked for.
type Sections struct {
	Outline      []*OutlineElement `json:"outline,omitempty"`
	Interactives []*Interactive    `json:"interactives,omitempty"`
	Headings     []*Heading        `json:"headings,omitempty"`
	Pages        *Pagination       `json:"pagination,omitempty"`
}

// Summary tells how much of the page the sections show.
type Summary struct {
	Total     int          `json:"total_elements"`
	Shown     int          `json:"shown"`
	Truncated []string     `json:"truncatedSections"`
	Viewport  ViewportInfo `json:"viewport_info"`
	Found     int          `json:"interactives_found"`
	Off       int          `json:"interactives_off_screen,omitempty"`
	Canvas    int          `json:"canvas_percent,omitempty"`
	Unread    []string     `json:"unread_frames,omitempty"`
	Tokens    int          `json:"token_estimate"`
	CachedSec int          `json:"cached_seconds,omitempty"`
	Changes   int          `json:"changes_since,omitempty"`
	Cut       int          `json:"nodes_not_read,omitempty"`
	Notices   []string     `json:"notices,omitempty"`
}

// ViewportInfo is where the page is scrolled to.
type ViewportInfo struct {
	Width         int `json:"width"`
	Height        int `json:"height"`
	Scroll        int `json:"scroll_position"`
	ContentHeight int `json:"contentHeight"`
}

// OutlineElement is a container of the page.
type OutlineElement struct {
	ID       string `json:"id"`
	Tag      string `json:"tag"`
	Classes  string `json:"classes,omitempty"`
	IDAttr   string `json:"id_attr,omitempty"`
	Depth    int    `json:"depth"`
	Children int    `json:"child_count"`
	Frame    string `json:"frame,omitempty"` // the address, of an iframe

	node  int
	inner bool // has rows of its own below
}

// Interactive is one element that can be acted on, or a group of alike ones.
type Interactive struct {
	ID         string            `json:"id"`
	Type       string            `json:"type,omitempty"`
	Tag        string            `json:"tag,omitempty"`
	Text       string            `json:"text,omitempty"`
	Label      string            `json:"label,omitempty"`
	Value      string            `json:"value,omitempty"`
	State      string            `json:"state,omitempty"`
	Attributes map[string]string `json:"attributes,omitempty"`
	Row        string            `json:"row,omitempty"`  // where another has the same name
	Form       string            `json:"form,omitempty"` // ref of the form it is a field of
	Set        string            `json:"set,omitempty"`  // what the members are choices of
	Below      bool              `json:"below_fold,omitempty"`
	Group      string            `json:"group,omitempty"`
	Count      int               `json:"count,omitempty"`
	Pattern    bool              `json:"-"` // Text is the names of all, with … for the row
	Members    []Member          `json:"members,omitempty"`
	Hints      []string          `json:"selector_hints"`
	Confidence []float64         `json:"hint_confidence,omitempty"`

	Nodes []int        `json:"-"` // indexes in the snapshot; several for a group
	terse string       // Group in fewer words
	form  int          // node of the form
	rows  string       // the rows the members stand in; empty if they stand in none
	in    []string     // what names those rows
	lead  *Interactive // the group that names the same rows
}

// Member is one of a group.
type Member struct {
	ID    string `json:"id"`
	Text  string `json:"text,omitempty"`
	Row   string `json:"row,omitempty"`
	Value string `json:"value,omitempty"`
	State string `json:"state,omitempty"`
	Below bool   `json:"below_fold,omitempty"`
}

// Heading is a heading or a paragraph.
type Heading struct {
	ID     string `json:"id"`
	Tag    string `json:"tag"`
	Text   string `json:"text"`
	Length int    `json:"length"`
}

// Show gives the ref under which a node is shown from now on.
type Show func(node int) dom.Ref

// Overviewed picks the rows of an overview, as many as the budget allows. Refs are given in the order of the rows.
func Overviewed(s *dom.Snapshot, o OverviewOptions, at Where, show Show) *Overview {
	if o.Budget > 0 {
		measure := func(int) dom.Ref { return 9999 }
		fits := sort.Search(o.MaxRows, func(less int) bool {
			o := o
			o.MaxRows -= less
			return tokens.AtMost(overviewed(s, o, at, measure).Text()) <= o.Budget
		})
		o.MaxRows -= fits
	}
	if o.Budget == 0 && !o.Full {
		whole := overviewed(s, o, at, func(int) dom.Ref { return 99 })
		whole.SnapshotID = "00000000" // one page is always told the same way
		o.brief = tokens.Estimate(whole.Text()) > usual
	}
	return overviewed(s, o, at, show)
}

// usual is how many tokens an overview should take; a longer one is told in fewer words, unless a budget allows them.
const usual = 300

func overviewed(s *dom.Snapshot, o OverviewOptions, at Where, show Show) *Overview {
	p := picker{s: s, o: o, show: show}
	out := &Overview{Success: true, SnapshotID: s.ID, TabName: cmp.Or(at.Name, at.Tab), URL: s.URL, Title: s.Title, snapshot: s, at: at, brief: o.brief}
	sum := &out.Summary
	sum.Truncated = []string{}
	for range s.Elements() {
		sum.Total++
	}
	v := s.Viewport
	sum.Viewport = ViewportInfo{v.Width, v.Height, v.ScrollY, v.ContentHeight}
	sum.Canvas, sum.Unread, sum.Cut = s.Canvas, s.Unread, s.Cut
	sum.CachedSec, sum.Changes, sum.Notices = int(at.Age.Seconds()), at.Changes, at.Notices
	if o.Outline {
		rows := p.outline()
		out.Sections.Outline = limit(rows, o.MaxRows, "outline", sum)
		for _, row := range out.Sections.Outline {
			row.ID = show(row.node).String()
			sum.Shown++
		}
	}
	if o.Interactives {
		rows := p.interactives()
		for _, row := range rows {
			sum.Found += len(row.Nodes)
		}
		out.Sections.Interactives = limit(rows, o.MaxRows, "interactives", sum)
		for _, row := range out.Sections.Interactives {
			p.fill(row)
			sum.Shown += len(row.Nodes)
		}
		sum.Off = p.off
		out.Sections.Pages = p.pagination()
	}
	if o.Headings {
		nodes := limit(p.headings(out.Sections), o.MaxRows, "headings", sum)
		for _, i := range nodes {
			text := s.Text(i, 0)
			out.Sections.Headings = append(out.Sections.Headings, &Heading{ID: show(i).String(), Tag: s.Nodes[i].Tag,
				Text: clip(text, 100), Length: utf8.RuneCountInString(text)})
			sum.Shown++
		}
	}
	return out
}

func limit[T any](rows []T, most int, section string, sum *Summary) []T {
	if len(rows) <= most {
		return rows
	}
	sum.Truncated = append(sum.Truncated, section)
	return rows[:most]
}

type picker struct {
	s     *dom.Snapshot
	o     OverviewOptions
	show  Show
	off   int               // elements to act on that are not on screen
	names map[[2]string]int // how often a role and name are there
}

// in tells whether the options let a node be shown.
func (p *picker) in(i int) bool {
	n := p.s.Nodes[i]
	if p.o.Visible && !n.Visible() {
		return false
	}
	return !p.o.Viewport || p.s.Boxes[i].Meets(p.s.Viewport.Box())
}

var semantic = map[string]bool{"header": true, "main": true, "nav": true, "section": true, "aside": true, "footer": true,
	"article": true, "form": true, "dialog": true, "table": true, "fieldset": true, "search": true}

var landmark = map[string]bool{"banner": true, "main": true, "navigation": true, "region": true, "complementary": true,
	"contentinfo": true, "form": true, "search": true, "dialog": true, "alertdialog": true, "tabpanel": true, "toolbar": true}

// outline lists containers, two meaningful levels below the body. A wrapper around a single child uses up no level.
func (p *picker) outline() []*OutlineElement {
	body := &OutlineElement{Tag: p.s.Nodes[0].Tag, node: 0, inner: true}
	rows := []*OutlineElement{body}
	var below func(i, depth int) bool
	below = func(i, depth int) (any bool) {
		for _, c := range p.containers(i) {
			if p.o.Viewport && !p.s.Boxes[c].Meets(p.s.Viewport.Box()) {
				continue
			}
			row := p.container(c, depth)
			rows = append(rows, row)
			any = true
			if depth < 2 && row.Frame == "" && !p.o.brief {
				row.inner = below(c, depth+1)
			}
		}
		return any
	}
	below(0, 1)
	return rows
}

// containers lists the meaningful containers directly below node i.
func (p *picker) containers(i int) []int {
	var out []int
	for c := range p.s.Children(i) {
		n := p.s.Nodes[c]
		if n.IsText() || p.s.Boxes[c].Empty() && n.Tag != "slot" || p.o.Visible && !n.Visible() && n.Hidden&dom.HiddenSize == 0 {
			continue
		}
		switch kids := p.elements(c); {
		case n.Marks&dom.MarkFrame != 0, semantic[n.Tag], landmark[n.Role]:
			out = append(out, c)
		case n.Interactive() || n.Role == "heading" || n.Role == "paragraph":
		case kids == 1:
			out = append(out, p.containers(c)...)
		case kids > 1:
			out = append(out, c)
		}
	}
	if len(out) == 1 { // the only container there is: what is in it says more
		if n := p.s.Nodes[out[0]]; !semantic[n.Tag] && !landmark[n.Role] && n.Marks&dom.MarkFrame == 0 && find.Classes(n, 1) == "" && n.Attrs.Get("id") == "" {
			if inner := p.containers(out[0]); len(inner) > 1 {
				return inner
			}
		}
	}
	return out
}

func (p *picker) container(i, depth int) *OutlineElement {
	n := p.s.Nodes[i]
	row := &OutlineElement{Tag: n.Tag, Classes: find.Classes(n, 2), IDAttr: n.Attrs.Get("id"), Depth: depth, Children: p.elements(i), node: i}
	if n.Marks&dom.MarkFrame != 0 {
		row.Frame = cmp.Or(n.Attrs.Get("src"), n.Name, "about:srcdoc")
	}
	return row
}

func (p *picker) elements(i int) (count int) {
	for c := range p.s.Children(i) {
		if !p.s.Nodes[c].IsText() {
			count++
		}
	}
	return count
}

// headings lists h1 to h3 and longer paragraphs, in reading order. What names a part of the outline or something to act on was
// shown with it.
func (p *picker) headings(shown Sections) []int {
	said := map[string]bool{}
	for _, row := range shown.Outline {
		said[p.s.Nodes[row.node].Name] = true
	}
	for _, row := range shown.Interactives {
		for _, i := range row.Nodes {
			said[once(p.s.Nodes[i].Name)] = true
		}
		for _, m := range row.Members {
			said[m.Row] = true
		}
	}
	var out []int
	for i := range p.s.Elements() {
		n := p.s.Nodes[i]
		switch n.Tag {
		case "h1", "h2", "h3":
			if !p.in(i) || p.s.Text(i, 1) == "" || n.Tag != "h1" && said[p.s.Text(i, 0)] {
				continue
			}
		case "p":
			if p.o.brief || !p.in(i) || utf8.RuneCountInString(p.s.Text(i, 0)) <= 50 {
				continue
			}
		default:
			continue
		}
		out = append(out, i)
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(p.s.Boxes[a].Y, p.s.Boxes[b].Y) })
	return out
}

// rangeOf writes refs as a range, or as several where they do not follow each other: [4-9], [2,5,7-9].
func rangeOf(refs []dom.Ref) string {
	sorted := slices.Sorted(slices.Values(refs))
	var b strings.Builder
	for i := 0; i < len(sorted); i++ {
		first := i
		for i+1 < len(sorted) && sorted[i+1] == sorted[i]+1 {
			i++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, int(sorted[first]))
		if i > first {
			fmt.Fprintf(&b, "-%d", int(sorted[i]))
		}
	}
	return "[" + b.String() + "]"
}
