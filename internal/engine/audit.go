package engine

import (
	"context"
	_ "embed"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

//go:embed audit.js
var auditor string

// AuditFacts are what an audit needs and a capture does not have. The other half is engine/src/audit.ts.
type AuditFacts struct {
	Lang     string
	Contrast []Contrast
}

// Contrast is text that does not stand out enough.
type Contrast struct {
	ID          dom.ID
	Ratio, Need float64
}

// AuditFacts asks the top document.
func (r *Reader) AuditFacts(ctx context.Context) (AuditFacts, error) {
	if err := r.teach(ctx, auditor); err != nil {
		return AuditFacts{}, err
	}
	var found struct {
		Lang     string `json:"lang"`
		Contrast []struct {
			Key   int     `json:"key"`
			Ratio float64 `json:"ratio"`
			Need  float64 `json:"need"`
		} `json:"contrast"`
	}
	if err := r.ask(ctx, "", "auditFacts", nil, &found); err != nil {
		return AuditFacts{}, err
	}
	facts := AuditFacts{Lang: found.Lang}
	for _, c := range found.Contrast {
		facts.Contrast = append(facts.Contrast, Contrast{dom.ID{Doc: r.docOf(""), Key: c.Key}, c.Ratio, c.Need})
	}
	return facts, nil
}

// AxeViolation is one rule of axe-core that the page fails.
type AxeViolation struct {
	ID     string `json:"id"`
	Impact string `json:"impact"`
	Help   string `json:"help"`
	Total  int    `json:"total"` // elements; Nodes has the first of them
	Nodes  []struct {
		Key    int    `json:"key"` // 0 if the element cannot be told
		Target string `json:"target"`
	} `json:"nodes"`
}

// Axe runs axe-core, whose source is given, in the top document.
func (r *Reader) Axe(ctx context.Context, source string) (violations []AxeViolation, doc string, err error) {
	if err := r.teach(ctx, auditor); err != nil {
		return nil, "", err
	}
	for taught := false; ; taught = true {
		if err := r.ask(ctx, "", "auditAxe", nil, &violations); err != nil || violations != nil {
			return violations, r.docOf(""), err
		}
		if taught {
			return nil, "", fault.New(fault.Internal, "the page did not take axe-core")
		}
		if err := r.teach(ctx, source); err != nil {
			return nil, "", err
		}
	}
}

func (r *Reader) teach(ctx context.Context, source string) error {
	pupil, ok := r.tab.(page.Pupil)
	if !ok {
		return fault.New(fault.NotAllowed, "this browser lets no audit into its pages")
	}
	return pupil.Teach(ctx, "", source)
}
