package demo

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func TestShopIsServedWhole(t *testing.T) {
	server := httptest.NewServer(Handler())
	defer server.Close()
	reference := regexp.MustCompile(`(?:src|href)="([a-z]+\.[a-z]+)"|from '\./([a-z]+\.js)'|import '\./([a-z]+\.js)'`)
	kinds := map[string]string{"html": "text/html", "css": "text/css", "js": "text/javascript"}

	waiting, seen := []string{"index.html"}, map[string]bool{}
	for len(waiting) > 0 {
		name := waiting[0]
		waiting = waiting[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		text, kind := get(t, server.URL+"/"+strings.TrimPrefix(name, "index.html"))
		if want := kinds[name[strings.Index(name, ".")+1:]]; !strings.HasPrefix(kind, want) {
			t.Errorf("%s is served as %s, want %s", name, kind, want)
		}
		if strings.Contains(text, "://") {
			t.Errorf("%s names an address elsewhere", name)
		}
		for _, match := range reference.FindAllStringSubmatch(text, -1) {
			waiting = append(waiting, match[1]+match[2]+match[3])
		}
	}
	if len(seen) != 6 {
		t.Errorf("the shop has 6 files, %d can be reached: %v", len(seen), seen)
	}
}

func TestScriptAsksForElementsThatAreThere(t *testing.T) {
	server := httptest.NewServer(Handler())
	defer server.Close()
	page, _ := get(t, server.URL)
	code, _ := get(t, server.URL+"/shop.js")
	asked := regexp.MustCompile(`\$\('([a-z-]+)'\)`).FindAllStringSubmatch(code, -1)
	if len(asked) < 20 {
		t.Fatalf("only %d ids found in the script", len(asked))
	}
	for _, id := range asked {
		if !strings.Contains(page, `id="`+id[1]+`"`) {
			t.Errorf("shop.js asks for #%s, which index.html has not", id[1])
		}
	}
}

func get(t *testing.T, address string) (text, kind string) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", address, answer.Status, err)
	}
	return string(body), answer.Header.Get("Content-Type")
}
