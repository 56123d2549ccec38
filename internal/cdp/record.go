package cdp

import (
	"encoding/json"
	"io"
	"sync"
	"time"
)

// Line is one message of a recording.
type Line struct {
	Time    time.Time       `json:"time"`
	Dir     string          `json:"dir"` // "send" or "recv", as seen by us
	Session string          `json:"session,omitempty"`
	Message json.RawMessage `json:"message"`
}

type recorder struct {
	Transport
	mu sync.Mutex
	to *json.Encoder
}

// Record writes every message to w, a line of JSON each, and passes it on. What goes wrong with w is left to its owner.
func Record(transport Transport, w io.Writer) Transport {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	return &recorder{Transport: transport, to: lines}
}

func (r *recorder) Read() ([]byte, error) {
	raw, err := r.Transport.Read()
	if err == nil {
		r.write("recv", raw)
	}
	return raw, err
}

func (r *recorder) Write(raw []byte) error {
	r.write("send", raw)
	return r.Transport.Write(raw)
}

func (r *recorder) write(dir string, raw []byte) {
	line := Line{Time: time.Now(), Dir: dir, Message: raw}
	if m, err := parse(raw); err == nil {
		line.Session = m.Session
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_ = r.to.Encode(line)
}
