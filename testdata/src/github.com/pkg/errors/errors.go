// Package errors has the signatures of github.com/pkg/errors that test cases use.
package errors

func New(message string) error                                         { return nil }
func Errorf(format string, args ...interface{}) error                  { return nil }
func Wrap(err error, message string) error                             { return nil }
func Wrapf(err error, format string, args ...interface{}) error        { return nil }
func WithMessage(err error, message string) error                      { return nil }
func WithMessagef(err error, format string, args ...interface{}) error { return nil }
func WithStack(err error) error                                        { return nil }
func Cause(err error) error                                            { return nil }
func Unwrap(err error) error                                           { return nil }
func Is(err, target error) bool                                        { return false }
func As(err error, target interface{}) bool                            { return false }
