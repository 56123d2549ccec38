package tool

import (
	"context"
	"slices"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var compareTool = define("compare_dom_fingerprint", "What changed since a baseline or an earlier fingerprint.", Reads, runCompare)

type compareInput struct {
	Against   string `json:"against" doc:"baseline name or hash" need:""`
	Threshold string `json:"severity_threshold" enum:"info,warning,error" doc:"default warning"`
	Place
}

func runCompare(ctx context.Context, env *Env, in compareInput) (Reply, error) {
	threshold := fingerprint.Warning
	if in.Threshold != "" {
		threshold = fingerprint.Severity(in.Threshold)
	}
	if !slices.Contains(fingerprint.Thresholds, threshold) {
		return Reply{}, fault.Newf(fault.BadArgument, "unknown severity_threshold %q", in.Threshold).Nextf("use info, warning or error")
	}
	if in.Against == "" {
		return Reply{}, fault.New(fault.BadArgument, "against what?").Nextf("give the name of a baseline, or the hash of an earlier fingerprint")
	}
	var noise fingerprint.Noise
	was := env.Session.Fingerprints.Find(in.Against)
	known, err := env.Session.Fingerprints.Store().Load(in.Against)
	switch {
	case err == nil:
		was, noise = known.Fingerprint, known.Noise
	case was == nil && fault.Of(err) == fault.BaselineNotFound:
		return Reply{}, fault.Newf(fault.BaselineNotFound, "there is no baseline %q, nor a fingerprint of this hash among the last %d", in.Against, session.KeptFingerprints).
			Nextf("configure {action: \"list_baselines\"} lists the baselines; get_dom_fingerprint makes one with baseline_name")
	case was == nil:
		return Reply{}, err
	}
	now, at, err := take(ctx, env, in.Place, aimOf(was, session.Aim{}))
	if err != nil {
		return Reply{}, err
	}
	return Reply{Text: render.Comparison(at, in.Against, now, fingerprint.Compare(was, now, noise).AtLeast(threshold))}, nil
}
