package handstest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/session"
)

var advice = regexp.MustCompile(`click \[(\d+)\]`)

// TestOrdinaryPages points at controls of the pages that are true to life: what a person can see can be aimed at. Where one lies
// under something, what the refusal advises is done, as an agent would, and helps.
func TestOrdinaryPages(t *testing.T) {
	web := httptest.NewServer(http.FileServer(http.Dir("../../pages/app")))
	t.Cleanup(web.Close)
	files, err := filepath.Glob("../../pages/app/*.html")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d pages (%v)", len(files), err)
	}
	tab := open(t, web.URL, true)
	aimed := 0
	for _, file := range files {
		name := filepath.Base(file)
		visit(t, tab, web.URL+"/"+name)
		look, err := tab.Look(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for i := range look.Elements() {
			n := look.Nodes[i]
			if !n.Visible() || n.Acts&(dom.ActNative|dom.ActRole) == 0 || n.State.Disabled.Is() || n.Tag == "option" || n.Hidden&dom.HiddenInert != 0 {
				continue
			}
			if tried++; tried > 4 {
				break
			}
			ref := tab.Refs.Show(look.Snapshot, i)
			_, err := tab.Hover(t.Context(), fmt.Sprint(int(ref)))
			if close := advice.FindStringSubmatch(fault.From(err).Next); err != nil && fault.Of(err) == fault.Covered && close != nil {
				must(t, tab)(tab.Click(t.Context(), close[1], session.Click{}))
				_, err = tab.Hover(t.Context(), fmt.Sprint(int(ref)))
			}
			switch fault.Of(err) {
			case fault.Covered, fault.Hidden, fault.WaitTimeout:
				t.Errorf("%s: %v", name, err)
			default:
				aimed++
			}
		}
	}
	t.Logf("%d controls", aimed)
}
