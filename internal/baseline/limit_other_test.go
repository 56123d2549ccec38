//go:build !unix

package baseline_test

import "testing"

// limitFiles is for systems that can limit the size of files.
func limitFiles(t *testing.T) { t.Skip("files cannot be limited here") }
