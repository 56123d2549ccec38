package cli

import (
	"context"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/domsight/domsight/internal/bridge"
	"github.com/domsight/domsight/internal/browser"
	"github.com/domsight/domsight/internal/engine"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
	"github.com/domsight/domsight/internal/session"
)

// host has the browser that all sessions of a server share. It starts one when the first session needs it, and another when
// that one has died.
type host struct {
	path    string
	headed  bool
	profile string
	cdp     string
	record  io.Writer
	own     bool // the user's own browser, through the extension in it
	log     *slog.Logger
	policy  session.Policy

	turn    chan struct{} // holds one token: who has it may use what follows
	process *browser.Process
	bridge  *bridge.Bridge
}

func newHost() *host { return &host{turn: make(chan struct{}, 1)} }

// flags adds what says which browser is meant.
func (h *host) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&h.cdp, "cdp", "", "attach to the browser at this `address`: http://host:port or ws://...")
	f.StringVar(&h.path, "browser", "", "`program` to start as the browser; found by itself if not given")
	f.BoolVar(&h.headed, "headed", false, "show the browser's window")
	f.StringVar(&h.profile, "profile", "", "`folder` of a profile to use and keep; a temporary one if not given")
	f.BoolVar(&h.policy.ReadOnly, "read-only", false, "look at pages, but do nothing to them")
	f.StringSliceVar(&h.policy.Allow, "allow-origin", nil, "act and navigate only at this `origin` (https://example.com, *.example.com); may be repeated")
	f.StringSliceVar(&h.policy.Deny, "deny-origin", nil, "never act at or navigate to this `origin`; may be repeated")
	f.BoolVar(&h.own, "extension", false, "use the browser that you use yourself, through the extension in it (see domsight extension)")
	cmd.MarkFlagsMutuallyExclusive("cdp", "browser", "extension")
	cmd.MarkFlagsMutuallyExclusive("extension", "profile")
	cmd.MarkFlagsMutuallyExclusive("extension", "headed")
	cmd.MarkFlagsMutuallyExclusive("cdp", "profile")
}

// session makes a session that may do what the flags allow.
func (h *host) session() *session.Session {
	s := session.New(h.open)
	s.Policy = h.policy
	return s
}

// open gives a session its share of the browser.
func (h *host) open(ctx context.Context) (page.Browser, error) {
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return nil, fault.Wrap(ctx.Err(), fault.WaitTimeout, "the browser is still being started for another call")
	}
	if err := h.expect(); err != nil {
		return nil, err
	}
	if h.bridge != nil {
		return h.bridge.Share(ctx)
	}
	if h.process != nil {
		select {
		case <-h.process.Gone():
			_ = h.process.Close() // it has ended: this removes its profile
			h.process = nil
		default:
		}
	}
	if h.process == nil {
		process, err := h.start(ctx)
		if err != nil {
			return nil, err
		}
		h.process = process
	}
	return h.process.Context(ctx)
}

func (h *host) start(ctx context.Context) (*browser.Process, error) {
	options := browser.Options{Path: h.path, Headed: h.headed, Profile: h.profile, Script: engine.Script(), Record: h.record}
	if h.cdp != "" {
		return browser.Attach(ctx, h.cdp, browser.AttachOptions{Script: engine.Script(), Record: h.record})
	}
	return browser.Launch(ctx, options)
}

// expect begins to wait for the extension, if that is the way to the browser.
func (h *host) expect() (err error) {
	if h.own && h.bridge == nil {
		h.bridge, err = newBridge(h.log)
	}
	return err
}

// close ends the browser, if there is one. The user's own stays.
func (h *host) close() error {
	h.turn <- struct{}{}
	defer func() { <-h.turn }()
	if h.bridge != nil {
		defer func() { h.bridge = nil }()
		return h.bridge.Close()
	}
	if h.process == nil {
		return nil
	}
	defer func() { h.process = nil }()
	return h.process.Close()
}
