package browser

// signal wakes everyone who waits for a change of something. Its user holds the lock that guards that something.
type signal struct{ c chan struct{} }

// wait returns a channel that the next notify closes.
func (s *signal) wait() <-chan struct{} {
	if s.c == nil {
		s.c = make(chan struct{})
	}
	return s.c
}

func (s *signal) notify() {
	if s.c != nil {
		close(s.c)
		s.c = nil
	}
}
