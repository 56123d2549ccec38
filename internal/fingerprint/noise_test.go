package fingerprint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/fingerprint"
)

// restless is a page at its n-th visit: a clock, a counter, generated ids, an advertisement that comes and goes, another order.
func restless(n int) string {
	links := []string{"<a href=/a>Ada</a>", "<a href=/b>Berta</a>", "<a href=/c>Clara</a>"}
	ad := ""
	if n%2 == 0 {
		ad = fmt.Sprintf(`<aside><a class=ad id="ad-%d" href=/buy/%d>%s on sale</a></aside>`, n*7919, n, strings.Repeat("x", n+1))
	}
	return fmt.Sprintf(`<title>(%d) Quays</title><h1>Departures</h1><h2>Updated %d:%02d</h2><main>%s<a href=/cart>Cart (%d)</a><button>Refresh</button>
<ul id=tips>%s</ul><button id=b%d>Offer %s</button></main>%s`, n, n, n, links[n%3]+links[(n+1)%3]+links[(n+2)%3], n*3, strings.Repeat("<li>t", 1+n%3), 1000*n, strings.Repeat("y", n), ad)
}

func learnt(t *testing.T) (*fingerprint.Fingerprint, fingerprint.Noise) {
	var samples []*fingerprint.Fingerprint
	for n := 1; n <= 5; n++ {
		samples = append(samples, print(t, restless(n), detailed))
	}
	return fingerprint.Learn(samples, nil)
}

// What varies by itself is masked, and what does not is still seen.
func TestLearn(t *testing.T) {
	base, noise := learnt(t)
	for n := 6; n < 9; n++ {
		if c := fingerprint.Compare(base, print(t, restless(n), detailed), noise); c.Status != "unchanged" {
			t.Errorf("visit %d: %s", n, brief(c.Changes))
		}
	}
	for gone, want := range map[string]string{
		"<button>Refresh</button>": `error element_missing button "Refresh"`,
		"<a href=/a>Ada</a>":       `error element_missing link "Ada"`,
		"<h1>Departures</h1>":      `error element_missing heading "Departures"`,
	} {
		c := fingerprint.Compare(base, print(t, strings.Replace(restless(7), gone, "", 1), detailed), noise)
		same(t, gone, brief(c.Changes), want)
	}
	without := strings.Replace(restless(7), "<li>t", "", -1)
	same(t, "an empty list", brief(fingerprint.Compare(base, print(t, without, detailed), noise).Changes), "warning list_empty list #tips")
}

// The patterns can be read, and say no more than they must.
func TestPatterns(t *testing.T) {
	_, noise := learnt(t)
	var got []string
	for _, m := range noise {
		if err := m.Check(); err != nil {
			t.Error(err)
		}
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s: %s", m.Kind, m.Type, m.In, m.Match, m.Varies)))
	}
	for _, want := range []string{"title   (#) Quays: text", "heading h2  Updated #: text", "interactive link main Cart (#): text", "interactive button main Offer *: text",
		`list ul main \#tips: count`, "landmark aside  : presence", "interactive link aside * on sale: extra"} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("no mask %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
}

// A mask that a person wrote works like one that was learnt; one that makes no sense is refused.
func TestMasksByHand(t *testing.T) {
	was, now := print(t, `<a href=/x>Ad for tea</a><button>A</button>`, detailed), print(t, `<button>A</button>`, detailed)
	mask := fingerprint.Mask{Kind: "interactive", Type: "link", Match: "Ad for *", Varies: "presence"}
	if c := fingerprint.Compare(was, now, fingerprint.Noise{mask}); c.Status != "unchanged" {
		t.Error(brief(c.Changes))
	}
	for _, bad := range []fingerprint.Mask{{Kind: "button", Varies: "text"}, {Kind: "interactive", Varies: "colour"}, {}} {
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
