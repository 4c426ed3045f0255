// Package app has a mapping, and errors that arrive there.
package app

import (
	"errors"
	"fmt"
)

var (
	ErrNotFound = errors.New("not found")
	ErrQuota    = errors.New("quota")
	ErrDenied   = errors.New("denied")
	ErrExpired  = fmt.Errorf("expired: %w", ErrNotFound)
)

// A LimitError has a status of its own.
type LimitError struct{ Max int }

func (e *LimitError) Error() string { return fmt.Sprintf("more than %d", e.Max) }

// A ParseError is wrapped by none.
type ParseError struct{ Line int }

func (e *ParseError) Error() string { return fmt.Sprintf("line %d", e.Line) }

// An OpError wraps another.
type OpError struct{ Err error }

func (e *OpError) Error() string { return "op: " + e.Err.Error() }
func (e *OpError) Unwrap() error { return e.Err }

// StatusOf has no case for some errors.
//
//errlint:mapping
func StatusOf(err error) int { // want StatusOf:`maps parameter 0 less .*app.ErrNotFound.*, complete` `StatusOf has no case for ErrQuota and \*ParseError`
	var limit *LimitError
	switch {
	case err == nil:
		return 200
	case errors.Is(err, ErrNotFound):
		return 404
	case errors.As(err, &limit):
		return 413
	}
	return 500
	// shape: errmap/missing-arrives
}

func load(n int) error {
	switch n {
	case 0:
		return ErrNotFound
	case 1:
		return fmt.Errorf("load: %w", ErrQuota)
	case 2:
		return &LimitError{n}
	case 3:
		return &ParseError{n}
	case 4:
		return &OpError{ErrNotFound}
	case 5:
		return ErrExpired
	case 6:
		return errors.New("no name")
	}
	return nil
}

func serve(n int) int { return StatusOf(load(n)) }

// CodeOf panics for some.
func CodeOf(err error) string { // want CodeOf:`maps parameter 0 less .*, panics`
	switch {
	case errors.Is(err, ErrNotFound):
		return "not-found"
	case errors.Is(err, ErrQuota):
		return "quota"
	default:
		panic("todo") // want `CodeOf panics for \*LimitError and \*ParseError, for which it has no case`
	}
	// shape: errmap/panic
}

func code(n int) string { return CodeOf(load(n)) }

// MustCode panics for errors that have no name.
func MustCode(err error) string { // want MustCode:`maps parameter 0 less .*, panics`
	switch {
	case errors.Is(err, ErrDenied):
		return "denied"
	case errors.Is(err, ErrQuota):
		return "quota"
	}
	panic(err)
	// shape: errmap/not-assertion
}

func check(n int) error {
	if n > 0 {
		return ErrDenied
	}
	if n < 0 {
		return errors.New("impossible")
	}
	return nil
}

func must(n int) string { return MustCode(check(n)) }

// Deny fails with ErrDenied.
func Deny(n int) error {
	if n > 0 {
		return ErrDenied
	}
	return nil
}

type coder interface {
	error
	Code() string
}

// A CodedError has a code.
type CodedError struct{ code string }

func (e *CodedError) Error() string { return e.code }
func (e *CodedError) Code() string  { return e.code }

// Through asks errors for their codes.
//
//errlint:mapping
func Through(err error) string { // want Through:`maps parameter 0 less .* and what has \["Code"\], complete`
	var c coder
	if errors.As(err, &c) {
		return c.Code()
	}
	if errors.Is(err, ErrDenied) {
		return "denied"
	}
	return "internal"
	// shape: errmap/not-interface
}

func coded(n int) string {
	if n > 0 {
		return Through(&CodedError{"coded"})
	}
	return Through(Deny(n))
}

var table = map[error]int{ErrNotFound: 404, ErrQuota: 429}

// InTable looks errors up.
//
//errlint:mapping
func InTable(err error) int { // want InTable:`maps parameter 0 .*, complete` `InTable has no case for ErrExpired, ErrQuota, \*LimitError and 2 more`
	if errors.Is(err, ErrDenied) {
		return 403
	}
	if code, ok := table[err]; ok {
		return code
	}
	return 500
	// shape: errmap/table-lookup
}

func useTable(n int) int { return InTable(load(n)) }

// Rest hands what is left to another.
//
//errlint:mapping
func Rest(err error) int { // want Rest:`by app.StatusOf maps parameter 0 less .*ErrDenied.*, complete`
	if errors.Is(err, ErrDenied) {
		return 403
	}
	return StatusOf(err)
	// shape: errmap/not-delegated
}

func useRest(n int) int { return Rest(load(n)) }

func isQuota(err error) bool { return errors.Is(err, ErrQuota) }

// Predicates asks by functions.
//
//errlint:mapping
func Predicates(err error) int { // want Predicates:`maps parameter 0 less .*, complete`
	var e *LimitError
	var p *ParseError
	switch {
	case isQuota(err):
		return 429
	case errors.Is(err, ErrNotFound):
		return 404
	case errors.As(err, &e), errors.As(err, &p):
		return 400
	}
	return 500
	// shape: errmap/not-covered
}

func usePredicates(n int) int { return Predicates(load(n)) }

var _ = []any{serve, code, must, coded, useTable, useRest, usePredicates}
