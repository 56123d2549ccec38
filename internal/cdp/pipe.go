package cdp

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// pipe carries messages that end with a zero byte: the browser's --remote-debugging-pipe.
type pipe struct {
	in, out *os.File
	buf     []byte // read and not yet handed out
	scanned int    // bytes of buf that hold no end
}

// Pipe speaks over two ends of pipes, which it closes with itself.
func Pipe(in, out *os.File) Transport { return &pipe{in: in, out: out} }

const firstRead = 32 << 10

// Read hands out each message once and keeps no part of it.
func (p *pipe) Read() ([]byte, error) {
	for {
		if end := bytes.IndexByte(p.buf[p.scanned:], 0); end >= 0 {
			end += p.scanned
			message := p.buf[:end:end]
			rest := p.buf[end+1:]
			p.scanned = 0
			if cap(rest) < firstRead/2 {
				rest = append(make([]byte, 0, max(firstRead, len(rest))), rest...)
			}
			p.buf = rest
			return message, nil
		}
		p.scanned = len(p.buf)
		if len(p.buf) == cap(p.buf) {
			p.buf = append(make([]byte, 0, max(firstRead, 2*cap(p.buf))), p.buf...)
		}
		n, err := p.in.Read(p.buf[len(p.buf):cap(p.buf)])
		p.buf = p.buf[:len(p.buf)+n]
		if err != nil {
			return nil, io.EOF
		}
	}
}

func (p *pipe) Write(message []byte) error {
	_, err := p.out.Write(append(message, 0))
	return err
}

func (p *pipe) Close() error { return errors.Join(p.out.Close(), p.in.Close()) }
