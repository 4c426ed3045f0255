// Package stale has doc comments that are out of date.
package stale

import (
	"encoding/json"
	"errors"
	"io"
)

var (
	ErrA   = errors.New("a")
	NotErr = "no error"
)

// An E is an error.
type E struct{}

func (E) Error() string { return "" }

// T is none.
type T struct{ Field int }

// Gone lists an error that is not there.
//
// Errors:
//   - [ErrA]
//   - [ErrGone] if it has gone // want `the doc comment of Gone names ErrGone, which does not resolve`
func Gone() error { return ErrA } // shape: raisesdoc/stale-unresolved

// Link returns [ErrGone] in prose. // want `the doc comment of Link names ErrGone, which does not resolve`
func Link() error { return errors.New("x") } // shape: raisesdoc/stale-unresolved

// Qualified lists an error that is not in the package.
//
// Errors:
//   - [io.ErrGone] // want `the doc comment of Qualified names io.ErrGone, which does not resolve`
//   - [io.EOF]
func Qualified() error { return io.EOF } // shape: raisesdoc/stale-unresolved

// NotError lists what is no error.
//
// Errors:
//   - [T] // want `the doc comment of NotError names T, which is not an error`
//   - [NotErr] // want `the doc comment of NotError names NotErr, which is not an error`
//   - [E]
func NotError() error { return E{} } // shape: raisesdoc/stale-not-error // want NotError:`constructs`

// NoResult returns no error.
//
// Errors:
//   - [ErrA] // want `the doc comment of NoResult lists ErrA, but NoResult returns no error`
func NoResult() int { return 0 } // shape: raisesdoc/stale-no-error

// unexported functions may lie no more than others.
//
// Errors:
//   - [ErrGone] // want `the doc comment of unexported names ErrGone, which does not resolve`
func unexported() error { return nil } // shape: raisesdoc/stale-unexported

// An I has methods.
type I interface {
	// M lists an error that is not there.
	//
	// Errors:
	//   - [ErrGone] // want `the doc comment of I.M names ErrGone, which does not resolve`
	M() error // shape: raisesdoc/stale-interface
}

// Returned returns ErrA if it is there, and ErrGone if it has gone. // want `the doc comment of Returned names ErrGone, which does not resolve`
func Returned() error { return ErrA } // shape: raisesdoc/stale-returned

// Possible errors of it are many. Possible errors are ErrA and ErrGone. // want `the doc comment of Possible names ErrGone, which does not resolve`
func Possible() error { return ErrA } // shape: raisesdoc/stale-returned

// Later says what will be. It will return ErrA or ErrGone if something fails. // want `the doc comment of Later names ErrGone, which does not resolve`
func Later() error { return ErrA } // shape: raisesdoc/stale-returned

// Among lists an error among its results.
//
// Returns:
//   - ErrA if it is the first
//   - ErrGone if it has gone // want `the doc comment of Among names ErrGone, which does not resolve`
//   - nil otherwise
func Among() error { return ErrA } // shape: raisesdoc/stale-returned

// Others calls f until that returns ErrStop. If f returns ErrSkip, it goes on, and never returns ErrStop; it returns an
// error like SkipError or ErrNotExist.
func Others(f func() error) error { return f() } // shape: raisesdoc/not-stale-prose

// Prose speaks of ErrGone in old times, of http.Errors, of T and of NotErr.
func Prose() error { return unexported() } // shape: raisesdoc/not-stale-prose

// SetError sets the error that [GetError] returns.
func (s *Scanner) SetError(err error) error { s.err = err; return nil } // shape: raisesdoc/not-stale-method

// GetError returns the error.
func (s *Scanner) GetError() error { return s.err }

// Unknown lists the errors of a package that cannot be seen from here.
//
// Errors:
//   - [sql.ErrNoRows]
//   - [example.com/other.ErrX]
func Unknown() error { return errors.New("x") } // shape: raisesdoc/not-stale-unknown-package

// Member lists what a type has.
//
// Errors:
//   - [T.Field] says why
func Member() error { return errors.New("x") } // shape: raisesdoc/not-stale-member

// Panicky panics with [ErrGone].
func Panicky() { panic(unexported()) } // shape: raisesdoc/not-stale-panics

// Status maps errors.
//
// Errors:
//   - ErrA gives 404
func Status(err error) int { // shape: raisesdoc/not-stale-takes-error
	if errors.Is(err, ErrA) {
		return 404
	}
	return 500
}

// Callback tells errors to a callback.
//
// Errors:
//   - [ErrA]
func Callback(f func(error)) { f(ErrA) } // shape: raisesdoc/not-stale-takes-error

// Chan sends errors.
//
// Errors:
//   - [ErrA]
func Chan() <-chan error { return nil } // shape: raisesdoc/not-stale-takes-error

// A Scanner keeps its error.
type Scanner struct{ err error }

// Scan stops at errors.
//
// Errors:
//   - [ErrA], see Err
func (s *Scanner) Scan() bool { return s.err == nil } // shape: raisesdoc/not-stale-takes-error

// Words says what happens.
//
// Errors:
//   - if the file is not there
//   - Any other problem
func Words() error { return errors.New("x") } // shape: raisesdoc/not-stale-words

// None declares none.
//
// Errors: none
func None() int { return 0 } // shape: raisesdoc/not-stale-none

// Conditions returns an error if:
//   - HeaderName is missing
//   - Header.Name is too long
//   - [T] has no name
//   - *T is nil
//   - LastError is set
func Conditions() error { return errors.New("x") } // shape: raisesdoc/not-stale-conditions

// Reasons fails.
//
// Errors:
//   - HeaderName is missing
//   - io.Reader is nil
//   - [T] has no name
//   - Field: has no value
func Reasons() error { return errors.New("x") } // shape: raisesdoc/not-stale-conditions

// Imported leaves out the package.
//
// Errors:
//   - ErrUnexpectedEOF
func Imported() error { return io.ErrUnexpectedEOF } // shape: raisesdoc/not-stale-imported

// Stray lists a type that an import has, too, and that does not come from there.
//
// Errors:
//   - [ErrA]
//   - [*SyntaxError] // want `the doc comment of Stray names SyntaxError, which does not resolve`
func Stray() error { return ErrA } // shape: raisesdoc/stale-stray

// Decode leaves out the package of a type that may come from there.
//
// Errors:
//   - [*SyntaxError]
func Decode(text []byte) (v any, err error) { // shape: raisesdoc/not-stale-imported
	return v, json.Unmarshal(text, &v)
}

// Typed returns the type itself.
//
// Errors:
//   - *SyntaxError
func Typed() error { return &json.SyntaxError{} } // shape: raisesdoc/not-stale-imported // want Typed:`constructs`

// Stream implements the specification's [ReadableStreamError] operation.
//
// [ReadableStreamError]: https://streams.example/#readable-stream-error
func Stream() {} // shape: raisesdoc/not-link
