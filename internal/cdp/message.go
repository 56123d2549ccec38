package cdp

import (
	"bytes"
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

// Decode reads a value that the browser sent. A *jsonv2.Value gets it as it is.
func Decode(raw []byte, into any) error {
	if as, ok := into.(*jsonv2.Value); ok {
		*as = raw
		return nil
	}
	return jsonv2.Unmarshal(raw, into, lenient)
}

// parse reads a message. The usual answer is only peeled: its result may have megabytes, and is read by who asked for it.
func parse(raw []byte) (m message, err error) {
	if peel(raw, &m) {
		return m, nil
	}
	err = Decode(raw, &m)
	return m, err
}

// peel reads {"id":1,"result":{...}} and {"id":1,"result":{...},"sessionId":"..."}, as Chromium writes them, without looking
// inside the result. It says no to everything else.
func peel(raw []byte, m *message) bool {
	rest, ok := bytes.CutPrefix(raw, []byte(`{"id":`))
	comma := bytes.IndexByte(rest, ',')
	if !ok || comma < 0 {
		return false
	}
	id, err := strconv.ParseInt(string(rest[:comma]), 10, 64)
	if err != nil {
		return false
	}
	rest, ok = bytes.CutPrefix(rest[comma:], []byte(`,"result":{`))
	if !ok {
		return false
	}
	start := len(raw) - len(rest) - 1
	if bytes.HasSuffix(rest, []byte(`}}`)) {
		m.ID, m.Result = id, raw[start:len(raw)-1]
		return true
	}
	const name = `},"sessionId":"`
	tail := bytes.LastIndex(rest, []byte(name))
	if tail < 0 || !bytes.HasSuffix(rest, []byte(`"}`)) {
		return false
	}
	session := rest[tail+len(name) : len(rest)-2]
	if bytes.IndexByte(session, '"') >= 0 || bytes.IndexByte(session, '\\') >= 0 {
		return false
	}
	m.ID, m.Session, m.Result = id, string(session), raw[start:len(raw)-len(rest)+tail+1]
	return true
}

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
