package cli

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/check"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/fingerprint"
	"github.com/domsight/domsight/internal/session"
)

// checkFlags are what `check` is told.
type checkFlags struct {
	file, base, baselines        string
	viewport, against, otherView string
	threshold                    string
	update, audit, axe, schema   bool
	learn, jobs                  int
	junit, html                  string
}

func newCheck(io streams) *cobra.Command {
	h := newHost()
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [PAGE | URL]...",
		Short: "Compare pages with what they should be, for builds",
		Long: `Visit the pages of domsight.yaml (or the addresses given), and say what changed in their structure since their
baselines were saved: regions, controls, lists, forms, tables and headings that are missing, errors that
appeared. Baselines are readable files in .domsight/baselines, to be committed with the code.

Exit code: 0 nothing changed, 1 something did, 2 a page could not be checked.`,
		Example: `  domsight check --update                          save all pages as they are now
  domsight check                                   what changed since
  domsight check --learn 5                         load each page 5 times; what varies by itself is masked
  domsight check https://staging.example.com/ --against https://example.com/
  domsight check http://localhost:3000/ --viewport mobile --against-viewport desktop
  domsight check --junit report.xml --html report.html --audit`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.schema {
				_, err := fmt.Fprint(io.out, check.Schema)
				return err
			}
			plan, err := f.plan(args)
			if err != nil {
				return couldNotCheck(io, err)
			}
			defer h.close()
			runner := f.runner(h)
			if err := f.auditing(cmd.Context(), io, runner); err != nil {
				return couldNotCheck(io, err)
			}
			show := &checkShow{io: io, live: isTerminal(io.out), total: len(plan.Pages), paint: painter(io.out)}
			runner.Done = show.done
			show.bar("")
			result := runner.Run(cmd.Context(), plan)
			show.end(result)
			if err := f.write(result); err != nil {
				return couldNotCheck(io, err)
			}
			if code := result.ExitCode(); code != 0 {
				return exit(code)
			}
			return nil
		},
	}
	h.flags(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&f.file, "file", "f", check.File, "the file that lists the pages")
	flags.StringVar(&f.base, "base", "", "`URL` that the pages' addresses are relative to, instead of the file's")
	flags.StringVar(&f.baselines, "baselines", "", "`folder` of the baselines, instead of the file's")
	flags.BoolVar(&f.update, "update", false, "save the pages as they are now; masks stay")
	flags.IntVar(&f.learn, "learn", 0, "save the pages after `N` visits each, masking what varies by itself")
	flags.IntVarP(&f.jobs, "jobs", "j", 3*runtime.NumCPU(), "pages at a time")
	flags.StringVar(&f.threshold, "threshold", "", "info, warning or error, instead of the file's")
	flags.StringVar(&f.viewport, "viewport", "", "`SIZE` of the addresses given: 1280x720, or desktop, tablet, mobile")
	flags.StringVar(&f.against, "against", "", "compare the address given with this `URL`, not with a baseline")
	flags.StringVar(&f.otherView, "against-viewport", "", "compare the address given with itself at this `SIZE`")
	flags.BoolVar(&f.audit, "audit", false, "also find what keeps people from using the pages")
	flags.BoolVar(&f.axe, "axe", false, "the audit by axe-core's full set of rules (fetched with npm the first time)")
	flags.StringVar(&f.junit, "junit", "", "write JUnit XML to this `file`")
	flags.StringVar(&f.html, "html", "", "write a report with pictures to this `file`")
	flags.BoolVar(&f.schema, "schema", false, "print the JSON schema of domsight.yaml")
	return cmd
}

// couldNotCheck reports an error with the exit code that builds know it by.
func couldNotCheck(io streams, err error) error {
	e := fault.From(err)
	fmt.Fprintf(io.err, "domsight: %s\n", e.Message)
	if e.Cause != nil {
		fmt.Fprintf(io.err, "  because: %v\n", e.Cause)
	}
	next := e.Next
	if next == "" {
		next = fault.Lookup(e.Code).Recovery
	}
	fmt.Fprintf(io.err, "  next: %s\n", next)
	return exit(2)
}

// plan is what the file lists of the names given, or the addresses given.
func (f *checkFlags) plan(args []string) (check.Plan, error) {
	var plan check.Plan
	var names, addresses []string
	for _, a := range args {
		if strings.Contains(a, "://") || strings.HasPrefix(a, "localhost") || strings.HasPrefix(a, "127.0.0.1") {
			addresses = append(addresses, a)
		} else {
			names = append(names, a)
		}
	}
	switch {
	case len(addresses) > 0 && len(names) > 0:
		return plan, fault.New(fault.BadArgument, "give names of pages or addresses, not both")
	case len(addresses) == 0 && (f.against != "" || f.otherView != "" || f.viewport != ""):
		return plan, fault.New(fault.BadArgument, "--viewport, --against and --against-viewport are for addresses").Nextf("pages of %s have these in the file", f.file)
	case len(addresses) == 0:
		read, err := check.ReadFile(f.file, f.base)
		if err != nil {
			return plan, err
		}
		if plan, err = read.Named(names); err != nil {
			return plan, err
		}
	default:
		for _, a := range addresses {
			p, err := f.page(a)
			if err != nil {
				return plan, err
			}
			plan.Pages = append(plan.Pages, p)
		}
	}
	if f.baselines != "" {
		plan.Baselines = f.baselines
	}
	if f.threshold != "" {
		t := fingerprint.Severity(f.threshold)
		if t != fingerprint.Info && t != fingerprint.Warning && t != fingerprint.Error {
			return plan, fault.Newf(fault.BadArgument, "threshold %q is none of info, warning, error", f.threshold)
		}
		for i := range plan.Pages {
			plan.Pages[i].Threshold = t
		}
	}
	return plan, nil
}

// page is an address that was given.
func (f *checkFlags) page(address string) (check.Page, error) {
	p := check.Page{Threshold: fingerprint.Warning, Aim: session.Aim{Scope: fingerprint.Full, Depth: fingerprint.Detailed}}
	var err error
	if p.URL, err = check.Address("", withScheme(address)); err != nil {
		return p, err
	}
	u, _ := url.Parse(p.URL)
	p.Name = check.FileName(u.Host + u.Path)
	if f.viewport != "" {
		if p.Viewport, err = check.ParseViewport(f.viewport); err != nil {
			return p, err
		}
		p.Name += "@" + check.FileName(f.viewport)
	}
	if f.against == "" && f.otherView == "" {
		return p, nil
	}
	other := p
	if f.against != "" {
		if other.URL, err = check.Address("", withScheme(f.against)); err != nil {
			return p, err
		}
	}
	if f.otherView != "" {
		if other.Viewport, err = check.ParseViewport(f.otherView); err != nil {
			return p, err
		}
	}
	p.Against = &other
	return p, nil
}

func withScheme(address string) string {
	if strings.Contains(address, "://") {
		return address
	}
	return "http://" + address
}

func (f *checkFlags) runner(h *host) *check.Runner {
	return &check.Runner{Open: h.session, Jobs: f.jobs, Update: f.update || f.learn > 0,
		Samples: f.learn, Pictures: f.html != ""}
}

// write writes the reports.
func (f *checkFlags) write(result check.Result) error {
	for _, report := range []struct {
		file string
		make func() ([]byte, error)
	}{{f.junit, result.JUnit}, {f.html, result.HTML}} {
		if report.file == "" {
			continue
		}
		data, err := report.make()
		if err == nil {
			if err = os.MkdirAll(filepath.Dir(report.file), 0o755); err == nil {
				err = os.WriteFile(report.file, data, 0o644)
			}
		}
		if err != nil {
			return fault.Wrap(err, fault.NotAllowed, "the report "+report.file+" cannot be written")
		}
	}
	return nil
}
