package check

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"
	"time"

	"github.com/domsight/domsight/internal/audit"
	"github.com/domsight/domsight/internal/fault"
)

//go:embed report.html
var reportPage string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"words": func(o Outcome) string {
		return map[Outcome]string{Clean: "ok", Changed: "changed", Accepted: "saved", Failed: "not checked"}[o]
	},
	"seconds": func(d time.Duration) string { return d.Round(10 * time.Millisecond).String() },
	"picture": func(png []byte) template.URL {
		return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png)) // our own screenshot
	},
	"number":  func(i int) int { return i + 1 },
	"groups":  grouped,
	"why":     why,
	"problem": fault.From,
	"next":    nextStep,
}).Parse(reportPage))

// HTML is the result as people read it: one page that needs nothing else, with a marked picture of every changed region.
func (r Result) HTML() ([]byte, error) {
	var b bytes.Buffer
	err := reportTemplate.Execute(&b, map[string]any{"Result": r, "Clean": r.Count(Clean), "Changed": r.Count(Changed), "Accepted": r.Count(Accepted), "Failed": r.Count(Failed)})
	return b.Bytes(), err
}

func why(rule audit.Rule) string {
	for _, r := range audit.Rules {
		if r.Rule == rule {
			return r.Why
		}
	}
	return ""
}

func nextStep(err error) string {
	e := fault.From(err)
	if e.Next != "" {
		return e.Next
	}
	return fault.Lookup(e.Code).Recovery
}
