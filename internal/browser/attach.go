package browser

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// AttachOptions says how to join a running browser.
type AttachOptions struct {
	Headers http.Header // for the endpoint, such as Authorization
	Script  page.Script // what every document gets in which we work
	Record  io.Writer   // gets every message of the protocol, a line of JSON each
}

const attachDeadline = 10 * time.Second

// Attach joins a browser that someone else started: its debugging address, http://host:port, or the WebSocket itself. Its tabs
// can be used as they are; one is touched only when it is. The browser is never ended.
func Attach(ctx context.Context, address string, options AttachOptions) (*Process, error) {
	ctx, cancel := context.WithTimeout(ctx, attachDeadline)
	defer cancel()
	socket, err := endpoint(ctx, address, options.Headers)
	if err != nil {
		return nil, unattached(err, address)
	}
	transport, err := cdp.Socket(ctx, socket, options.Headers)
	if err != nil {
		return nil, unattached(err, address)
	}
	if options.Record != nil {
		transport = cdp.Record(transport, options.Record)
	}
	process := newProcess(cdp.New(transport), options.Script)
	process.shared = true
	process.about = page.About{Transport: "websocket"}
	if err := process.greet(ctx); err != nil {
		_ = process.Close() // the first error is the one to report
		return nil, unattached(err, address)
	}
	return process, nil
}

func unattached(err error, address string) error {
	return fault.Wrap(err, fault.BrowserGone, "no browser can be reached at "+address).
		Nextf("start one with --remote-debugging-port, and use an IP address or localhost")
}

// endpoint finds the WebSocket of a browser.
func endpoint(ctx context.Context, address string, headers http.Header) (string, error) {
	at, err := url.Parse(address)
	if err != nil || at.Host == "" {
		return "", fault.Newf(fault.BadArgument, "%q is not an address such as http://127.0.0.1:9222", address)
	}
	if at.Scheme == "ws" || at.Scheme == "wss" {
		return address, nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.JoinPath("/json/version").String(), nil)
	if err != nil {
		return "", err
	}
	for name, values := range headers {
		request.Header[name] = values
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	if err != nil {
		return "", err
	}
	var version struct {
		WebSocketDebuggerURL string `json:"webSocketDebuggerUrl"`
	}
	if json.Unmarshal(body, &version) != nil || version.WebSocketDebuggerURL == "" {
		return "", fault.Newf(fault.BrowserGone, "%s is not a browser's debugging address: %s %s", address, response.Status, strings.TrimSpace(string(body)))
	}
	socket, err := url.Parse(version.WebSocketDebuggerURL)
	if err != nil {
		return "", err
	}
	socket.Host = at.Host // the browser may know itself by another name than we, behind a tunnel
	if at.Scheme == "https" {
		socket.Scheme = "wss"
	}
	return socket.String(), nil
}
