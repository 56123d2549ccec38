package fault

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"testing"
)

func TestEveryCodeIsInTheTableOnce(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[Code]int{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok {
			code, _ := strconv.Unquote(literal.Value)
			declared[Code(code)] = 0
		}
		return true
	})
	if len(declared) < 20 {
		t.Fatalf("only %d codes found in codes.go", len(declared))
	}
	shape := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	for _, entry := range Table {
		if _, ok := declared[entry.Code]; !ok {
			t.Errorf("%s is in the table and is no constant", entry.Code)
		}
		declared[entry.Code]++
		if !shape.MatchString(string(entry.Code)) {
			t.Errorf("%s is not in snake case", entry.Code)
		}
		if entry.Meaning == "" || entry.Recovery == "" {
			t.Errorf("%s lacks a meaning or a recovery", entry.Code)
		}
	}
	for code, times := range declared {
		if times != 1 {
			t.Errorf("%s is in the table %d times", code, times)
		}
	}
}

func TestLookupOfTheUnknownIsInternal(t *testing.T) {
	if got := Lookup("never_heard_of").Code; got != Internal {
		t.Errorf("got %s", got)
	}
}

func TestTheFirstCodeStays(t *testing.T) {
	below := New(RefNotFound, "ref 7 is gone").Nextf("look again")
	above := Wrap(fmt.Errorf("while clicking: %w", below), Internal, "the click failed")
	if above.Code != RefNotFound || above.Next != "look again" {
		t.Errorf("got %v, next %q", above, above.Next)
	}
	if got := Wrap(errors.New("socket closed"), BrowserGone, "the browser has ended").Error(); got != "browser_gone: the browser has ended: socket closed" {
		t.Errorf("got %q", got)
	}
}

func TestFrom(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want Code
	}{
		"a deadline":        {fmt.Errorf("read: %w", context.DeadlineExceeded), WaitTimeout},
		"anything":          {errors.New("boom"), Internal},
		"a fault":           {New(Covered, "under a banner"), Covered},
		"a fault in layers": {fmt.Errorf("act: %w", New(Disabled, "grey")), Disabled},
	} {
		if got := From(c.err); got.Code != c.want || Of(got) != c.want {
			t.Errorf("%s: got %s, want %s", name, got.Code, c.want)
		}
		if !errors.Is(From(c.err), &Error{Code: c.want}) {
			t.Errorf("%s: errors.Is does not find the code %s", name, c.want)
		}
	}
	if errors.Is(New(Hidden, "a"), &Error{Code: Hidden, Message: "b"}) {
		t.Error("a target with a message of its own is not a question for the code")
	}
}
