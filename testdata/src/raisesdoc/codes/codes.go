// Package codes has errors with codes.
package codes

import "errors"

const (
	NotFound = "not-found"
	Invalid  = "invalid"
)

// An Error has a code.
type Error struct {
	code string
	err  error
}

func (e *Error) Error() string { return e.code }
func (e *Error) Code() string  { return e.code }
func (e *Error) Unwrap() error { return e.err }

// A GoneError has one code.
type GoneError struct{}

func (GoneError) Error() string { return "gone" }
func (GoneError) Code() string  { return "gone" }

var ErrA = errors.New("a")

func fail(n int) error {
	switch n {
	case 0:
		return nil
	case 1:
		return &Error{code: NotFound}
	case 2:
		return GoneError{}
	}
	return &Error{Invalid, nil}
}

// Nothing says nothing: the types are enough.
func Nothing(n int) error { return fail(n) } // shape: raisesdoc/listed-type // want `Nothing may return \*Error and GoneError, which`

// Types lists types.
//
// Errors:
//   - [*Error]
//   - [GoneError]
func Types(n int) error { return fail(n) } // shape: raisesdoc/not-type-covers-codes

// Codes lists codes.
//
// Errors:
//
//   - not-found -- there is no such thing
//   - invalid -- it is not valid
//   - gone -- it was there before
func Codes(n int) error { return fail(n) } // shape: raisesdoc/not-codes

// Some lists some codes.
//
// Errors:
//
//   - not-found -- there is no such thing
func Some(n int) error { return fail(n) } // shape: raisesdoc/listed-code // want `Some may return "invalid" \(\*Error\) and "gone" \(GoneError\), which its doc comment does not list`

// Mixed lists a type and a code.
//
// Errors:
//   - [*Error]
//   - gone -- it was there before
func Mixed(n int) error { return fail(n) } // shape: raisesdoc/not-codes

// Constants lists the constants of codes.
//
// Errors:
//   - [NotFound]
//   - [Invalid] if it is not valid
//   - [GoneError]
func Constants(n int) error { return fail(n) } // shape: raisesdoc/not-code-constants
