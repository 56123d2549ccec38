package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// Reader reads one tab, again and again, and remembers where its frames stand. One call at a time.
type Reader struct {
	tab    page.Tab
	known  map[string]*document // by frame: as it was last read
	owners map[string]dom.ID    // by frame: the element that holds it
	frames map[string]string    // by document: the frame it is in
}

// NewReader reads from tab.
func NewReader(tab page.Tab) *Reader {
	return &Reader{tab: tab, known: map[string]*document{}, owners: map[string]dom.ID{}, frames: map[string]string{}}
}

// A child frame that does not answer in this time is left out and named.
const frameDeadline = 3 * time.Second

// Capture reads the whole page: every frame at once, stitched in their places. Nothing is taken from an earlier reading.
func (r *Reader) Capture(ctx context.Context) (*dom.Snapshot, error) { return r.capture(ctx, false) }

// Recapture reads what may have changed since the last capture and takes the rest from there: its cost is that of the change.
func (r *Reader) Recapture(ctx context.Context) (*dom.Snapshot, error) { return r.capture(ctx, true) }

func (r *Reader) capture(ctx context.Context, again bool) (*dom.Snapshot, error) {
	frames, err := r.tab.Frames(ctx)
	if err != nil {
		return nil, err
	}
	documents := make([]*document, len(frames))
	failures := make([]error, len(frames))
	owners := make([]dom.ID, len(frames))
	var group errgroup.Group
	group.SetLimit(8)
	for i, frame := range frames {
		group.Go(func() error {
			in, cancel := ctx, context.CancelFunc(func() {})
			if i > 0 {
				in, cancel = context.WithTimeout(ctx, frameDeadline)
			}
			defer cancel()
			documents[i], failures[i] = r.document(in, frame.ID, r.known[frame.ID], again)
			if i > 0 && failures[i] == nil {
				owners[i], failures[i] = r.owner(in, frame.ID, documents[i])
			}
			return nil
		})
	}
	_ = group.Wait() // each frame's failure is its own
	clear(r.known)
	clear(r.owners)
	for i, frame := range frames {
		if failures[i] == nil {
			r.known[frame.ID], r.owners[frame.ID] = documents[i], owners[i]
		}
	}
	if failures[0] != nil {
		return nil, failures[0]
	}
	return r.stitch(frames, documents, failures), nil
}

// document reads one frame, and once more if that showed closed shadow roots to open.
func (r *Reader) document(ctx context.Context, frame string, old *document, again bool) (*document, error) {
	for try := 0; ; try++ {
		arg := map[string]int{}
		if again && old != nil {
			arg["since"] = old.Seq
		}
		data, err := r.tab.Call(ctx, frame, "capture", arg)
		if err != nil {
			return nil, err
		}
		c, err := decodeCapture(data)
		if err != nil {
			return nil, err
		}
		d, err := apply(c, old)
		if err != nil {
			return nil, err
		}
		news, err := r.more(ctx, frame, d)
		if err != nil || !news || try == 3 {
			return d, err
		}
		old, again = d, true
	}
}

// more asks the browser for what the engine cannot see: closed shadow roots, and listeners on elements that are new. It
// says whether that makes another reading worth while.
func (r *Reader) more(ctx context.Context, frame string, d *document) (news bool, err error) {
	news = d.Layers > 0
	if d.Closed > 0 {
		opened, err := r.openRoots(ctx, frame)
		if err != nil {
			return false, err
		}
		news = news || opened > 0
	}
	if hearing, ok := r.tab.(page.Hearing); ok && d.Fresh > 0 {
		heard, err := hearing.Hear(ctx, frame, "fresh", "heard")
		if err != nil {
			return false, err
		}
		news = news || heard > 0
	}
	return news, nil
}

func (r *Reader) openRoots(ctx context.Context, frame string) (int, error) {
	before, err := r.stamp(ctx, frame)
	if err != nil {
		return 0, err
	}
	if err := r.tab.OpenShadow(ctx, frame, "candidates", "adopt"); err != nil {
		return 0, err
	}
	after, err := r.stamp(ctx, frame)
	return after.Adopted - before.Adopted, err
}

// Stamp tells cheaply whether an earlier capture still holds.
type Stamp struct {
	Doc       string `json:"doc"`
	URL       string `json:"url"`
	Mutations int    `json:"mutations"` // since the last capture
	Adopted   int    `json:"adopted"`   // closed roots known
	ScrollX   int    `json:"scrollX"`
	ScrollY   int    `json:"scrollY"`
}

// Stamp asks the top document.
func (r *Reader) Stamp(ctx context.Context) (Stamp, error) { return r.stamp(ctx, "") }

func (r *Reader) stamp(ctx context.Context, frame string) (Stamp, error) {
	var s Stamp
	data, err := r.tab.Call(ctx, frame, "stamp", nil)
	if err == nil {
		err = decode(data, &s)
	}
	return s, err
}

// owner finds the element that holds a frame.
func (r *Reader) owner(ctx context.Context, frame string, d *document) (dom.ID, error) {
	if known := r.known[frame]; known != nil && known.Doc == d.Doc {
		return r.owners[frame], nil
	}
	data, err := r.tab.CallOwner(ctx, frame, "key")
	if err != nil {
		return dom.ID{}, err
	}
	var key struct {
		Doc string `json:"doc"`
		Key int    `json:"key"`
	}
	err = decode(data, &key)
	return dom.ID{Doc: key.Doc, Key: key.Key}, err
}

func (r *Reader) stitch(frames []page.Frame, documents []*document, failures []error) *dom.Snapshot {
	top := documents[0]
	v := top.Viewport
	s := &dom.Snapshot{ID: newID(), At: time.Now(), URL: top.URL, Title: top.Title, Ready: top.Ready, Origin: top.Origin,
		Viewport: dom.Viewport{Width: v[0], Height: v[1], ScrollX: v[2], ScrollY: v[3], ContentWidth: v[4], ContentHeight: v[5]},
		Canvas:   top.Canvas}
	held := map[dom.ID]*document{}
	clear(r.frames)
	r.frames[top.Doc] = ""
	size := len(top.nodes)
	for i, frame := range frames[1:] {
		if failures[i+1] != nil {
			s.Unread = append(s.Unread, frame.URL+" ("+string(fault.Of(failures[i+1]))+")")
			continue
		}
		size += len(documents[i+1].nodes)
		held[r.owners[frame.ID]] = documents[i+1]
		r.frames[documents[i+1].Doc] = frame.ID
	}
	if len(held) == 0 {
		s.Cut = top.Cut
		return s.Fill(top.nodes, top.boxes, top.depth)
	}
	s.Reserve(size)
	sew(s, top, -1, held)
	return s.Seal()
}

// sew appends a document under a node, and each frame's document under the element that holds it.
func sew(s *dom.Snapshot, d *document, under int, held map[dom.ID]*document) {
	var hidden dom.Hide
	var marks dom.Mark
	var shift dom.Box
	if under >= 0 {
		owner := s.Nodes[under]
		hidden, marks = owner.Hidden&^dom.HiddenAria, dom.MarkInFrame
		at := s.Boxes[under]
		shift = dom.Box{X: at.X - int32(d.Viewport[2]), Y: at.Y - int32(d.Viewport[3])}
	}
	s.Cut += d.Cut
	open := []int{} // the node at each depth on the way to the current one
	for i, n := range d.nodes {
		if under >= 0 {
			n = d.dress(n, hidden, marks)
		}
		box := d.boxes[i]
		if box != (dom.Box{}) {
			box.X += shift.X
			box.Y += shift.Y
		}
		depth := int(d.depth[i])
		parent := under
		if depth > 0 {
			parent = open[depth-1]
		}
		at := s.Grow(parent, n, box)
		open = append(open[:depth], at)
		if n.Marks&dom.MarkFrame != 0 {
			if inner, ok := held[n.ID]; ok {
				sew(s, inner, at, held)
			}
		}
	}
}

// newID is eight hex digits, of which it takes only those that are cheap for an agent to read: three tokens, whatever they are.
func newID() string { return fmt.Sprintf("%08d", rand.IntN(100_000_000)) }
