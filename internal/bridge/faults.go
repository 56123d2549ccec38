package bridge

import (
	"fmt"
	"strings"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// explain turns what the extension could not do into a fault.
func explain(f *failure) error {
	switch f.Code {
	case "thrown":
		return thrown(f.Message)
	case "navigated":
		return &fault.Error{Code: fault.WaitTimeout, Message: "the page changed meanwhile", Cause: fmt.Errorf("%w: %s", page.ErrNavigated, f.Message)}
	case "interrupted":
		return fault.New(fault.ExtensionError, f.Message).Nextf("look at the page before you do it again")
	case "error_page":
		return fault.New(fault.NavigationFailed, "the tab shows the browser's own error page").Nextf("navigate to it again, or elsewhere, or back")
	case string(fault.PageUnsupported):
		return fault.Newf(fault.PageUnsupported, "the browser lets no extension into this page (%s)", f.Message).
			Nextf("navigate to an ordinary web page: the browser's own pages, its web store and its PDF viewer are closed to extensions")
	}
	if code := fault.Code(f.Code); fault.Lookup(code).Code == code {
		return &fault.Error{Code: code, Message: f.Message, Next: f.Next}
	}
	return fault.New(fault.ExtensionError, f.Message)
}

// thrown is an exception of the engine. A message "domsight:CODE: text" carries its own code.
func thrown(text string) error {
	if _, tagged, ok := strings.Cut(text, "domsight:"); ok {
		if code, message, ok := strings.Cut(tagged, ": "); ok && fault.Lookup(fault.Code(code)).Code == fault.Code(code) {
			return fault.New(fault.Code(code), message)
		}
	}
	return fault.Newf(fault.Internal, "the script in the page failed: %s", text)
}
