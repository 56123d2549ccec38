package tool

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/domsight/domsight/internal/baseline"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var fingerprintTool = define("get_dom_fingerprint", "The page's structure in brief, with a hash, to tell later what broke.", Reads, runFingerprint)

type fingerprintInput struct {
	Scope    string `json:"scope" doc:"full, above_fold or CSS selector"`
	Depth    string `json:"depth" enum:"minimal,standard,detailed"`
	Baseline string `json:"baseline_name" doc:"compare with it; saved if new"`
	Format   string `json:"format" enum:"json,text"`
	Place
}

func (in fingerprintInput) aim() (session.Aim, error) {
	if in.Depth != "" && !slices.Contains(fingerprint.Depths, fingerprint.Depth(in.Depth)) {
		return session.Aim{}, fault.Newf(fault.BadArgument, "unknown depth %q", in.Depth).Nextf("use minimal, standard or detailed")
	}
	return session.Aim{Scope: in.Scope, Depth: fingerprint.Depth(in.Depth)}, nil
}

func runFingerprint(ctx context.Context, env *Env, in fingerprintInput) (Reply, error) {
	aim, err := in.aim()
	if err != nil {
		return Reply{}, err
	}
	write := render.Fingerprint
	switch in.Format {
	case "", "json":
	case "text":
		write = render.FingerprintText
	default:
		return Reply{}, fault.Newf(fault.BadArgument, "unknown format %q", in.Format).Nextf("use json or text")
	}
	store := env.Session.Fingerprints.Store()
	var known *baseline.Baseline
	if in.Baseline != "" {
		known, err = store.Load(in.Baseline)
		if err != nil && fault.Of(err) != fault.BaselineNotFound {
			return Reply{}, err
		}
		if known != nil {
			aim = aimOf(known.Fingerprint, aim)
		}
	}
	now, at, err := take(ctx, env, in.Place, aim)
	if err != nil {
		return Reply{}, err
	}
	if in.Baseline == "" {
		return Reply{Text: write(at, now, "", nil)}, nil
	}
	created := false
	if known == nil {
		known, err = store.Update(in.Baseline, func(old *baseline.Baseline) (*baseline.Baseline, error) {
			if old != nil {
				return nil, nil // another call was faster: what it saved stays
			}
			created = true
			return &baseline.Baseline{SavedAt: time.Now().UTC().Truncate(time.Second), Samples: 1, Fingerprint: now}, nil
		})
		if err != nil {
			return Reply{}, err
		}
	}
	if created {
		return Reply{Text: write(at, now, "created", nil)}, nil
	}
	c := fingerprint.Compare(known.Fingerprint, now, known.Noise)
	return Reply{Text: write(at, now, "compared", &c)}, nil
}

// aimOf looks at what a fingerprint looked at, unless asked otherwise.
func aimOf(was *fingerprint.Fingerprint, asked session.Aim) session.Aim {
	if asked.Scope == "" {
		asked.Scope = was.Scope
	}
	if asked.Depth == "" {
		asked.Depth = was.Depth
	}
	return asked
}

// take fingerprints the tab and remembers the result.
func take(ctx context.Context, env *Env, in Place, aim session.Aim) (*fingerprint.Fingerprint, render.Where, error) {
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return nil, render.Where{}, err
	}
	print, err := tab.Fingerprint(ctx, aim)
	if err != nil {
		return nil, render.Where{}, err
	}
	env.Session.Fingerprints.Keep(print.Fingerprint)
	at := where(env, tab)
	at.Ready = print.Snapshot.Ready
	return print.Fingerprint, at, nil
}

// baselineArgs are what configure takes for baselines.
type baselineArgs struct {
	Name    string `json:"name" doc:"of a baseline"`
	Samples int    `json:"samples" doc:"loads, to learn what varies"`
	Scope   string `json:"scope" doc:"-"`
	Depth   string `json:"depth" doc:"-"`
}

// saveBaseline overwrites a baseline with the page as it is. With samples it loads the page so often, and learns what varies.
func saveBaseline(ctx context.Context, env *Env, in baselineArgs, place Place) (Reply, error) {
	if in.Samples < 0 || in.Samples > mostSamples {
		return Reply{}, fault.Newf(fault.BadArgument, "samples must be 1 to %d", mostSamples)
	}
	if err := baseline.CheckName(in.Name); err != nil {
		return Reply{}, err
	}
	aim, err := fingerprintInput{Scope: in.Scope, Depth: in.Depth}.aim()
	if err != nil {
		return Reply{}, err
	}
	tab, err := env.Session.Tab(ctx, place.tab())
	if err != nil {
		return Reply{}, err
	}
	samples, err := tab.Samples(ctx, max(1, in.Samples), aim, func(n int) { env.Progress(fmt.Sprintf("sample %d of %d", n, in.Samples)) })
	if err != nil {
		return Reply{}, err
	}
	saved, err := env.Session.Fingerprints.Store().Update(in.Name, baseline.Accept(samples))
	if err != nil {
		return Reply{}, err
	}
	return Reply{Text: render.BaselineSaved(where(env, tab), env.Session.Fingerprints.Store().Dir(), row(saved))}, nil
}

const mostSamples = 20

func listBaselines(env *Env) (Reply, error) {
	store := env.Session.Fingerprints.Store()
	names, err := store.List()
	if err != nil {
		return Reply{}, err
	}
	rows := make([]render.BaselineRow, len(names))
	for i, name := range names {
		b, err := store.Load(name)
		if err != nil {
			rows[i] = render.BaselineRow{Name: name, Err: err}
			continue
		}
		rows[i] = row(b)
	}
	return Reply{Text: render.Baselines(store.Dir(), rows)}, nil
}

func row(b *baseline.Baseline) render.BaselineRow {
	return render.BaselineRow{Name: b.Name, Fingerprint: b.Fingerprint, SavedAt: b.SavedAt, Samples: b.Samples, Masks: len(b.Noise)}
}

func deleteBaseline(env *Env, name string) (Reply, error) {
	if err := env.Session.Fingerprints.Store().Delete(name); err != nil {
		return Reply{}, err
	}
	return listBaselines(env)
}
