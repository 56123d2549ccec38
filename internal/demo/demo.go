// Package demo is a small tea shop: one page that lists, filters, adds to a cart, opens a dialog and says what it did, as
// shops do. It is embedded, needs nothing from elsewhere, and is the same on every load. It knows nothing of domsight.
package demo

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed shop
var files embed.FS

// Handler serves the shop at its root.
func Handler() http.Handler {
	shop, err := fs.Sub(files, "shop")
	if err != nil {
		panic(err) // the folder above is missing from the binary
	}
	serve := http.FileServerFS(shop)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		serve.ServeHTTP(w, r)
	})
}
