package bridge

import (
	"testing"
	"time"
)

func TestAPageIsRead(t *testing.T) {
	s := newSession(t, open(t))
	tab := visit(t, s, serve(t, map[string]string{"/": "<title>Shop</title><p>one<p>two"}))
	if info := tab.Info(); info.Title != "Shop" || info.Status != 200 || info.MIME != "text/html" || info.Loading {
		t.Errorf("%+v", info)
	}
	n, err := count(within(t, 5*time.Second), tab, "p")
	if err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
}
