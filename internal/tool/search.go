package tool

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/find"
	"github.com/domsight/domsight/internal/render"
)

var searchTool = define("dom_search", "Find elements in the whole page, like grep. All that is given must hold.", Reads, runSearch)

var findTool = alias("electron_find", searchTool)

type searchInput struct {
	Query struct {
		Text       string            `json:"text"`
		Selector   string            `json:"selector"`
		Attributes map[string]string `json:"attributes"`
		Role       string            `json:"role"`
		Tag        string            `json:"tag"`
	} `json:"query" flat:"" doc:"{text, selector, attributes, role, tag}"`
	Role         string `json:"role" doc:"-"`
	NameContains string `json:"name_contains"`
	NameExact    string `json:"name_exact" doc:"-"`
	Visible      *bool  `json:"visible" doc:"false: hidden too"`
	Enabled      *bool  `json:"enabled" doc:"-"`
	Interactive  *bool  `json:"interactive"`
	Limit        *int   `json:"limit" doc:"20"`
	Context      *int   `json:"context" doc:"-"`
	Records      bool   `json:"records" doc:"tables, lists, cards as typed rows"`
	Scroll       bool   `json:"scroll" doc:"with records: scroll for the rest"`
	Format       string `json:"format" doc:"-"`
	Place
}

func (in *searchInput) query() (q find.Query, selector string, err error) {
	a := in.Query
	role := cmp.Or(a.Role, in.Role)
	if a.Role != "" && in.Role != "" && a.Role != in.Role {
		return q, "", fault.New(fault.BadArgument, "role is given twice, differently")
	}
	if a.Text+a.Selector+role+a.Tag+in.NameContains+in.NameExact == "" && len(a.Attributes) == 0 && in.Interactive == nil && in.Enabled == nil {
		return q, "", fault.New(fault.BadArgument, "nothing is asked for").
			Nextf("give at least one of query.text, query.selector, query.attributes, query.role, query.tag, name_contains, name_exact, interactive")
	}
	q = find.Query{Text: a.Text, Role: role, Tag: a.Tag, NameContains: in.NameContains, NameExact: in.NameExact,
		Visible: in.Visible, Enabled: in.Enabled, Interactive: in.Interactive, Limit: 20}
	if in.Visible == nil {
		seen := true
		q.Visible = &seen
	} else if !*in.Visible {
		q.Visible = nil // false lets hidden ones in, it does not ask for them
	}
	if in.Limit != nil {
		if *in.Limit < 1 {
			return q, "", fault.New(fault.BadArgument, "limit must be at least 1")
		}
		q.Limit = min(*in.Limit, 100)
	}
	return q, withAttributes(a.Selector, a.Attributes), nil
}

// withAttributes is a selector that also asks for attributes; an empty value asks that the attribute is there.
func withAttributes(selector string, attributes map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		value := attributes[name]
		if value == "" {
			fmt.Fprintf(&b, "[%s]", cssName(name))
		} else {
			fmt.Fprintf(&b, "[%s=%s]", cssName(name), cssString(value))
		}
	}
	switch {
	case b.Len() == 0:
		return selector
	case strings.TrimSpace(selector) == "":
		return b.String()
	case strings.Contains(selector, ">>>") || strings.Contains(selector, ":contains"):
		return selector + b.String()
	}
	return ":is(" + selector + ")" + b.String()
}

// asked is the query in words, for the reply.
func (in *searchInput) asked() string {
	var words []string
	add := func(word, value string) {
		if value != "" {
			words = append(words, fmt.Sprintf("%s %q", word, value))
		}
	}
	a := in.Query
	add("text", a.Text)
	add("selector", a.Selector)
	for _, name := range slices.Sorted(maps.Keys(a.Attributes)) {
		words = append(words, fmt.Sprintf("%s=%q", name, a.Attributes[name]))
	}
	add("role", cmp.Or(a.Role, in.Role))
	add("tag", a.Tag)
	add("name containing", in.NameContains)
	add("name", in.NameExact)
	for _, flag := range []struct {
		name  string
		value *bool
	}{{"enabled", in.Enabled}, {"interactive", in.Interactive}} {
		if flag.value != nil {
			words = append(words, fmt.Sprintf("%s %v", flag.name, *flag.value))
		}
	}
	return strings.Join(words, ", ")
}

func runSearch(ctx context.Context, env *Env, in searchInput) (Reply, error) {
	if in.Records {
		return runRecords(ctx, env, in)
	}
	q, selector, err := in.query()
	if err != nil {
		return Reply{}, err
	}
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	now, found, err := tab.Search(ctx, q, selector)
	if err != nil {
		return Reply{}, err
	}
	o := render.SearchOptions{Asked: in.asked(), Needle: in.Query.Text, Context: 3, Hint: "dom_overview shows what is there"}
	if in.Context != nil {
		o.Context = min(max(*in.Context, 0), 10)
	}
	if q.Visible != nil {
		o.Hint = "visible: false looks at hidden elements too; dom_overview shows what is there"
	}
	show := func(i int) dom.Ref { return tab.Refs.Show(now, i) }
	return Reply{Text: render.Searched(now, found, o, whereNow(env, tab, now), show)}, nil
}
