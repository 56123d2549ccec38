package session

import (
	"context"
	"fmt"
	"time"

	"github.com/domsight/domsight/internal/audit"
	"github.com/domsight/domsight/internal/dom"
)

const axeDeadline = 20 * time.Second

// Audit finds what keeps people from using the page, by the engine's own facts; with the source of axe-core, by its rules too.
func (t *Tab) Audit(ctx context.Context, axe string) (*dom.Snapshot, []audit.Finding, error) {
	var now *dom.Snapshot
	var findings []audit.Finding
	err := t.alone(ctx, func(ctx context.Context) (err error) {
		if now, err = t.capture(ctx); err != nil {
			return err
		}
		facts, err := t.reader.AuditFacts(ctx)
		if err != nil {
			return err
		}
		asked := audit.Facts{Lang: facts.Lang}
		for _, c := range facts.Contrast {
			asked.Contrast = append(asked.Contrast, audit.Ratio{ID: c.ID, Ratio: c.Ratio, Need: c.Need})
		}
		findings = audit.Of(now, asked)
		if axe == "" {
			return nil
		}
		byAxe, err := t.axe(ctx, now, axe)
		findings = append(findings, byAxe...)
		return err
	})
	return now, findings, err
}

// axe is what axe-core finds.
func (t *Tab) axe(ctx context.Context, now *dom.Snapshot, source string) (findings []audit.Finding, err error) {
	ctx, cancel := context.WithTimeout(ctx, axeDeadline)
	defer cancel()
	violations, doc, err := t.reader.Axe(ctx, source)
	for _, v := range violations {
		for k, n := range v.Nodes {
			f := audit.Finding{Rule: audit.Rule("axe " + v.ID), Node: -1, Target: n.Target, Detail: v.Help}
			if i, ok := now.Index(dom.ID{Doc: doc, Key: n.Key}); ok {
				f.Node = i
			}
			if k == len(v.Nodes)-1 && v.Total > len(v.Nodes) {
				f.Detail += fmt.Sprintf("; and %d more", v.Total-len(v.Nodes))
			}
			findings = append(findings, f)
		}
	}
	return findings, err
}
