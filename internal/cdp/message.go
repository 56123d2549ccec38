package cdp

import (
	"fmt"
	"strconv"

	"github.com/chromedp/cdproto/cdp/jsonv2"
)

// Error is a refusal by the browser.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    string `json:"data"`
	Method  string `json:"-"`
}

// Codes of Error.
const (
	CodeServer          = -32000 // what was named is not there, or the state does not allow it
	CodeSessionNotFound = -32001
	CodeMethodNotFound  = -32601
)

func (e *Error) Error() string {
	text := fmt.Sprintf("%s: %s (%d)", e.Method, e.Message, e.Code)
	if e.Data != "" {
		text += ": " + e.Data
	}
	return text
}

// message is what comes from the browser: an answer, or an event where ID is 0.
type message struct {
	ID      int64        `json:"id"`
	Session string       `json:"sessionId"`
	Method  string       `json:"method"`
	Params  jsonv2.Value `json:"params"`
	Result  jsonv2.Value `json:"result"`
	Error   *Error       `json:"error"`

	failure error // set by us in place of an answer
}

// lenient accepts lone surrogates, which pages do have in their texts.
var lenient = jsonv2.AllowInvalidUTF8(true)

// Decode reads a value that the browser sent.
func Decode(raw []byte, into any) error { return jsonv2.Unmarshal(raw, into, lenient) }

// encodeParams writes the parameters of a command.
func encodeParams(method string, params any) ([]byte, error) {
	if params == nil {
		return []byte("{}"), nil
	}
	body, err := jsonv2.Marshal(params, lenient)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", method, err)
	}
	return body, nil
}

// encode writes a command. Method and session are names of the protocol: no character in them needs escaping.
func encode(id int64, session, method string, params []byte) []byte {
	out := make([]byte, 0, len(params)+len(method)+len(session)+64)
	out = append(out, `{"id":`...)
	out = strconv.AppendInt(out, id, 10)
	out = append(out, `,"method":"`...)
	out = append(out, method...)
	if session != "" {
		out = append(out, `","sessionId":"`...)
		out = append(out, session...)
	}
	out = append(out, `","params":`...)
	out = append(out, params...)
	return append(out, '}')
}
