// Package errors has the signatures of github.com/cockroachdb/errors that test cases use.
package errors

func New(msg string) error                                                       { return nil }
func Newf(format string, args ...interface{}) error                              { return nil }
func Errorf(format string, args ...interface{}) error                            { return nil }
func AssertionFailedf(format string, args ...interface{}) error                  { return nil }
func NewAssertionErrorWithWrappedErrf(e error, f string, a ...interface{}) error { return nil }
func Wrap(err error, msg string) error                                           { return nil }
func Wrapf(err error, format string, args ...interface{}) error                  { return nil }
func WithMessage(err error, message string) error                                { return nil }
func WithMessagef(err error, format string, args ...interface{}) error           { return nil }
func WithStack(err error) error                                                  { return nil }
func WithHint(err error, msg string) error                                       { return nil }
func WithHintf(err error, format string, args ...interface{}) error              { return nil }
func WithDetail(err error, msg string) error                                     { return nil }
func WithDetailf(err error, format string, args ...interface{}) error            { return nil }
func WithSecondaryError(err error, additionalErr error) error                    { return nil }
func CombineErrors(err, otherErr error) error                                    { return nil }
func Join(errs ...error) error                                                   { return nil }
func Mark(err error, reference error) error                                      { return nil }
func Handled(err error) error                                                    { return nil }
func HandledWithMessage(err error, msg string) error                             { return nil }
func HandledWithMessagef(err error, format string, args ...interface{}) error    { return nil }
func Is(err, reference error) bool                                               { return false }
func IsAny(err error, references ...error) bool                                  { return false }
func As(err error, target interface{}) bool                                      { return false }
func Cause(err error) error                                                      { return nil }
func Unwrap(err error) error                                                     { return nil }
func UnwrapAll(err error) error                                                  { return nil }
func UnwrapOnce(err error) error                                                 { return nil }
