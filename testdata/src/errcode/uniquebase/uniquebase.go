// Package uniquebase has codes.
package uniquebase

// NotFound is a code.
const NotFound = "not-found"

// An Error has a code.
type Error struct{ Kind string }

func (e *Error) Error() string { return "failed" }

// Code is the code.
func (e *Error) Code() string { return e.Kind }

// Missing is an error.
func Missing() error { return &Error{NotFound} }
