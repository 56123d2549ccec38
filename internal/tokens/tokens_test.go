package tokens

import (
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

type text struct{ kind, words string }

// corpus is text that was not used for fitting: what our replies look like, what pages say in many languages, and what this
// repository is made of.
func corpus(t testing.TB) (texts []text) {
	t.Helper()
	languages, err := os.ReadFile("testdata/languages.txt")
	if err != nil {
		t.Fatal(err)
	}
	phrases := strings.FieldsFunc(string(languages), func(r rune) bool { return strings.ContainsRune(".,;\n", r) })
	random := rand.New(rand.NewPCG(1, 2))
	phrase := func() string { return strings.TrimSpace(phrases[random.IntN(len(phrases))]) }
	english := func() string { return strings.TrimSpace(phrases[random.IntN(5)]) }

	for _, line := range strings.Split(strings.TrimSpace(string(languages)), "\n") {
		texts = append(texts, text{"language", line})
	}
	texts = append(texts, text{"languages", string(languages)})
	for _, of := range []struct {
		kind string
		line func(n int) string
	}{
		{"overview", func(n int) string { return fmt.Sprintf("[%d] button %q disabled\n", n, english()) }},
		{"search", func(n int) string {
			return fmt.Sprintf("[%d] input[name=\"q%d\"] placeholder=\"%s...\"\n", n, n, english())
		}},
		{"snapshot", func(n int) string { return fmt.Sprintf("%*s[%d] link \"%s\"\n", n%4*2, "", n, phrase()) }},
		{"diff", func(n int) string { return fmt.Sprintf("~ [%d] button %q -- enabled: false -> true\n", n, english()) }},
		{"address", func(n int) string {
			return fmt.Sprintf("https://shop.example.com/catalogue/item-%d?utm_source=mail&sort=%d#top\n", n*37, n)
		}},
		{"json", func(n int) string {
			return fmt.Sprintf(`{"ref":%d,"role":"textbox","name":%q,"bbox":{"x":%d,"y":%d},"enabled":true},`, n, phrase(), n*7, n*31)
		}},
		{"serialized", func(n int) string {
			return fmt.Sprintf("      {\n        \"id\": \"node_%d\",\n        \"tag\": \"a\",\n        \"href\": \"/p/%d\"\n      },\n", n, n)
		}},
		{"hash", func(n int) string { return fmt.Sprintf("%016x %08x\n", random.Uint64(), random.Uint32()) }},
		{"number", func(n int) string { return fmt.Sprintf("%d %d.%02d EUR, %d%%; ", n*n*91, n*13, n%100, n%100) }},
		{"selector", func(n int) string {
			return fmt.Sprintf("div.css-%x > ul.MuiList-root:nth-child(%d) >>> #row_%d\n", random.Uint32(), n, n)
		}},
		{"space", func(n int) string {
			return strings.Repeat(" ", n%30) + "x" + strings.Repeat("\n", n%4) + strings.Repeat("\t", n%3)
		}},
		{"rule", func(n int) string { return strings.Repeat("-=*_"[n%4:n%4+1], n%50) + "\n" }},
	} {
		var words strings.Builder
		for n := range 60 {
			words.WriteString(of.line(n + 1))
		}
		texts = append(texts, text{of.kind, words.String()})
	}
	for _, root := range []string{"../../pages", "../../docs", "../../engine/src", "../../internal/demo", "../../internal/fault"} {
		_ = fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil
			}
			file, err := os.ReadFile(root + "/" + name)
			if err != nil {
				t.Error(err)
			}
			for words := string(file); len(words) > 400; words = words[min(4000, len(words)):] {
				texts = append(texts, text{root + "/" + name, words[:min(4000, len(words))]})
			}
			return nil
		})
	}
	return texts
}

func TestEstimate(t *testing.T) {
	codec := o200k(t)
	sum, n := 0.0, 0.0
	for _, text := range corpus(t) {
		truth, err := codec.Count(text.words)
		if err != nil {
			t.Fatal(err)
		}
		off := float64(Estimate(text.words))/float64(truth) - 1
		if math.Abs(off) > 0.06 {
			t.Errorf("%s: estimated %d, really %d (%+.1f %%): %.80q", text.kind, Estimate(text.words), truth, 100*off, text.words)
		}
		sum += math.Abs(off)
		n++
	}
	t.Logf("mean error %.2f %% over %.0f texts", 100*sum/n, n)
	if sum/n > 0.01 {
		t.Errorf("mean error %.2f %%, want at most 1 %%", 100*sum/n)
	}
}

func TestAtMost(t *testing.T) {
	codec := o200k(t)
	over, n := 0.0, 0.0
	for _, text := range corpus(t) {
		truth, err := codec.Count(text.words)
		if err != nil {
			t.Fatal(err)
		}
		bound := AtMost(text.words)
		if bound < truth {
			t.Errorf("%s: at most %d, really %d: %.80q", text.kind, bound, truth, text.words)
		}
		if slack := float64(bound)/float64(truth) - 1; truth >= 100 {
			over += slack
			n++
			if slack > 0.15 {
				t.Errorf("%s: at most %d, really %d (+%.1f %%): %.80q", text.kind, bound, truth, 100*slack, text.words)
			}
		}
	}
	t.Logf("mean slack %.2f %% over %.0f texts", 100*over/n, n)
}

// A text that is no UTF-8 may be estimated too high, never too low, and never breaks anything.
func TestRandomBytes(t *testing.T) {
	codec := o200k(t)
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		words := make([]byte, random.IntN(400))
		for i := range words {
			words[i] = byte(random.Uint32())
		}
		if truth, _ := codec.Count(string(words)); AtMost(string(words)) < truth {
			t.Errorf("at most %d, really %d: %q", AtMost(string(words)), truth, words)
		}
	}
	if Estimate("") != 0 {
		t.Error("nothing costs something")
	}
}

func TestNoAllocation(t *testing.T) {
	words := corpus(t)[0].words
	if n := testing.AllocsPerRun(10, func() { Estimate(words) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkEstimate(b *testing.B) {
	for _, text := range corpus(b) {
		switch text.kind {
		case "overview", "snapshot", "json", "languages":
			b.Run(text.kind, func(b *testing.B) {
				b.SetBytes(int64(len(text.words)))
				for b.Loop() {
					Estimate(text.words)
				}
			})
		}
	}
}
