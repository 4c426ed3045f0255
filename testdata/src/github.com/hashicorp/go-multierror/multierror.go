// Package multierror has the signatures of github.com/hashicorp/go-multierror that test cases use.
package multierror

type Error struct{ Errors []error }

func (e *Error) Error() string   { return "" }
func (e *Error) Unwrap() []error { return e.Errors }

func Append(err error, errs ...error) *Error { return nil }
