//go:build unix

package bridgetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// DebugFlag lets the functions below reach the browser. What they do is what a person, or the browser itself, would do.
const DebugFlag = "--remote-debugging-port=0"

const patience = 5 * time.Second

// EndWorker ends the extension's service worker, as the browser does with one that is idle.
func EndWorker(profile string) error {
	worker, err := find(profile, "/background.js")
	if err != nil {
		return err
	}
	return worker.get("close/"+worker.ID, nil)
}

// Evaluate runs an expression in the document or worker whose address ends so, and returns what it promises as JSON.
func Evaluate(profile, address, expression string) (json.RawMessage, error) {
	at, err := find(profile, address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, at.WebSocketDebuggerURL, nil)
	if err != nil {
		return nil, err
	}
	defer conn.CloseNow()
	ask, _ := json.Marshal(map[string]any{"id": 1, "method": "Runtime.evaluate",
		"params": map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}})
	if err := conn.Write(ctx, websocket.MessageText, ask); err != nil {
		return nil, err
	}
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			return nil, err
		}
		var reply struct {
			ID     int
			Result struct {
				Result           struct{ Value json.RawMessage }
				ExceptionDetails json.RawMessage
			}
		}
		if err := json.Unmarshal(data, &reply); err != nil {
			return nil, err
		}
		if reply.ID != 1 {
			continue
		}
		if reply.Result.ExceptionDetails != nil {
			return nil, fmt.Errorf("%s", reply.Result.ExceptionDetails)
		}
		return reply.Result.Result.Value, nil
	}
}

type target struct {
	ID, URL              string
	WebSocketDebuggerURL string `json:"webSocketDebuggerUrl"`
	base                 string
}

func find(profile, address string) (target, error) {
	data, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort"))
	if err != nil {
		return target{}, err
	}
	port, _, _ := strings.Cut(string(data), "\n")
	browser := target{base: "http://127.0.0.1:" + port + "/json/"}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var all []target
		if err := browser.get("list", &all); err != nil {
			return target{}, err
		}
		for _, t := range all {
			if strings.HasSuffix(t.URL, address) {
				t.base = browser.base
				return t, nil
			}
		}
	}
	return target{}, errors.New("there is no " + address)
}

func (t target) get(path string, into any) error {
	client := &http.Client{Timeout: patience}
	defer client.CloseIdleConnections()
	reply, err := client.Get(t.base + path)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return errors.New(reply.Status)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(reply.Body).Decode(into)
}
