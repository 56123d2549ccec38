package baseline

import (
	"time"

	"github.com/domsight/domsight/internal/fingerprint"
)

// Accept is a change for Update that takes samples of a page as what the page should be. Masks that are there stay; what
// varies between the samples is added to them. A page that is as it was leaves the file as it is.
func Accept(samples []*fingerprint.Fingerprint) func(*Baseline) (*Baseline, error) {
	return func(old *Baseline) (*Baseline, error) {
		var known fingerprint.Noise
		if old != nil {
			known = old.Noise
			if len(samples) == 1 && samples[0].Hash == old.Fingerprint.Hash && fingerprint.Compare(old.Fingerprint, samples[0], known).Status == "unchanged" {
				return nil, nil
			}
		}
		f, noise := fingerprint.Learn(samples, known)
		if old != nil {
			f = f.Settle(old.Fingerprint, noise)
		}
		return &Baseline{SavedAt: time.Now().UTC().Truncate(time.Second), Samples: len(samples), Noise: noise, Fingerprint: f}, nil
	}
}
