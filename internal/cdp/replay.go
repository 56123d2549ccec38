package cdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

// replayer is a browser that says again what was recorded.
type replayer struct {
	lines []Line
	done  chan struct{}
	end   sync.Once
	wrote chan struct{} // signals a change of asked

	mu    sync.Mutex
	asked []message       // commands that no line has taken yet
	ids   map[int64]int64 // of the recording, to those of now
}

// Replay plays a recording as the peer: what was received then is received again, each answer once its command is sent, each
// event once all that was sent before it is sent. Commands may come in another order than then. The transport ends where
// the recording does.
func Replay(recording io.Reader) (Transport, error) {
	r := &replayer{done: make(chan struct{}), wrote: make(chan struct{}, 1), ids: map[int64]int64{}}
	for lines := json.NewDecoder(recording); ; {
		var line Line
		switch err := lines.Decode(&line); {
		case errors.Is(err, io.EOF):
			return r, nil
		case err != nil:
			return nil, fmt.Errorf("line %d of the recording: %w", len(r.lines)+1, err)
		}
		r.lines = append(r.lines, line)
	}
}

func (r *replayer) Read() ([]byte, error) {
	for len(r.lines) > 0 {
		line := r.lines[0]
		m, err := parse(line.Message)
		if err != nil {
			return nil, err
		}
		if line.Dir == "send" {
			if !r.match(m) {
				return nil, io.EOF
			}
			r.lines = r.lines[1:]
			continue
		}
		r.lines = r.lines[1:]
		if m.ID == 0 {
			return line.Message, nil
		}
		r.mu.Lock()
		id := r.ids[m.ID]
		r.mu.Unlock()
		return renumber(line.Message, id)
	}
	return nil, io.EOF
}

// match waits for the command that a line stands for.
func (r *replayer) match(then message) bool {
	for {
		r.mu.Lock()
		for i, now := range r.asked {
			if now.Method == then.Method && now.Session == then.Session {
				r.asked = append(r.asked[:i], r.asked[i+1:]...)
				r.ids[then.ID] = now.ID
				r.mu.Unlock()
				return true
			}
		}
		r.mu.Unlock()
		select {
		case <-r.wrote:
		case <-r.done:
			return false
		}
	}
}

func renumber(raw []byte, id int64) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	fields["id"] = strconv.AppendInt(nil, id, 10)
	return json.Marshal(fields)
}

func (r *replayer) Write(raw []byte) error {
	m, err := parse(raw)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.asked = append(r.asked, m)
	r.mu.Unlock()
	select {
	case r.wrote <- struct{}{}:
	default:
	}
	return nil
}

func (r *replayer) Close() error {
	r.end.Do(func() { close(r.done) })
	return nil
}
