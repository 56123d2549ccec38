package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/runtime"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// explain turns what came from below into a fault.
func explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return fault.Wrap(err, fault.WaitTimeout, "the call was cancelled")
	case errors.Is(err, cdp.ErrDetached):
		return fault.Wrap(err, fault.TabNotFound, "the tab has closed")
	}
	return fault.From(err)
}

// lostContext says whether the browser refused a call because its document is no longer there, before anything ran.
func lostContext(err error) bool {
	refusal, ok := errors.AsType[*cdp.Error](err)
	return ok && refusal.Code == cdp.CodeServer && strings.HasPrefix(refusal.Message, "Cannot find context")
}

// stale says whether something that a call named is no longer there: the document, the frame, a node.
func stale(err error) bool {
	refusal, ok := errors.AsType[*cdp.Error](err)
	return ok && (refusal.Code == cdp.CodeServer || refusal.Code == cdp.CodeSessionNotFound) || errors.Is(err, cdp.ErrDetached)
}

// thrown turns an exception of the engine into a fault. A message "domsight:CODE: text" carries its own code.
func thrown(details *runtime.ExceptionDetails) error {
	text := details.Text
	if e := details.Exception; e != nil {
		text = e.Description
		if text == "" {
			_ = cdp.Decode(e.Value, &text) // not an Error: a string or nothing that could be shown
		}
	}
	text, _, _ = strings.Cut(text, "\n    at ")
	if _, tagged, ok := strings.Cut(text, "domsight:"); ok {
		if code, message, ok := strings.Cut(tagged, ": "); ok && known(fault.Code(code)) {
			return fault.New(fault.Code(code), message)
		}
	}
	return fault.Newf(fault.Internal, "the script in the page failed: %s", text)
}

func known(code fault.Code) bool { return fault.Lookup(code).Code == code }

// explain is explain for what a call in this tab met.
func (t *Tab) explain(err error) error {
	if e, ok := errors.AsType[*exception](err); ok {
		return thrown(e.details)
	}
	if !stale(err) {
		return explain(err)
	}
	select {
	case <-t.gone:
		return t.goneFault()
	default:
		return &fault.Error{Code: fault.WaitTimeout, Message: "the page changed meanwhile", Cause: fmt.Errorf("%w: %w", page.ErrNavigated, err)}
	}
}
