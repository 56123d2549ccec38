package engine_test

import (
	"testing"

	"github.com/domsight/domsight/internal/engine"
)

// TestSize: every document gets the engine, so every byte of it is paid for often.
func TestSize(t *testing.T) {
	const most = 60_000
	if size := len(engine.Script().Source); size > most {
		t.Errorf("the engine has %d bytes, %d are the limit: what is not needed for looking belongs into hands.ts", size, most)
	}
}
