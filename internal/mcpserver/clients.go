package mcpserver

import (
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/domsight/domsight/internal/session"
	"github.com/domsight/domsight/internal/tool"
)

// clients are the sessions of clients that the protocol tells apart by itself: one each, which ends when the client's does.
type clients struct {
	open   func() *session.Session
	server *mcp.Server

	mu     sync.Mutex
	all    map[*mcp.ServerSession]*session.Session
	ending sync.WaitGroup
}

func newClients(open func() *session.Session) *clients {
	return &clients{open: open, all: map[*mcp.ServerSession]*session.Session{}}
}

// find returns the session of the client that calls; its first call makes it.
func (c *clients) find(req *mcp.CallToolRequest, _ *tool.Tool, _ string) (*use, error) {
	client := req.Session
	c.mu.Lock()
	defer c.mu.Unlock()
	own, ok := c.all[client]
	if !ok {
		own = c.open()
		c.all[client] = own
		c.ending.Go(func() {
			_ = client.Wait() // however it ended, it ended
			c.mu.Lock()
			delete(c.all, client)
			c.mu.Unlock()
			_ = own.Close() // nobody is left who could be told
		})
	}
	return &use{Session: own}, nil
}

// close ends every client, those that never called included.
func (c *clients) close() {
	for client := range c.server.Sessions() {
		_ = client.Close() // it is gone either way
	}
	c.ending.Wait()
}
