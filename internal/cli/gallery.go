package cli

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/tokens"
)

//go:embed gallery.html
var galleryHTML string

// exhibit is a page beside what an agent reads of it.
type exhibit struct {
	Name     string
	Source   string // the page itself
	Readings []reading
}

type reading struct {
	Tool, Text string
	Tokens     int
	Took       time.Duration
}

func newGallery(io streams) *cobra.Command {
	h := newHost()
	var out, listen string
	cmd := &cobra.Command{
		Use:   "gallery [DIR or FILE]...",
		Short: "Show each page beside what an agent reads of it",
		Example: `  domsight gallery pages/app                  serve it, and say where
  domsight gallery pages/app -o gallery.html   write it into one file`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"pages/app"}
			}
			files, err := pagesIn(args)
			if err != nil {
				return err
			}
			defer h.close()
			show := progress{out: io.err, live: isTerminal(io.err), began: time.Now()}
			var exhibits []exhibit
			for i, file := range files {
				show.step("reading pages", 100*i/len(files))
				e, err := exhibitOf(cmd.Context(), h, file)
				if err != nil {
					return err
				}
				exhibits = append(exhibits, e)
			}
			show.done("")
			page := template.Must(template.New("gallery").Parse(galleryHTML))
			if out != "" {
				f, err := os.Create(out)
				if err != nil {
					return err
				}
				defer f.Close()
				return page.Execute(f, exhibits)
			}
			on, err := net.Listen("tcp", listen)
			if err != nil {
				return err
			}
			fmt.Fprintf(io.err, "domsight: the gallery is at http://%s/ (Ctrl+C ends it)\n", on.Addr())
			server := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_ = page.Execute(w, exhibits) // the visitor has gone
			})}
			defer context.AfterFunc(cmd.Context(), func() { _ = server.Close() })()
			if err := server.Serve(on); cmd.Context().Err() == nil {
				return err
			}
			return nil
		},
	}
	h.flags(cmd)
	cmd.Flags().StringVarP(&out, "out", "o", "", "write into this `file` instead of serving")
	cmd.Flags().StringVar(&listen, "http", "127.0.0.1:0", "`address` to serve at")
	return cmd
}

// pagesIn lists the HTML files among and in the given places.
func pagesIn(places []string) ([]string, error) {
	var files []string
	for _, place := range places {
		info, err := os.Stat(place)
		if err != nil {
			return nil, fault.Newf(fault.BadArgument, "there is no %s", place).Nextf("name a folder with HTML files, such as pages/app")
		}
		if !info.IsDir() {
			files = append(files, place)
			continue
		}
		found, err := filepath.Glob(filepath.Join(place, "*.html"))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, fault.Newf(fault.BadArgument, "there are no HTML files in %v", places)
	}
	slices.Sort(files)
	return files, nil
}

func exhibitOf(ctx context.Context, h *host, file string) (exhibit, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return exhibit{}, err
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return exhibit{}, err
	}
	e := exhibit{Name: filepath.Base(file), Source: string(source)}
	a := newAgent(h)
	defer a.close()
	if _, err := a.call(ctx, "navigate", map[string]any{"url": (&url.URL{Scheme: "file", Path: path}).String()}); err != nil {
		return e, err
	}
	for _, name := range []string{"dom_overview", "snapshot"} {
		began := time.Now()
		text, err := a.call(ctx, name, map[string]any{})
		if err != nil {
			return e, err
		}
		e.Readings = append(e.Readings, reading{name, text, tokens.Estimate(text), time.Since(began).Round(time.Millisecond)})
	}
	return e, nil
}
