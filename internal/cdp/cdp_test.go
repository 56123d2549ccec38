package cdp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"github.com/domsight/domsight/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// peer is the other end of a pipe: it hands what it reads to the test and writes what the test says.
type peer struct {
	t    *testing.T
	in   io.Closer
	read *pipe
	out  *os.File
}

// connect makes a connection over real pipes.
func connect(t *testing.T) (*Conn, *peer) {
	t.Helper()
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	conn := New(Pipe(ourIn, ourOut))
	t.Cleanup(func() {
		conn.Close()
		conn.Wait()
		theirIn.Close()
		theirOut.Close()
	})
	return conn, &peer{t: t, in: theirIn, read: &pipe{in: theirIn, out: theirOut}, out: theirOut}
}

func (p *peer) next() message {
	p.t.Helper()
	raw, err := p.read.Read()
	if err != nil {
		p.t.Fatal(err)
	}
	m, err := parse(raw)
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

func (p *peer) say(format string, args ...any) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.out, format+"\x00", args...); err != nil {
		p.t.Fatal(err)
	}
}

type numbers struct {
	N int `json:"n"`
}

var (
	double = proto.Command[numbers, numbers]{Method: "Test.double"}
	ticked = proto.Event[numbers]{Method: "Test.ticked"}
)

func TestCallsMeetTheirAnswers(t *testing.T) {
	conn, peer := connect(t)
	results := make(chan error, 2)
	for _, id := range []string{"", "S1"} {
		go func() {
			got, err := Call(t.Context(), conn.Session(id), double, numbers{7})
			if err == nil && got.N != 14+len(id) {
				err = fmt.Errorf("session %q: got %d", id, got.N)
			}
			results <- err
		}()
	}
	one, two := peer.next(), peer.next()
	for _, m := range []message{two, one} { // in the other order
		if m.Method != "Test.double" || string(m.Params) != `{"n":7}` {
			t.Errorf("%+v", m)
		}
		peer.say(`{"id":%d,"result":{"n":%d}}`, m.ID, 14+len(m.Session))
	}
	for range 2 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}

func TestRefusalKeepsItsCode(t *testing.T) {
	conn, peer := connect(t)
	go func() {
		m := peer.next()
		peer.say(`{"id":%d,"error":{"code":-32000,"message":"No \ud800","data":"why"}}`, m.ID)
	}()
	_, err := Call(t.Context(), conn.Session("S"), double, numbers{})
	refusal, ok := errors.AsType[*Error](err)
	if !ok || refusal.Code != CodeServer || refusal.Method != "Test.double" || !strings.Contains(err.Error(), "why") {
		t.Errorf("%v", err)
	}
}

// Handlers see the events of all sessions in the order in which they came, and answers in between.
func TestEventsComeInOrder(t *testing.T) {
	conn, peer := connect(t)
	const count = 10_000
	var seen []string
	done := make(chan struct{})
	note := func(s string) {
		if seen = append(seen, s); len(seen) == count+1 {
			close(done)
		}
	}
	On(conn.Session("A"), ticked, func(e numbers) { note(fmt.Sprintf("A%d", e.N)) })
	off := On(conn.Session("A"), ticked, func(numbers) { t.Error("called after off") })
	off()
	On(conn.Session("B"), ticked, func(e numbers) {
		if e.N == 1 {
			time.Sleep(20 * time.Millisecond) // the reader goes on
		}
		note(fmt.Sprintf("B%d", e.N))
	})
	Then(conn.Session("A"), double, numbers{}, func(numbers) { note("then") })
	asked := peer.next()
	var want []string
	for i := range count {
		session := string("AB"[i%2])
		peer.say(`{"method":"Test.ticked","sessionId":%q,"params":{"n":%d}}`, session, i)
		want = append(want, fmt.Sprint(session, i))
		if i == count/2 {
			peer.say(`{"id":%d,"result":{"n":1},"sessionId":"A"}`, asked.ID)
			want = append(want, "then")
		}
	}
	peer.say(`{"method":"Test.unknown","params":{}}`)
	<-done
	if got := strings.Join(seen, " "); got != strings.Join(want, " ") {
		t.Error("out of order")
	}
}

func TestEverythingEndsWithTheConnection(t *testing.T) {
	for name, end := range map[string]func(*Conn, *peer){
		"by us":   func(c *Conn, _ *peer) { c.Close() },
		"by them": func(_ *Conn, p *peer) { p.in.Close(); p.out.Close() },
		"garbage": func(_ *Conn, p *peer) { p.say("{nonsense") },
	} {
		t.Run(name, func(t *testing.T) {
			conn, peer := connect(t)
			waiting := make(chan error)
			go func() {
				_, err := Call(context.Background(), conn.Session("S"), double, numbers{})
				waiting <- err
			}()
			peer.next()
			end(conn, peer)
			select {
			case err := <-waiting:
				if fault.Of(err) != fault.BrowserGone {
					t.Error(err)
				}
			case <-time.After(2 * time.Second):
				t.Fatal("the call still waits")
			}
			<-conn.Done()
			if _, err := Call(t.Context(), conn.Session(""), double, numbers{}); fault.Of(err) != fault.BrowserGone {
				t.Error(err)
			}
		})
	}
}

func TestCallEndsWithItsContextOrSession(t *testing.T) {
	conn, peer := connect(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Call(ctx, conn.Session("S"), double, numbers{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	late := peer.next()
	peer.say(`{"id":%d,"result":{}}`, late.ID) // is dropped
	session := conn.Session("S")
	go func() { peer.next(); session.Interrupt(io.ErrUnexpectedEOF); peer.next(); session.End() }()
	if _, err := Call(t.Context(), session, double, numbers{}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if _, err := Call(t.Context(), session, double, numbers{}); !errors.Is(err, ErrDetached) {
		t.Error(err)
	}
	conn.mu.Lock()
	defer conn.mu.Unlock()
	if len(conn.waiting) != 0 {
		t.Errorf("%d calls are kept", len(conn.waiting))
	}
}

// A peer that does not read must not stop a caller from giving up.
func TestPeerThatDoesNotRead(t *testing.T) {
	conn, _ := connect(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	big := map[string]string{"s": strings.Repeat("x", 1<<20)}
	for range 3 {
		if err := conn.Session("").Call(ctx, "Test.big", big, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	}
}

func TestBigMessagesInSmallPieces(t *testing.T) {
	conn, peer := connect(t)
	text := strings.Repeat(`[\"é\"]`, 300_000)
	go func() {
		for range 3 {
			m := peer.next()
			peer.say(`{"id":%d,"result":{"text":"%s"},"sessionId":"S"}`, m.ID, text)
		}
	}()
	for range 3 {
		var got struct {
			Text string `json:"text"`
		}
		if err := conn.Session("S").Call(t.Context(), "Test.big", nil, &got); err != nil || len(got.Text) != 300_000*6 {
			t.Fatal(err, len(got.Text))
		}
	}
}

// What is peeled must be what decoding finds.
func TestPeelAgreesWithDecoding(t *testing.T) {
	for _, test := range []struct {
		raw    string
		peeled bool
	}{
		{`{"id":1,"result":{}}`, true},
		{`{"id":12,"result":{"a":{"b":1}}}`, true},
		{`{"id":3,"result":{"a":"},\"sessionId\":\"X\"}"},"sessionId":"ABC"}`, true},
		{`{"id":3,"result":{"sessionId":"X"}}`, true},
		{`{"id":3,"result":{"x":{},"sessionId":"X"}}`, true},
		{`{"id":4,"sessionId":"ABC","result":{}}`, false},
		{`{"id":5,"error":{"code":-1,"message":"x"},"sessionId":"ABC"}`, false},
		{`{"method":"A.b","params":{"id":1},"sessionId":"ABC"}`, false},
	} {
		var fast, slow message
		if err := Decode([]byte(test.raw), &slow); err != nil {
			t.Fatal(err)
		}
		if peel([]byte(test.raw), &fast) != test.peeled {
			t.Errorf("%s: peeled is not %v", test.raw, test.peeled)
		}
		if test.peeled && (fast.ID != slow.ID || fast.Session != slow.Session || string(fast.Result) != string(slow.Result)) {
			t.Errorf("%s:\n%+v\n%+v", test.raw, fast, slow)
		}
	}
}

func TestRecordingCanBeReplayed(t *testing.T) {
	theirIn, ourOut, _ := os.Pipe()
	ourIn, theirOut, _ := os.Pipe()
	defer theirIn.Close()
	defer theirOut.Close()
	var recording bytes.Buffer
	peer := &peer{t: t, read: &pipe{in: theirIn}, out: theirOut}
	go func() {
		one, two := peer.next(), peer.next()
		peer.say(`{"method":"Test.ticked","sessionId":"S","params":{"n":1}}`)
		peer.say(`{"id":%d,"result":{"n":20},"sessionId":"S"}`, two.ID)
		peer.say(`{"id":%d,"error":{"code":-32000,"message":"no"}}`, one.ID)
	}()
	want := "tick 1, double 20, error no"
	if got := converse(t, Record(Pipe(ourIn, ourOut), &recording), 0); got != want {
		t.Fatalf("live: %s", got)
	}
	var first Line
	if err := json.Unmarshal(recording.Bytes()[:bytes.IndexByte(recording.Bytes(), '\n')], &first); err != nil || first.Dir != "send" || first.Time.IsZero() {
		t.Errorf("%+v %v", first, err)
	}
	again, err := Replay(&recording)
	if err != nil {
		t.Fatal(err)
	}
	if got := converse(t, again, 3); got != want { // with other numbers
		t.Errorf("replayed: %s", got)
	}
	if _, err := Replay(strings.NewReader("{}\nnonsense")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Error(err)
	}
}

// converse says two things and returns what it heard. Numbers of commands start after skip.
func converse(t *testing.T, transport Transport, skip int64) string {
	t.Helper()
	conn := New(transport)
	defer conn.Wait()
	defer conn.Close()
	conn.mu.Lock()
	conn.last = skip
	conn.mu.Unlock()
	tick := make(chan int, 1)
	On(conn.Session("S"), ticked, func(e numbers) { tick <- e.N })
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	one := conn.Session("").Start("Test.fail", nil)
	got, err := Call(ctx, conn.Session("S"), double, numbers{10})
	if err != nil {
		t.Fatal(err)
	}
	refusal, ok := errors.AsType[*Error](one.Wait(ctx, nil))
	if !ok {
		t.Fatal("no refusal")
	}
	return fmt.Sprintf("tick %d, double %d, error %s", <-tick, got.N, refusal.Message)
}

func TestSocket(t *testing.T) {
	var token string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token = r.Header.Get("Authorization")
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer c.CloseNow()
		c.SetReadLimit(-1)
		for {
			_, raw, err := c.Read(r.Context())
			if err != nil {
				return
			}
			m, _ := parse(raw)
			answer := fmt.Sprintf(`{"id":%d,"result":%s}`, m.ID, m.Params)
			if m.Method == "Test.hangUp" || c.Write(r.Context(), websocket.MessageText, []byte(answer)) != nil {
				return
			}
		}
	}))
	defer server.Close()
	transport, err := Socket(t.Context(), strings.Replace(server.URL, "http", "ws", 1), http.Header{"Authorization": {"Bearer x"}})
	if err != nil {
		t.Fatal(err)
	}
	conn := New(transport)
	defer conn.Wait()
	defer conn.Close()
	big := map[string]string{"s": strings.Repeat("x", 5<<20)} // far over the default limit
	var echo jsonv2.Value
	if err := conn.Session("").Call(t.Context(), "Test.echo", big, &echo); err != nil || len(echo) < 5<<20 || token != "Bearer x" {
		t.Errorf("%v, %d bytes, token %q", err, len(echo), token)
	}
	if err := conn.Session("").Call(t.Context(), "Test.hangUp", nil, nil); fault.Of(err) != fault.BrowserGone {
		t.Error(err)
	}
	if _, err := Socket(t.Context(), strings.Replace(server.URL, "http", "ws", 1)+"0", nil); err == nil {
		t.Error("connected to nothing")
	}
}
