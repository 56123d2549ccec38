package main

import (
	"fmt"
	"strings"
)

// listPage is a list of rows with headings, text, links, buttons and fields: about size elements in all.
func listPage(size int) string {
	var b strings.Builder
	b.WriteString(`<!doctype html><title>List</title><style>.row{display:flex;gap:8px}.cell{padding:2px}</style>
<header><nav><a href="/">Home</a><a href="/x">More</a></nav></header><main><h1>Items</h1><div id=list>`)
	for i, n := 0, 10; n < size; i, n = i+1, n+8 {
		fmt.Fprintf(&b, `<div class="row" data-id="%d"><div class="cell"><h3>Item %d</h3></div><div class="cell"><p>Some text about item %d
that is long enough to matter here.</p></div><a class="cell" href="/i/%d">Open %d</a><button class="cell">Edit</button><input class="cell"
aria-label="Quantity %d" value="%d"></div>`, i, i, i, i, i, i, i)
	}
	b.WriteString("</div></main>")
	return b.String()
}
