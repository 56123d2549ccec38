// Package engine runs the in-page TypeScript and decodes what it returns. It does not know how script reaches the page: it
// takes a page.Tab.
package engine

import (
	_ "embed"

	"github.com/domsight/domsight/internal/page"
)

//go:generate go run -C ../../tools ./bundle

//go:embed bundle.js
var source string

//go:embed probe.js
var probe string

// Script is the engine, ready to be put into every document.
func Script() page.Script {
	return page.Script{World: "domsight", Global: "__domsight", Source: source}
}

// Probe is the engine's questions as a script for the page's own world, to measure them from outside.
func Probe() string { return probe }
