package engine_test

import (
	"slices"
	"testing"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/engine"
)

// TestCovered: what lies under a layer is known to, from the look at which the layer is there until it is gone.
func TestCovered(t *testing.T) {
	tab := open(t, `<!doctype html><style>#bar{position:fixed;z-index:1;top:0;left:0;right:0;height:40px;background:#ccc}#veil{position:fixed;z-index:2;inset:0;background:#0008}
main{padding-top:60px}</style><div id=bar><button>Menu</button></div><main><button>One</button><label><input type=checkbox>Two</label>
<dialog id=d><button>Close</button></dialog></main><a href=# style="position:absolute;top:10px;left:300px">Under the bar</a>`)
	reader := engine.NewReader(tab)
	covered := func() []string {
		s, err := reader.Recapture(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, n := range s.Nodes {
			if n.Hidden&dom.HiddenCovered != 0 {
				names = append(names, n.Name)
			}
		}
		return names
	}
	for _, step := range []struct {
		code string
		want []string
	}{
		{"", []string{"Under the bar"}},
		{"document.body.insertAdjacentHTML('beforeend', '<div id=veil></div>')", []string{"Menu", "One", "Two", "Under the bar"}},
		{"veil.remove()", []string{"Under the bar"}},
		{"d.show()", []string{"Under the bar"}},
		{"d.close(); d.showModal()", []string{"Menu", "One", "Two", "Under the bar"}},
		{"d.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0'", []string{"Menu", "One", "Two", "Under the bar"}},
		{"d.close()", []string{"Under the bar"}},
		{"bar.style.display = 'none'", nil},
	} {
		run(t, tab, step.code)
		if got := covered(); !slices.Equal(got, step.want) {
			t.Errorf("after %q: %q are covered, want %q", step.code, got, step.want)
		}
	}
}
