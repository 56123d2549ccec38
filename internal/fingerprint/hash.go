package fingerprint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
)

// hash is eight hex digits: FNV-1a-32 over the JSON of s with its keys sorted, no white space, and nothing escaped that need
// not be.
func hash(s Structure) string {
	data, _ := json.Marshal(s) // plain values cannot fail
	var tree any
	_ = json.Unmarshal(data, &tree)
	var sorted bytes.Buffer
	e := json.NewEncoder(&sorted)
	e.SetEscapeHTML(false)
	_ = e.Encode(tree) // a map is written with its keys sorted
	h := fnv.New32a()
	_, _ = h.Write(bytes.TrimSuffix(sorted.Bytes(), []byte("\n")))
	return fmt.Sprintf("%08x", h.Sum32())
}

// silent is the structure with all text left out.
func (s Structure) silent() Structure {
	s = s.clone()
	for name, l := range s.Landmarks {
		l.Interactive = blanks(l.Interactive)
		s.Landmarks[name] = l
	}
	for i := range s.Interactive {
		s.Interactive[i].Text = ""
	}
	if c := s.Content; c != nil {
		for i := range c.Headings {
			c.Headings[i].Text = ""
		}
		for i := range c.Forms {
			c.Forms[i].Fields, c.Forms[i].Buttons = blanks(c.Forms[i].Fields), blanks(c.Forms[i].Buttons)
		}
	}
	if s.State != nil {
		for _, list := range s.State.lists() {
			for i := range *list {
				(*list)[i].Text = ""
			}
		}
	}
	return s
}

// blanks are as many empty texts; none stays none.
func blanks(texts []string) []string {
	if texts == nil {
		return nil
	}
	return make([]string, len(texts))
}
