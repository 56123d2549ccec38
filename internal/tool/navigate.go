package tool

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var navigateTool = define("navigate", "Load a URL in the tab, or go back, forward, reload.", Moves, runNavigate)

type navigateInput struct {
	URL    string `json:"url"`
	Action string `json:"action" enum:"back,forward,reload"`
	Place
}

func runNavigate(ctx context.Context, env *Env, in navigateInput) (Reply, error) {
	to := page.Journey{URL: in.URL}
	switch in.Action {
	case "back":
		to.Back = true
	case "forward":
		to.Forward = true
	case "reload":
		to.Reload = true
	case "", "goto", "url":
	default:
		return Reply{}, fault.Newf(fault.BadArgument, "unknown action %q", in.Action).Nextf("use back, forward or reload")
	}
	if (to.URL == "") == (in.Action == "" || in.Action == "goto" || in.Action == "url") {
		return Reply{}, fault.New(fault.BadArgument, "give a url, or an action (back, forward, reload), not both")
	}
	if to.URL != "" {
		u, err := address(to.URL)
		if err != nil {
			return Reply{}, err
		}
		to.URL = u
		if err := env.Session.Policy.MayVisit(u); err != nil {
			return Reply{}, err
		}
	}
	env.Progress("opening the browser")
	tab, err := env.Session.TabToLoad(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	env.Progress("loading")
	if err := tab.Go(ctx, to); err != nil {
		return Reply{}, err
	}
	return Reply{Text: render.Landed(where(env, tab), notices(tab))}, nil
}

// address completes what a person would type into the address bar.
func address(s string) (string, error) {
	s = strings.TrimSpace(s)
	u, err := url.Parse(s)
	switch {
	case err != nil && strings.Contains(s, "://"):
		return "", fault.Newf(fault.BadArgument, "%q is not an address", s).Nextf("use a form such as https://example.com/")
	case err == nil && (u.Scheme == "javascript"):
		return "", fault.New(fault.NotAllowed, "javascript: addresses are not followed").Nextf("navigate to a page, then act on its elements")
	case strings.HasPrefix(s, "//"):
		return "https:" + s, nil
	case filepath.IsAbs(s):
		return "file://" + s, nil
	case strings.HasPrefix(s, "localhost") || strings.HasPrefix(s, "127.") || strings.HasPrefix(s, "[::1]"):
		return "http://" + s, nil
	case err != nil || u.Scheme == "" || strings.Contains(u.Scheme, ".") || u.Opaque != "" && isPort(u.Opaque):
		return "https://" + s, nil
	}
	return s, nil
}

// isPort is true of the rest of host:8080/path, which parses as a scheme.
func isPort(s string) bool {
	port, _, _ := strings.Cut(s, "/")
	return port != "" && strings.Trim(port, "0123456789") == ""
}

func where(env *Env, tab *session.Tab) render.Where {
	info := tab.Info()
	w := render.Where{Tab: tab.ID(), Name: tab.Name, URL: info.URL, Title: info.Title, Status: info.Status, Session: env.Handle}
	if info.Loading {
		w.Ready = "still loading"
	}
	return w
}

// notices are what happened to a tab by itself, in words.
func notices(tab *session.Tab) []string {
	return render.Notices(tab.Notices())
}
