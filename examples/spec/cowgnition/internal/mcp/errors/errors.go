// Package errors has the errors of the server's own layer. It knows nothing of how messages get here.
package errors

import "errors"

// ErrAuth says that nobody is logged in.
var ErrAuth = errors.New("not logged in")

// A ValidationError is an argument that cannot be used.
type ValidationError struct{ Field string }

func (e *ValidationError) Error() string { return e.Field + " cannot be used" }
