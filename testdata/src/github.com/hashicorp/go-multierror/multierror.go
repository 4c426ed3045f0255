// Package multierror has the signatures of github.com/hashicorp/go-multierror that test cases use.
package multierror

type Error struct{ Errors []error }

func (e *Error) Error() string   { return "" }
func (e *Error) Unwrap() []error { return e.Errors }

// ErrorOrNil returns nil for an empty list.
func (e *Error) ErrorOrNil() error { return nil }

func Append(err error, errs ...error) *Error { return nil }

func Prefix(err error, prefix string) error { return nil }
