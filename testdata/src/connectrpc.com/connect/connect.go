// Package connect stands in for Connect's package of this name.
package connect

// A Code is one of Connect's error codes.
type Code uint32

// CodeInternal is one of them.
const CodeInternal Code = 13

// An Error is an error with a code.
type Error struct{}

func (e *Error) Error() string { return "" }

// NewError returns an error with a code.
func NewError(c Code, underlying error) *Error { return nil }
