package bridge

import "slices"

// hand is the engine's function by which pages are asked in detail and acted on.
const hand = "hand"

// asking are those things it does that leave the page as it is. Whatever else there is acts: only one agent at a time does it in
// a tab, and nothing does it twice.
var asking = []string{"aim", "through", "read", "filled", "settle", "begin", "select", "query", "elements", "inspect", "extent", "hints", "here"}

// acts says whether a call of the engine changes the page.
func acts(function string, arg any) bool {
	if function != hand {
		return false
	}
	call, ok := arg.(map[string]any)
	if !ok {
		return true
	}
	does, ok := call["do"].(string)
	return !ok || !slices.Contains(asking, does)
}
