// Package fault is the one error of domsight: what went wrong, as a code an agent can branch on, and what to do next. It
// knows nothing of where an error comes from or how it is shown.
package fault

import (
	"context"
	"errors"
	"fmt"
)

// Error is what every tool answers when it cannot do what was asked.
type Error struct {
	Code        Code
	Message     string   // what happened, in one sentence
	Next        string   // the step that most likely helps now; empty where the code's own recovery says it all
	SimilarRefs []string // for ref_not_found: up to five elements that may be meant
	Final       bool     // the same call will fail again, though its code may pass at other times
	Cause       error
}

// New makes an error of the given code.
func New(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// Newf is New with a format.
func Newf(code Code, format string, args ...any) *Error {
	return New(code, fmt.Sprintf(format, args...))
}

// Wrap gives an error from below a code and a sentence, and keeps it as the cause. A fault that comes up again keeps its
// own code: the layer that knew best was the first.
func Wrap(err error, code Code, message string) *Error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	return &Error{Code: code, Message: message, Cause: err}
}

// Nextf says what to do now.
func (e *Error) Nextf(format string, args ...any) *Error {
	e.Next = fmt.Sprintf(format, args...)
	return e
}

// ForGood says that the same call will fail again.
func (e *Error) ForGood() *Error {
	e.Final = true
	return e
}

// Retryable is true if the same call may work a moment later.
func (e *Error) Retryable() bool { return Lookup(e.Code).Retryable && !e.Final }

// Error is the sentence, with its cause.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is(err, &fault.Error{Code: c}) ask for a code.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code && other.Message == ""
}

// Of is the code of err, Internal if it has none.
func Of(err error) Code {
	if known, ok := errors.AsType[*Error](err); ok {
		return known.Code
	}
	return Internal
}

// From turns any error into a fault: a deadline becomes wait_timeout, the unknown becomes internal.
func From(err error) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return Wrap(err, WaitTimeout, "the page did not answer in time")
	}
	return Wrap(err, Internal, "unexpected error")
}
