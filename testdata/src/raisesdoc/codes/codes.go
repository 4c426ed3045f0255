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

// Made makes errors with codes, of which it lists one.
//
// Errors:
//
//   - not-found -- there is no such thing
func Made(n int) error { // shape: raisesdoc/listed-code // want `Made may return "invalid" \(\*Error\), which its doc comment does not list` Made:`constructs`
	if n > 0 {
		return &Error{code: Invalid}
	}
	return &Error{code: NotFound}
}

// A Kind is the code of a KindError.
type Kind string

const (
	KindFull  Kind = "store.full"
	KindQuota Kind = "store.quota"
	kindOld   Kind = "store.old"
)

// A KindError has a code of a type of its own.
type KindError struct{ Kind Kind }

func (e *KindError) Error() string { return string(e.Kind) }
func (e *KindError) Code() string  { return string(e.Kind) }

// Kinds lists a code that there is not, and leaves out one.
//
// Errors:
//
//   - store.full -- there is no room
//   - store.gone -- it was there before // want `the doc comment of Kinds lists the code "store.gone", which does not exist`
//   - store.old -- which is a constant, at least
func Kinds(n int) error { // shape: raisesdoc/stale-code // want `Kinds may return "store.quota" \(\*KindError\), which` Kinds:`constructs`
	if n > 0 {
		return &KindError{KindQuota}
	}
	return &KindError{Kind: KindFull}
}

// Handed lists codes of which some may come from elsewhere.
//
// Errors:
//
//   - not-found -- there is no such thing
//   - gone-by-then -- it was there before
func Handed(f func() error) error { // shape: raisesdoc/not-stale-code
	if f == nil {
		return &Error{code: NotFound}
	}
	return f()
}
