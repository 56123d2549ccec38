package bridge

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Tab is one tab of the person's browser.
type Tab struct {
	share  *share
	id     string
	chrome int // the browser's own number
	gone   chan struct{}
	end    sync.Once

	mu      sync.Mutex
	info    page.Info
	acts    int // of all agents, as last seen
	notices []page.Notice
	changed chan struct{}
}

var (
	_ page.Tab     = (*Tab)(nil)
	_ page.Pupil   = (*Tab)(nil)
	_ page.Hearing = (*Tab)(nil)
)

// ID is a small number in decimal, never used again in this session.
func (t *Tab) ID() string { return t.id }

// Info is what is known without asking the page.
func (t *Tab) Info() page.Info {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.info
}

// Gone is closed when the tab has ended, or is no longer shared.
func (t *Tab) Gone() <-chan struct{} { return t.gone }

func (t *Tab) finish() { t.end.Do(func() { close(t.gone) }) }

// update takes over what the extension says of the tab.
func (t *Tab) update(now tabState, known map[int]*Tab) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.info = page.Info{URL: now.URL, Title: now.Title, Status: now.Status, MIME: now.MIME, Loading: now.Loading, Changes: now.Changes}
	if opener := known[now.Opener]; opener != nil {
		t.info.Opener = opener.id
	}
	if now.Acts > t.acts && now.Actor != t.share.agent {
		t.notices = append(t.notices, page.Notice{Kind: "agent", Text: "another agent acted in this tab: what you know of it may be old", At: time.Now()})
	}
	t.acts = now.Acts
	close(t.changed)
	t.changed = make(chan struct{})
}

func (t *Tab) notice(n page.Notice) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.notices) < mostNotices {
		t.notices = append(t.notices, n)
	}
}

// Notices hands over what happened by itself since the last call.
func (t *Tab) Notices() []page.Notice {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.notices
	t.notices = nil
	return list
}

// ask asks the extension something about this tab.
func (t *Tab) ask(ctx context.Context, kind string, params any, acting bool) (json.RawMessage, error) {
	select {
	case <-t.gone:
		return nil, t.closed()
	default:
	}
	a, err := t.share.bridge.do(ctx, query{Type: kind, Params: params, Tab: t.chrome, Agent: t.share.agent, Acting: acting})
	if err != nil {
		return nil, err
	}
	if a.Tab != nil {
		t.share.bridge.board.patch(*a.Tab)
		t.share.refresh()
	}
	if a.Error == nil {
		return a.Result, nil
	}
	if a.Error.Code == string(fault.TabNotFound) {
		return nil, t.closed()
	}
	return nil, explain(a.Error)
}

func (t *Tab) closed() error { return fault.Newf(fault.TabNotFound, "tab %s has closed", t.id) }

// Frames lists the frames that can be read, the top one first, every frame after its parent. A frame goes by its document: when it
// navigates, it is another.
func (t *Tab) Frames(ctx context.Context) ([]page.Frame, error) {
	data, err := t.ask(ctx, "frames", struct{}{}, false)
	if err != nil {
		return nil, err
	}
	var all []frameState
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fault.Wrap(err, fault.ExtensionError, "the extension answered with something unreadable")
	}
	if len(all) == 0 {
		return nil, fault.New(fault.PageUnsupported, "the tab shows no page")
	}
	slices.SortFunc(all, func(a, b frameState) int { return cmp.Compare(a.ID, b.ID) })
	names := map[int]string{}
	for _, f := range all {
		names[f.ID] = f.Document
	}
	var list []page.Frame
	var walk func(parent int)
	walk = func(parent int) {
		for _, f := range all {
			if f.Parent == parent {
				list = append(list, page.Frame{ID: f.Document, Parent: names[parent], URL: f.URL})
				walk(f.ID)
			}
		}
	}
	walk(-1)
	if len(list) == 0 {
		return nil, fault.New(fault.PageUnsupported, "the tab shows no page")
	}
	list[0].ID = "" // as calls name it, whatever document it has
	for i := range list[1:] {
		if list[i+1].Parent == names[0] {
			list[i+1].Parent = ""
		}
	}
	return list, nil
}

// Call runs a function of the engine in a frame, with one argument, and returns its JSON. The top frame is "".
func (t *Tab) Call(ctx context.Context, frame, function string, arg any) (json.RawMessage, error) {
	params := map[string]any{"frame": frame, "function": function, "arg": arg}
	return t.ask(ctx, "call", params, acts(function, arg))
}

// CallOwner runs a function of the engine on the element that holds the frame.
func (t *Tab) CallOwner(ctx context.Context, frame, function string) (json.RawMessage, error) {
	return t.ask(ctx, "owner", map[string]any{"frame": frame, "function": function}, false)
}

// OpenShadow finds closed shadow roots, which extensions may look into.
func (t *Tab) OpenShadow(ctx context.Context, frame, candidates, adopt string) error {
	_, err := t.ask(ctx, "shadow", map[string]any{"frame": frame, "candidates": candidates, "adopt": adopt}, false)
	return err
}

// Hear looks at the elements that the engine function `among` returns, and all below them, and calls `heard` with those that listen
// for clicks. Pages tell only where the person has switched that on.
func (t *Tab) Hear(ctx context.Context, frame, among, heard string) (int, error) {
	if now, _, _ := t.share.bridge.board.read(); !now.Listeners {
		return 0, nil
	}
	data, err := t.ask(ctx, "hear", map[string]any{"frame": frame, "among": among, "heard": heard}, false)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(data))
}

// Teach runs a script beside the engine; the extension must have it in its folder.
func (t *Tab) Teach(ctx context.Context, frame, source string) error {
	_, err := t.ask(ctx, "teach", map[string]any{"frame": frame, "script": t.share.bridge.options.ScriptName(source)}, false)
	return err
}

// Activate brings the tab to the front.
func (t *Tab) Activate(ctx context.Context) error {
	_, err := t.ask(ctx, "activate", struct{}{}, false)
	return err
}

// Close ends the tab, if an agent opened it.
func (t *Tab) Close(ctx context.Context) error {
	if _, err := t.ask(ctx, "close", struct{}{}, false); err != nil {
		return err
	}
	select {
	case <-t.gone:
		return nil
	case <-ctx.Done():
		return timeout(ctx.Err())
	}
}
