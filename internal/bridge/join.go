package bridge

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/domsight/domsight/internal/fault"
)

// peer is the process that has the port, to one that has not.
type peer struct {
	base, token string
	client      *http.Client
	present     atomic.Bool
}

const joinPatience = 2 * time.Second

// join makes sure that who has the port is one of us, run by the same user.
func join(ctx context.Context, o Options) (*peer, error) {
	p := &peer{base: "http://" + o.Address, token: o.Token, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	ctx, cancel := context.WithTimeout(ctx, joinPatience)
	defer cancel()
	nonce := rand.Text()
	var health struct{ Name, Proof string }
	err := p.call(ctx, http.MethodGet, "/health?nonce="+nonce, nil, &health)
	if err != nil || health.Name != "domsight" || !hmac.Equal([]byte(health.Proof), []byte(proof(o.Token, nonce))) {
		p.client.CloseIdleConnections()
		return nil, fault.Newf(fault.NotAllowed, "another program has the address %s, where the extension is expected", o.Address).
			Nextf("end that program, or use --extension-port here and the same port in the extension's options")
	}
	return p, nil
}

func (p *peer) connected() (bool, time.Time) { return p.present.Load(), time.Time{} }

// do asks the extension through the other process.
func (p *peer) do(ctx context.Context, q query) (answer, error) {
	q.Deadline = patience.Milliseconds()
	if end, ok := ctx.Deadline(); ok {
		q.Deadline = max(1, time.Until(end).Milliseconds())
	}
	body, err := json.Marshal(q)
	if err != nil {
		return answer{}, err
	}
	var a answer
	err = p.call(ctx, http.MethodPost, "/agent/query", body, &a)
	switch {
	case err == nil:
		return a, nil
	case ctx.Err() != nil:
		return answer{}, timeout(ctx.Err())
	}
	return answer{}, fmt.Errorf("%w: %w", errLost, err)
}

// follow keeps the board up to date until the other process ends.
func (p *peer) follow(ctx context.Context, b *board) {
	defer p.client.CloseIdleConnections()
	for version := -1; ; {
		var news told
		if err := p.call(ctx, http.MethodGet, fmt.Sprintf("/agent/state?wait=20&since=%d", version), nil, &news); err != nil {
			return
		}
		p.present.Store(news.Connected)
		if news.Version != version && news.Version > 0 {
			news.State.Worker = "" // it has not spoken to us
			b.copy(news.State)
		}
		version = news.Version
	}
}

func (p *peer) call(ctx context.Context, method, path string, body []byte, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, p.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if path[:7] != "/health" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	reply, err := p.client.Do(r)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, reply.Status)
	}
	return json.NewDecoder(reply.Body).Decode(into)
}
