package engine

import (
	"strings"
	"testing"

	"github.com/domsight/domsight/internal/dom"
)

const smallCapture = `{"doc":"d1","seq":1,"url":"http://page/","title":"T \"q\"","ready":"complete","origin":1.5,"viewport":[1280,720,0,0,1280,720],` +
	`"canvas":0,"closed":0,"cut":0,"depth":[0,1,2],"boxes":[0,0,1280,720,8,8,40,20],"nodes":[{"k":1,"t":"body"},` +
	`{"k":2,"t":"button","r":"button","n":"Save","a":["id","s","class","a b"],"s":{"disabled":1,"checked":2},"i":1},{"x":" Sa\u00e9ve"}]}`

func TestDecodeCapture(t *testing.T) {
	c, err := decodeCapture([]byte(smallCapture))
	if err != nil {
		t.Fatal(err)
	}
	d, err := apply(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	button := d.nodes[1]
	if c.Title != `T "q"` || button.Name != "Save" || button.NameFrom != "content" || button.Attrs.Get("class") != "a b" || button.State.Disabled != dom.True ||
		button.State.Checked != dom.Mixed || !d.nodes[2].IsText() || d.nodes[2].Text != " Saéve" || d.boxes[1] != (dom.Box{X: 8, Y: 8, W: 40, H: 20}) {
		t.Errorf("read as %+v, %+v, %v", c, button, d.boxes)
	}
}

// TestStrictBorder: what only one side knows is a bug, and is said to be one.
func TestStrictBorder(t *testing.T) {
	for name, edit := range map[string][2]string{
		"unknown field":        {`"canvas":0`, `"canvas":0,"colour":1`},
		"unknown node field":   {`"k":1,`, `"k":1,"z":0,`},
		"unknown state":        {`"disabled":1`, `"sleepy":1`},
		"state out of range":   {`"disabled":1`, `"disabled":3`},
		"box too many":         {`"boxes":[`, `"boxes":[1,`},
		"depth too many":       {`"depth":[`, `"depth":[0,`},
		"depth that jumps":     {`"depth":[0,1,2]`, `"depth":[0,1,3]`},
		"two roots":            {`"depth":[0,1,2]`, `"depth":[0,1,0]`},
		"attribute half":       {`"class","a b"`, `"class"`},
		"key below zero":       {`"k":1,`, `"k":-1,`},
		"run without base":     {`{"x":" Sa\u00e9ve"}`, `{"same":9,"count":1}`},
		"base we do not have":  {`"seq":1`, `"seq":2,"base":1`},
		"text after the value": {`]}`, `]}{}`},
		"cut short":            {`"nodes":[{"k":1,"t":"body"},`, `"nodes":[{"k":1`},
	} {
		t.Run(name, func(t *testing.T) {
			edited := strings.Replace(smallCapture, edit[0], edit[1], 1)
			if edited == smallCapture {
				t.Fatal("the edit changes nothing")
			}
			c, err := decodeCapture([]byte(edited))
			if err == nil {
				_, err = apply(c, nil)
			}
			if err == nil {
				t.Error("it was taken")
			}
		})
	}
}

func FuzzDecodeCapture(f *testing.F) {
	f.Add([]byte(smallCapture))
	f.Add([]byte(`{"nodes":[{"same":1,"count":3}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decodeCapture(data)
		if err != nil {
			return
		}
		old, err := decodeCapture([]byte(smallCapture))
		if err != nil {
			t.Fatal(err)
		}
		base, err := apply(old, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = apply(c, base) // whatever it says, it must not panic
	})
}
