package cdp

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// socket carries a message in each WebSocket message.
type socket struct {
	conn *websocket.Conn
	ctx  context.Context // ends with the socket
	stop context.CancelFunc
}

const (
	pingEvery    = 20 * time.Second
	pingPatience = 20 * time.Second
)

// Socket connects to a browser's WebSocket. A peer that no longer answers pings is taken for gone.
func Socket(ctx context.Context, url string, headers http.Header) (Transport, error) {
	conn, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPHeader: headers, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(-1) // a page's text has no bound that we could name
	s := &socket{conn: conn}
	s.ctx, s.stop = context.WithCancel(context.Background())
	go s.ping()
	return s, nil
}

func (s *socket) ping() {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			ctx, cancel := context.WithTimeout(s.ctx, pingPatience)
			err := s.conn.Ping(ctx)
			cancel()
			if err != nil {
				_ = s.Close() // nobody is there to tell
				return
			}
		}
	}
}

func (s *socket) Read() ([]byte, error) {
	_, raw, err := s.conn.Read(s.ctx)
	return raw, err
}

func (s *socket) Write(message []byte) error {
	return s.conn.Write(s.ctx, websocket.MessageText, message)
}

func (s *socket) Close() error {
	s.stop()
	return s.conn.CloseNow()
}
