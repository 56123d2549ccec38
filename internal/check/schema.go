package check

import _ "embed"

// Schema is the JSON schema of the file that lists the pages.
//
//go:embed schema.json
var Schema string
