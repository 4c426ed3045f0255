// Package fixtwice is edited twice: what is stale comes first.
package fixtwice

import (
	"errors"
	"fmt"
)

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")

	ErrNotFound = errors.New("not found")
)

// want +6 `names ErrGone, which does not resolve`
// want +6 `names ErrLost, which does not resolve`

// Stale lists one error that is gone, and not the other.
//
// Errors:
//   - [ErrGone]
//   - [ErrLost]
//   - [ErrA]
func Stale(n int) error { // want `Stale may return ErrB, which`
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// want +6 `names ErrGone, which does not resolve`
// want +6 `names ErrLost, which does not resolve`

// All of the list is gone.
//
// Errors:
//   - [ErrGone]
//   - [ErrLost]
func All() error { return nil }

// want +6 `names ErrNotFuond, which does not resolve`
// want +7 `names ErrLost, which does not resolve`

// Mistyped lists an error by a name that is nearly right, and one that there is not.
//
// Errors:
//   - [ErrNotFuond] if there is none
//
// It used to return [ErrLost].
func Mistyped() error { return ErrNotFound } // want `Mistyped may return ErrNotFound, which`

// want +6 `names ErrNotFond, which does not resolve`

// Named lists the error that must have been meant, too.
//
// Errors:
//   - [ErrNotFound]
//   - [ErrNotFond]
func Named() error { return ErrNotFound }

// want +5 `names ErrC, which does not resolve`

// Short is of a name that is near to many.
//
// Errors:
//   - [ErrC]
func Short() error { return ErrA } // want `Short may return ErrA, which`

// want +5 `the doc comment of NoError lists ErrA, but NoError returns no error`

// NoError returns none.
//
// Errors:
//   - [ErrA]
func NoError() {}

// A Full error has a code that looks like a name.
type Full struct{ code string }

func (e *Full) Error() string { return e.code }
func (e *Full) Code() string  { return e.code }

// Dotted lists a code.
//
// Errors:
//
//   - store.full -- there is no room
func Dotted(n int) error { // want `Dotted may return "store.quota" \(\*Full\), which` Dotted:`constructs`
	if n > 0 {
		return &Full{"store.quota"}
	}
	return &Full{"store.full"}
}

// An E is an error.
type E struct{}

func (*E) Error() string { return "" }

// Wraps always fails, so that the list has the type that it wraps, too.
func Wraps(n int) error { // want `Wraps may return \*E and ErrA, which` Wraps:`constructs`
	if n > 0 {
		return fmt.Errorf("wraps: %w", ErrA)
	}
	return fmt.Errorf("wraps: %w", &E{})
}
