package dep

import "errors"

// Is is another name of errors.Is.
var Is = errors.Is

// Matches asks for what it is told to.
func Matches(err, target error) bool { return errors.Is(err, target) }

// Find looks for an error of a type.
func Find[T error](err error) (T, bool) {
	var e T
	ok := errors.As(err, &e)
	return e, ok
}

// IsExpired asks for one error.
func IsExpired(err error) bool { return errors.Is(err, ErrExpired) }

// IsOurs asks for one of several.
func IsOurs(err error) bool { return errors.Is(err, ErrExpired) || errors.Is(err, errHidden) }

// IsOther says no where errors.Is says yes.
func IsOther(err error) bool { return !errors.Is(err, ErrExpired) }
