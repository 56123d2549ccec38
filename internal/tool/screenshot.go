package tool

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"github.com/domsight/domsight/internal/dom"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

var screenshotTool = define("screenshot", "A picture of the viewport, the page or one element.", Reads, runScreenshot)

type screenshotInput struct {
	Ref      word `json:"ref"`
	FullPage bool `json:"fullPage"`
	Marks    bool `json:"marks" doc:"write refs on it"`
	Place
}

// More marks than this hide the page.
const mostMarks = 100

func runScreenshot(ctx context.Context, env *Env, in screenshotInput) (Reply, error) {
	tab, err := env.Session.Tab(ctx, in.tab())
	if err != nil {
		return Reply{}, err
	}
	shot, err := tab.Shoot(ctx, string(in.Ref), in.FullPage)
	if err != nil {
		return Reply{}, err
	}
	size, err := png.DecodeConfig(bytes.NewReader(shot.PNG))
	if err != nil {
		return Reply{}, err
	}
	words := fmt.Sprintf("%dx%d pixels", size.Width, size.Height)
	if shot.Cut {
		words += "; the page is larger, this is its beginning"
	}
	var legend []string
	if in.Marks {
		marks, left := marked(tab, shot, float64(size.Width)/float64(max(shot.Area.W, 1)))
		if shot.PNG, err = render.Marks(shot.PNG, marks); err != nil {
			return Reply{}, err
		}
		words += fmt.Sprintf("; %d marks, which are refs", len(marks))
		if left > 0 {
			words += fmt.Sprintf(", %d more are not marked", left)
		}
		legend = render.Legend(shot.Snapshot, marks, func(r int) int { i, _ := tab.Refs.Find(shot.Snapshot, dom.Ref(r)); return i })
	}
	return Reply{Text: render.Shot(whereNow(env, tab, shot.Snapshot), words, legend), Image: shot.PNG}, nil
}

// marked are the places of what can be acted on in a picture.
func marked(tab *session.Tab, shot session.Picture, scale float64) (marks []render.Marked, left int) {
	for i := range shot.Elements() {
		n, b := shot.Nodes[i], shot.Boxes[i]
		if !n.Interactive() || n.Acts == dom.ActClass || !n.Visible() || n.Tag == "option" || b.Empty() || !b.Meets(shot.Area) {
			continue
		}
		if len(marks) == mostMarks {
			left++
			continue
		}
		at := func(v int32) int { return int(float64(v) * scale) }
		marks = append(marks, render.Marked{Ref: int(tab.Refs.Show(shot.Snapshot, i)), X: at(b.X - shot.Area.X), Y: at(b.Y - shot.Area.Y), W: at(b.W), H: at(b.H)})
	}
	return marks, left
}
