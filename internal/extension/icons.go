package extension

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// looks are the states that the icon shows: with a server, and without.
var looks = map[string]color.NRGBA{"on": {0x0f, 0x76, 0x6e, 0xff}, "off": {0x78, 0x78, 0x78, 0xff}}

// icons draws an eye in each size and state.
func icons() map[string][]byte {
	out := map[string][]byte{}
	for look, ink := range looks {
		for _, size := range []int{16, 32, 48, 128} {
			var file bytes.Buffer
			_ = png.Encode(&file, eye(size, ink)) // to memory
			out[fmt.Sprintf("%s%d.png", look, size)] = file.Bytes()
		}
	}
	return out
}

// eye is two arcs and a pupil, smoothed by looking at each pixel in sixteen places.
func eye(size int, ink color.NRGBA) image.Image {
	const fine = 4
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			inside := 0
			for i := range fine * fine {
				u := (float64(x)+(float64(i%fine)+0.5)/fine)/float64(size)*2 - 1
				v := (float64(y)+(float64(i/fine)+0.5)/fine)/float64(size)*2 - 1
				if inEye(u, v) {
					inside++
				}
			}
			shade := ink
			shade.A = uint8(255 * inside / (fine * fine))
			picture.SetNRGBA(x, y, shade)
		}
	}
	return picture
}

// inEye says whether a point of the square from -1 to 1 has ink.
func inEye(u, v float64) bool {
	lens := func(reach float64) bool { return math.Hypot(u, v-0.55) < reach && math.Hypot(u, v+0.55) < reach }
	pupil := math.Hypot(u, v)
	return lens(1.12) && !lens(0.94) || pupil < 0.34 && math.Hypot(u-0.1, v+0.1) > 0.1
}
