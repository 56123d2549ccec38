package fault

// Code names a kind of failure. The spelling is part of the contract with agents.
type Code string

// The codes. Everything an agent is told about them in general stands in Table.
const (
	RefNotFound      Code = "ref_not_found"
	RefChanged       Code = "ref_changed"
	Ambiguous        Code = "ambiguous"
	InvalidSelector  Code = "invalid_selector"
	SelectorNoMatch  Code = "selector_no_match"
	ScopeNotFound    Code = "scope_not_found"
	Hidden           Code = "element_hidden"
	Disabled         Code = "element_disabled"
	Covered          Code = "element_covered"
	NoEffect         Code = "no_effect"
	WaitTimeout      Code = "wait_timeout"
	TabNotFound      Code = "tab_not_found"
	PageUnsupported  Code = "page_unsupported"
	ExtensionTimeout Code = "extension_timeout"
	ExtensionError   Code = "extension_error"
	BrowserGone      Code = "browser_gone"
	NavigationFailed Code = "navigation_failed"
	BaselineNotFound Code = "baseline_not_found"
	SnapshotExpired  Code = "snapshot_expired"
	BadArgument      Code = "bad_argument"
	QueueFull        Code = "queue_full"
	NotAllowed       Code = "not_allowed"
	Internal         Code = "internal"
)

// Entry is what is always true of a code.
type Entry struct {
	Code      Code
	Meaning   string // for the documentation
	Recovery  string // for the agent, where the error itself names no next step
	Retryable bool   // the same call may work a moment later
}

// Table lists every code once, in the order of the documentation.
var Table = []Entry{
	{RefNotFound, "The ref names no element of the page as it is now.", "take a new dom_overview or snapshot; similar refs are listed if there are any", false},
	{RefChanged, "The element is not what the agent was last shown.", "repeat the call if it is still the one you mean", true},
	{Ambiguous, "The selector matches several elements.", "use one of the refs listed", false},
	{InvalidSelector, "The browser rejects the selector.", "correct the selector", false},
	{SelectorNoMatch, "The selector matches nothing.", "try a broader selector, or dom_overview", false},
	{ScopeNotFound, "The scope selector matches nothing.", "use a selector that matches, or scope \"full\"", false},
	{Hidden, "The element cannot be seen.", "make it visible first; dom_inspect says why it is hidden", false},
	{Disabled, "The element is disabled.", "do what enables it first", false},
	{Covered, "Another element lies on top.", "close what covers it", false},
	{NoEffect, "The action was carried out and nothing changed.", "look at the page again before repeating it", false},
	{WaitTimeout, "What was waited for did not happen in time.", "try again: a script that hangs is stopped meanwhile", true},
	{TabNotFound, "There is no such tab.", "use one of the tabs listed", false},
	{PageUnsupported, "The page cannot be scripted.", "navigate to an ordinary web page", false},
	{ExtensionTimeout, "The browser extension did not answer.", "Browser extension didn't respond -- wait a moment and retry", true},
	{ExtensionError, "The browser extension answered with an error.", "retry; if it stays, reload the extension", true},
	{BrowserGone, "The browser has ended.", "call again: a new one is started", true},
	{NavigationFailed, "The page could not be loaded.", "check the address and that the server runs", true},
	{BaselineNotFound, "There is no such baseline.", "save it first", false},
	{SnapshotExpired, "The snapshot is no longer kept.", "take a full snapshot", false},
	{BadArgument, "The arguments do not fit the tool.", "correct the arguments", false},
	{QueueFull, "Too many calls are waiting.", "wait for the running ones to end", true},
	{NotAllowed, "The server was started without permission for this.", "ask the person who runs the server", false},
	{Internal, "A defect of domsight.", "try again; if it stays, report it", true},
}

// Lookup finds the entry of a code; an unlisted code is Internal.
func Lookup(code Code) Entry {
	for _, entry := range Table {
		if entry.Code == code {
			return entry
		}
	}
	return Lookup(Internal)
}
