package bridge

import "encoding/json"

// What the server and the extension say to each other. The other half is extension/src/wire.ts.

// query is one thing that the extension is asked to do.
type query struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Params   any    `json:"params"`
	Tab      int    `json:"tab_id,omitempty"`
	Deadline int64  `json:"deadline_ms"` // how long the answer is waited for
	Again    bool   `json:"again,omitempty"`
	Acting   bool   `json:"acting,omitempty"` // it does something that must not be done twice
	Agent    string `json:"agent"`
}

// answer is what became of a query.
type answer struct {
	ID     string          `json:"id"`
	Tab    *tabState       `json:"tab,omitempty"` // the target, as it is now
	Result json.RawMessage `json:"result,omitempty"`
	Error  *failure        `json:"error,omitempty"`
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Next    string `json:"next,omitempty"`
}

// tabState is a tab that agents may use.
type tabState struct {
	ID       int    `json:"id"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	Status   int    `json:"status"`
	MIME     string `json:"mime"`
	Loading  bool   `json:"loading"`
	Opener   int    `json:"opener"`
	Changes  int    `json:"changes"`
	Agent    string `json:"agent"`              // that opened it
	Actor    string `json:"actor,omitempty"`    // that acted in it last
	Acts     int    `json:"acts,omitempty"`     // how often any agent did
	Sequence int    `json:"sequence,omitempty"` // of when this was said, by one worker
}

// notice is something that a page did by itself.
type notice struct {
	Tab    int    `json:"tab"`
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Other  int    `json:"other"`
	Serial int    `json:"serial,omitempty"` // ours: counts
}

// state is all that is known of the browser.
type state struct {
	Worker    string     `json:"worker,omitempty"`
	Sequence  int        `json:"sequence,omitempty"`
	Product   string     `json:"product,omitempty"`
	Engine    string     `json:"engine,omitempty"` // which of them documents get
	Tabs      []tabState `json:"tabs"`
	Shared    int        `json:"shared"`
	Listeners bool       `json:"listeners"` // pages are listened to
	Notices   []notice   `json:"notices"`
}

// frameState is a frame as the extension lists it.
type frameState struct {
	ID       int    `json:"id"`
	Parent   int    `json:"parent"`
	Document string `json:"document"`
	URL      string `json:"url"`
}
