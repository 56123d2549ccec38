package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stdio serves one client until it closes its end or ctx ends.
func (s *Server) Stdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.Run(ctx, newLines(in, out))
}

const longestLine = 16 << 20

// lines is a client on two streams, a message a line. A line that is no message is answered and passed over; the SDK's own
// transport would end the session.
type lines struct {
	messages chan jsonrpc.Message // closed when the client has gone
	closed   chan struct{}
	once     sync.Once

	write sync.Mutex
	out   io.Writer
}

func newLines(in io.Reader, out io.Writer) *lines {
	l := &lines{messages: make(chan jsonrpc.Message), closed: make(chan struct{}), out: out}
	go l.listen(bufio.NewReaderSize(in, 64<<10)) // until the stream ends, which may be after us
	return l
}

// Connect makes lines its own transport.
func (l *lines) Connect(context.Context) (mcp.Connection, error) { return l, nil }

// SessionID is empty: there is one client.
func (l *lines) SessionID() string { return "" }

// Close ends the conversation. The streams stay open: they belong to who opened them.
func (l *lines) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Read returns the next message, io.EOF when there are no more.
func (l *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case message, ok := <-l.messages:
		if !ok {
			return nil, io.EOF
		}
		return message, nil
	case <-l.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write sends a message.
func (l *lines) Write(_ context.Context, message jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	return l.send(data)
}

func (l *lines) send(data []byte) error {
	l.write.Lock()
	defer l.write.Unlock()
	_, err := l.out.Write(append(data, '\n'))
	return err
}

func (l *lines) listen(in *bufio.Reader) {
	defer close(l.messages)
	for {
		line, err := readLine(in)
		if line = bytes.TrimSpace(line); len(line) > 0 {
			l.take(line)
		}
		switch {
		case errors.Is(err, errTooLong):
			l.refuse(jsonrpc.CodeInvalidRequest, err)
		case err != nil:
			return
		}
	}
}

// take hands on the message of a line, or those of a batch one by one.
func (l *lines) take(line []byte) {
	batch := []json.RawMessage{line}
	if !json.Valid(line) {
		l.refuse(jsonrpc.CodeParseError, errors.New("the line is not JSON"))
		return
	}
	if line[0] == '[' {
		_ = json.Unmarshal(line, &batch) // it is an array
	}
	for _, data := range batch {
		message, err := jsonrpc.DecodeMessage(data)
		if err != nil {
			l.refuse(jsonrpc.CodeInvalidRequest, err)
			continue
		}
		select {
		case l.messages <- message:
		case <-l.closed:
			return
		}
	}
}

// refuse answers what cannot be attributed to a request.
func (l *lines) refuse(code int, why error) {
	text, _ := json.Marshal(why.Error())
	_ = l.send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`, code, text)) // a client that is gone needs none
}

var errTooLong = fmt.Errorf("the line is longer than %d bytes", longestLine)

// readLine reads up to the end of a line. A line that is too long is read to its end and dropped.
func readLine(in *bufio.Reader) (line []byte, err error) {
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > longestLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && err == nil:
			return nil, errTooLong
		case long:
			return nil, err
		}
		return line, err
	}
}
