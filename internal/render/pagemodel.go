package render

import (
	"strings"

	"github.com/domsight/domsight/internal/dom"
)

// PageModel is the page in the shape of the format before seed 004's.
type PageModel struct {
	Title    string            `json:"title"`
	URL      string            `json:"url"`
	Headings []string          `json:"headings"`
	Regions  []string          `json:"regions"`
	Controls []Control         `json:"controls"`
	Aimap    map[string]string `json:"aimap"`
	Omitted  *Omitted          `json:"omitted,omitempty"`

	nodes []int // of the controls
}

// Control is one thing that can be acted on.
type Control struct {
	ID         string         `json:"id"`
	Role       string         `json:"role"`
	Name       string         `json:"name"`
	Selector   string         `json:"selector"` // always empty: it stands in aimap
	Visible    bool           `json:"visible"`
	InViewport bool           `json:"inViewport"`
	States     map[string]any `json:"states"`
	Region     string         `json:"region,omitempty"`
}

var controlRoles = map[string]bool{"button": true, "link": true, "textbox": true, "checkbox": true, "radio": true, "combobox": true, "menuitem": true,
	"tab": true, "switch": true, "slider": true, "listitem": true, "option": true, "searchbox": true, "spinbutton": true, "listbox": true}

var regionNames = map[string]string{"main": "main", "navigation": "navigation", "banner": "header", "contentinfo": "footer", "complementary": "aside"}

// Model converts a serialized page; frames and shadow trees are left out, as they were then.
func (d *SerializedDom) Model(s *dom.Snapshot) *PageModel {
	m := &PageModel{Title: d.Page.Context.Title, URL: d.Page.Context.URL, Headings: []string{}, Regions: []string{}, Controls: []Control{},
		Aimap: map[string]string{}, Omitted: d.Page.Omitted}
	for _, n := range s.Nodes {
		if name := regionNames[n.Role]; name != "" && n.Visible() && !contains(m.Regions, name) {
			m.Regions = append(m.Regions, name)
		}
	}
	m.add(d.Page.Body, s)
	return m
}

func (m *PageModel) add(n *SerializedNode, s *dom.Snapshot) {
	if (n.Tag == "h1" || n.Tag == "h2" || n.Tag == "h3") && n.Text != "" {
		m.Headings = append(m.Headings, n.Text)
	}
	if controlRoles[n.Role] {
		c := Control{ID: n.ID, Role: n.Role, Name: n.Label, Visible: true, InViewport: !n.Offscreen, States: map[string]any{}, Region: regionOf(s, n.node)}
		if c.Name == "" {
			c.Name = n.Text
		}
		for name, value := range map[string]any{"disabled": n.Disabled, "checked": n.Checked, "required": n.Required, "href": n.Href,
			"placeholder": n.Placeholder, "value": n.Value} {
			if value != nil && value != "" && value != false {
				c.States[name] = value
			}
		}
		m.Controls, m.nodes = append(m.Controls, c), append(m.nodes, n.node)
	}
	for _, c := range n.Children {
		m.add(c, s)
	}
}

func regionOf(s *dom.Snapshot, i int) string {
	for a := range s.Ancestors(i) {
		if name := regionNames[s.Nodes[a].Role]; name != "" {
			return name
		}
	}
	return ""
}

// Nodes are those that selectors are wanted for.
func (m *PageModel) Nodes() []int { return m.nodes }

// SetHints adds the selectors, in the order of Nodes.
func (m *PageModel) SetHints(hints [][]string) {
	for i, list := range hints {
		if len(list) > 0 {
			m.Aimap[m.Controls[i].ID] = list[0]
		}
	}
}

// JSON is the whole in one line.
func (m *PageModel) JSON() (string, error) { return compact(m) }

func contains(list []string, word string) bool {
	for _, w := range list {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}
