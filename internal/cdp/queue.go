package cdp

import "sync"

// queue hands items from many goroutines to one, in order, without a bound: putting never waits.
type queue[T any] struct {
	mu    sync.Mutex
	items []T
	wake  chan struct{}
}

func newQueue[T any]() *queue[T] { return &queue[T]{wake: make(chan struct{}, 1)} }

func (q *queue[T]) put(item T) {
	q.mu.Lock()
	q.items = append(q.items, item)
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take waits for items and returns all there are; nothing once done is closed and the queue is empty.
func (q *queue[T]) take(done <-chan struct{}) []T {
	for {
		q.mu.Lock()
		items := q.items
		q.items = nil
		q.mu.Unlock()
		if len(items) > 0 {
			return items
		}
		select {
		case <-q.wake:
		case <-done:
			q.mu.Lock()
			defer q.mu.Unlock()
			items, q.items = q.items, nil
			return items
		}
	}
}
