package session

import (
	"context"
	"strings"
	"time"

	"github.com/domsight/domsight/internal/engine"
)

// A page with more elements is not read before a query: closed roots that are not known yet stay closed.
const mostRead = 100_000

// queryFor is how long a raw query may take.
const queryFor = 10 * time.Second

// Query asks the page a raw CSS question: the first elements that match, and how many there are.
func (t *Tab) Query(ctx context.Context, q engine.Query) (matches []engine.Match, total int, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryFor)
	defer cancel()
	err = t.alone(ctx, func(ctx context.Context) (err error) {
		if q.Pierce || strings.Contains(q.Selector, ">>>") { // reading opens closed roots and tells which frame is where
			if size, err := t.reader.Elements(ctx); err != nil {
				return err
			} else if size <= mostRead {
				if _, err := t.capture(ctx); err != nil {
					return err
				}
			}
		}
		matches, total, err = t.reader.Query(ctx, q)
		return err
	})
	return matches, total, err
}
