package browser

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	proto "github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	protopage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"github.com/domsight/domsight/internal/cdp"
	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/page"
)

// listenPage follows the load of a page and answers its dialogs.
func (t *Tab) listenPage(s *cdp.Session) {
	cdp.On(s, protopage.JavascriptDialogOpening, func(e protopage.EventJavascriptDialogOpening) { t.answerDialog(s, e) })
	cdp.On(s, protopage.WindowOpen, func(e protopage.EventWindowOpen) { // comes before the window
		t.update(func() { t.opening = e.URL })
	})
	if s != t.session {
		cdp.On(s, inspector.TargetCrashed, func(inspector.EventTargetCrashed) { s.Interrupt(crashedFault()) })
		return
	}
	cdp.On(s, protopage.DomContentEventFired, func(protopage.EventDomContentEventFired) {
		t.update(func() { t.stage = max(t.stage, interactive) })
		go t.learn()
	})
	cdp.On(s, protopage.LoadEventFired, func(protopage.EventLoadEventFired) {
		t.update(func() { t.stage = loaded })
	})
}

// answerDialog gives the answer that was prepared (AnswerDialog). Without one it says yes to what only informs or lets us leave,
// and no to every question. The page goes on at once.
func (t *Tab) answerDialog(s *cdp.Session, e protopage.EventJavascriptDialogOpening) {
	reply := protopage.HandleJavaScriptDialogParams{Accept: e.Type == protopage.DialogTypeAlert || e.Type == protopage.DialogTypeBeforeunload}
	told := ""
	t.mu.Lock()
	if given := t.hands.answer; given != nil {
		t.hands.answer = nil
		reply.Accept, reply.PromptText = given.accept, given.text
		told = map[bool]string{true: " (accepted, as asked)", false: " (dismissed, as asked)"}[given.accept]
	}
	t.mu.Unlock()
	cdp.Send(s, protopage.HandleJavaScriptDialog, reply)
	t.notice(page.Dialog, string(e.Type)+": "+e.Message+told, "")
}

// arrived is told when the top frame shows another document.
func (t *Tab) arrived(to *proto.Frame, how protopage.NavigationType) {
	t.crashed = false
	t.follow(to.LoaderID)
	t.stage = committed
	if how == protopage.NavigationTypeBackForwardCacheRestore {
		t.stage = interactive // its events came when it was first loaded
		go t.learn()
	}
	t.info.URL, t.info.MIME, t.info.Status, t.info.Title = to.URL+to.URLFragment, to.MimeType, 0, ""
	if t.unreachable = to.UnreachableURL != ""; t.unreachable {
		t.info.URL = to.UnreachableURL
	}
	t.info.Changes++
}

// facts is what only the document itself tells.
const facts = `JSON.stringify([document.title, performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0, document.readyState])`

const factsDeadline = 2 * time.Second

// learn asks the document for its title and HTTP status.
func (t *Tab) learn() {
	ctx, cancel := context.WithTimeout(context.Background(), factsDeadline)
	defer cancel()
	t.mu.Lock()
	loader := t.loader()
	t.mu.Unlock()
	answer, err := t.evaluate(ctx, "", facts)
	var title, ready string
	var status int
	if err == nil {
		err = json.Unmarshal(answer, &[]any{&title, &status, &ready})
	}
	t.update(func() {
		if t.loader() != loader {
			return // the answer may be that of the next document
		}
		t.learnt = loader
		if err != nil {
			return
		}
		t.info.Title = title
		if strings.HasPrefix(t.info.URL, "http") { // the browser makes one up for files and data
			t.info.Status = status
		}
		switch ready {
		case "interactive":
			t.stage = max(t.stage, interactive)
		case "complete":
			t.stage = loaded
		}
	})
}

// refresh asks the browser for the title, without waiting: it is there before anyone has read the page.
func (t *Tab) refresh() {
	p := t.context.process
	cdp.Then(p.root, target.GetTargetInfo, target.GetTargetInfoParams{TargetID: t.target}, func(r target.GetTargetInfoResult) {
		t.renamed(r.TargetInfo.Title, r.TargetInfo.URL)
	})
}

// renamed is told of a title by the browser, which puts the address where there is none.
func (t *Tab) renamed(title, url string) {
	t.update(func() {
		if !t.prepared {
			t.info.URL = url
		}
		if url != t.info.URL {
			return // of the document before
		}
		_, address, _ := strings.Cut(url, "://")
		if strings.TrimSuffix(address, "/") == strings.TrimSuffix(title, "/") || title == url {
			title = ""
		}
		t.info.Title = title
	})
}

// crash is told when the page's process has died.
func (t *Tab) crash(why string) {
	t.notice(page.Crash, why, "")
	t.update(func() {
		t.crashed = true
		t.crashes++
		for _, f := range t.frames {
			f.world = 0
		}
	})
	t.session.Interrupt(crashedFault())
}

func crashedFault() error {
	return fault.New(fault.PageUnsupported, "the page has crashed").Nextf("navigate to load it again")
}
