package browser

import (
	"context"
	"slices"

	proto "github.com/chromedp/cdproto/cdp"
	protopage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// frame is one document of a tab. A frame from another site lives in another process and has a session of its own, which may
// change as it navigates.
type frame struct {
	id, parent proto.FrameID
	url        string
	session    *cdp.Session
	world      runtime.ExecutionContextID // of the engine; 0 until it is asked for
	order      int
}

// Frames lists the frames that can be read, the top one first, every frame after its parent.
func (t *Tab) Frames(ctx context.Context) ([]page.Frame, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	t.refresh()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.crashed {
		return nil, crashedFault()
	}
	children := map[proto.FrameID][]*frame{}
	for _, f := range t.frames {
		if f.id != t.top {
			children[f.parent] = append(children[f.parent], f)
		}
	}
	var list []page.Frame
	var walk func(f *frame)
	walk = func(f *frame) {
		list = append(list, page.Frame{ID: string(f.id), Parent: string(f.parent), URL: f.url})
		below := children[f.id]
		slices.SortFunc(below, func(a, b *frame) int { return a.order - b.order })
		for _, child := range below {
			walk(child)
		}
	}
	if top := t.frames[t.top]; top != nil {
		walk(top)
	}
	return list, nil
}

// find returns the frame of that id, the top one for "".
func (t *Tab) find(id string) (*frame, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.crashed {
		return nil, crashedFault()
	}
	key := proto.FrameID(id)
	if id == "" {
		key = t.top
	}
	if f := t.frames[key]; f != nil {
		return f, nil
	}
	return nil, fault.Newf(fault.PageUnsupported, "the frame %s is no longer in the page", id).Nextf("look at the page again")
}

// listen keeps the frames up to date with what one session tells.
func (t *Tab) listen(s *cdp.Session) {
	cdp.On(s, protopage.FrameAttached, func(e protopage.EventFrameAttached) {
		t.update(func() { t.place(s, e.FrameID, e.ParentFrameID) })
	})
	cdp.On(s, protopage.FrameNavigated, func(e protopage.EventFrameNavigated) {
		t.update(func() { t.navigated(s, e.Frame, e.Type) })
	})
	cdp.On(s, protopage.NavigatedWithinDocument, func(e protopage.EventNavigatedWithinDocument) {
		t.update(func() { t.moved(e.FrameID, e.URL) })
	})
	cdp.On(s, protopage.FrameDetached, func(e protopage.EventFrameDetached) {
		if e.Reason != protopage.FrameDetachedReasonSwap { // one that swaps goes on in another session
			t.update(func() { t.remove(e.FrameID) })
		}
	})
	cdp.On(s, target.AttachedToTarget, func(e target.EventAttachedToTarget) { t.context.process.attached(s, t, e) })
	cdp.On(s, target.DetachedFromTarget, t.context.process.detached)
	t.listenPage(s)
}

// plant takes over the frames as they are when we come in.
func (t *Tab) plant(s *cdp.Session, tree *protopage.FrameTree) {
	t.update(func() {
		t.graft(s, tree)
		if s == t.session {
			t.known = true
		}
	})
	if s == t.session {
		go t.learn()
	}
}

func (t *Tab) graft(s *cdp.Session, tree *protopage.FrameTree) {
	f := t.place(s, tree.Frame.ID, tree.Frame.ParentID)
	f.url = tree.Frame.URL + tree.Frame.URLFragment
	if s == t.session && tree.Frame.ParentID == "" {
		t.top = f.id
		t.follow(tree.Frame.LoaderID)
		t.info.URL, t.info.MIME = f.url, tree.Frame.MimeType
	}
	for _, child := range tree.ChildFrames {
		t.graft(s, child)
	}
}

// place makes a frame, or hands it to the session that now speaks for it.
func (t *Tab) place(s *cdp.Session, id, parent proto.FrameID) *frame {
	f := t.frames[id]
	if f == nil {
		t.order++
		f = &frame{id: id, order: t.order}
		t.frames[id] = f
	}
	if parent != "" {
		f.parent = parent // a session with a frame does not name what is around it
	}
	if f.session != s {
		f.session, f.world = s, 0
	}
	return f
}

func (t *Tab) navigated(s *cdp.Session, to *proto.Frame, how protopage.NavigationType) {
	f := t.place(s, to.ID, to.ParentID)
	f.url, f.world = to.URL+to.URLFragment, 0
	t.removeBelow(f.id)
	if s == t.session && to.ParentID == "" {
		t.top = f.id
		t.arrived(to, how)
	}
}

// moved is told of navigations within a document.
func (t *Tab) moved(id proto.FrameID, url string) {
	if f := t.frames[id]; f != nil {
		f.url = url
	}
	if id == t.top {
		t.info.URL = url
		t.info.Changes++
	}
}

// remove forgets a frame and those in it.
func (t *Tab) remove(id proto.FrameID) {
	t.removeBelow(id)
	delete(t.frames, id)
}

func (t *Tab) removeBelow(id proto.FrameID) {
	for _, f := range t.frames {
		if f.parent == id {
			t.remove(f.id)
		}
	}
}

// moveFrame gives a frame to the session of its new process.
func (t *Tab) moveFrame(info *target.Info, s *cdp.Session) {
	t.update(func() {
		f := t.place(s, proto.FrameID(info.TargetID), info.ParentFrameID)
		f.url = info.URL
	})
}

// dropSession is told when a frame's process is left. Its frames are gone, or come back in the session around.
func (t *Tab) dropSession(s *cdp.Session) {
	t.update(func() {
		for _, f := range t.frames {
			if f.session == s {
				t.remove(f.id)
			}
		}
	})
}
