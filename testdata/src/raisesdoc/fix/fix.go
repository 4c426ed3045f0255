// Package fix is edited.
package fix

import (
	"errors"
	"io"

	"raisesdoc/dep"
)

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
)

// An E is an error.
type E struct{}

func (*E) Error() string { return "" }

func NoComment() error { return ErrA } // want `NoComment may return ErrA, and has no doc comment`

// Comment has no list.
func Comment(n int) (int, error) { // want `Comment may return \*E, ErrA and dep.ErrDep, which its doc comment does not list`
	switch n {
	case 0:
		return 0, ErrA
	case 1:
		return 0, &E{}
	}
	return 0, dep.ErrDep
}

// List has one.
//
// Errors:
//   - [ErrA] when a
func List(n int) error { // want `List may return ErrB, which`
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// Line has one on a line.
//
// Errors: ErrA
func Line(n int) error { // want `Line may return ErrB, which`
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// None declares none.
//
// Errors: none
func None() error { return ErrA } // want `None may return ErrA, which`

// Directive has one.
//
//go:noinline
func Directive() error { return ErrA } // want `Directive may return ErrA, which`

// T has a method.
type T struct{}

/*
Method is documented in a block.
*/
func (T) Method() error { return ErrA } // want `T.Method may return ErrA, which`

// want +6 `the doc comment of Gone names ErrGone, which does not resolve`

// Gone lists an error that is not there.
//
// Errors:
//   - [ErrA]
//   - [ErrGone]
func Gone() error { return ErrA }

// EOF is known.
func EOF() error { return io.EOF }
