// Package docs has the ways in which doc comments name errors.
package docs

import (
	"errors"
	"fmt"
	"io/fs"

	"raisesdoc/dep"
	renamed "raisesdoc/dep"
)

var (
	ErrA   = errors.New("a")
	ErrAB  = errors.New("ab")
	ErrB   = errors.New("b")
	EOF    = errors.New("eof")
	ErrSub = fmt.Errorf("sub: %w", ErrA)

	// ErrAgain is another name of an error of dep.
	ErrAgain = dep.ErrDep

	// ErrTyped holds an error of a type.
	ErrTyped error = &ParseError{Line: 1}

	// ErrOfType has a type.
	ErrOfType = &ParseError{Line: 2}

	errHidden = errors.New("hidden")
	errWraps  = fmt.Errorf("hidden: %w", ErrB)
)

// A ParseError is an error of a type.
type ParseError struct{ Line int }

func (e *ParseError) Error() string { return "parse error" }

// A ValueError is an error without a pointer.
type ValueError struct{ Line int }

func (e ValueError) Error() string { return "value error" }

// A Temporary error is an interface.
type Temporary interface {
	error
	Temporary() bool
}

// Temporary makes a ParseError one.
func (e *ParseError) Temporary() bool { return true }

// Alias is another name of the type.
type Alias = ParseError

func NoComment() error { return ErrA } // shape: raisesdoc/listed-no-comment // want `NoComment may return ErrA, and has no doc comment`

// Says nothing.
func Nothing(n int) error { // shape: raisesdoc/listed-sentinel // want `Nothing may return EOF, ErrA and ErrB, which its doc comment does not list`
	switch n {
	case 0:
		return ErrA
	case 1:
		return ErrB
	}
	return EOF
}

// Partial fails with ErrA.
func Partial(n int) error { // shape: raisesdoc/listed-partial // want `Partial may return ErrB, which`
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// Type says nothing.
func Type(n int) (int, error) { // shape: raisesdoc/listed-type // want `Type may return \*ParseError and ValueError, which`
	if n > 0 {
		return 0, &ParseError{n}
	}
	if n == 0 {
		return 0, ValueError{n}
	}
	return 1, nil
}

// Prefix fails with ErrAB.
func Prefix() error { return ErrA } // shape: raisesdoc/listed-prefix // want `Prefix may return ErrA, which`

// Panics will panic with [ErrA].
func Panics(n int) error { // shape: raisesdoc/listed-panics // want `Panics may return ErrA, which`
	if n > 0 {
		panic(ErrA)
	}
	return ErrA
}

// None says that it never fails.
//
// Errors: none
func None() error { return ErrA } // shape: raisesdoc/listed-none // want `None may return ErrA, which`

// UnexportedWraps returns an error without a name for users, which wraps one with a name.
func UnexportedWraps() error { return errWraps } // shape: raisesdoc/listed-unexported-wraps // want `UnexportedWraps may return ErrB, which`

// T has methods.
type T struct{}

// Method says nothing.
func (T) Method() error { return ErrA } // shape: raisesdoc/listed-method // want `T.Method may return ErrA, which`

// Pointer says nothing.
func (*T) Pointer() error { return ErrA } // shape: raisesdoc/listed-method // want `\(\*T\).Pointer may return ErrA, which`

// G is generic.
type G[E any] struct{ e E }

// Get says nothing.
func (g *G[E]) Get() (E, error) { return g.e, ErrA } // shape: raisesdoc/listed-generic-method // want `\(\*G\).Get may return ErrA, which`

// Bracketed returns [ErrA], or a [*ParseError].
func Bracketed(n int) error { // shape: raisesdoc/not-bracketed
	if n > 0 {
		return ErrA
	}
	return &ParseError{n}
}

// Prose fails with ErrA when it is asked to, with EOF at the end, and with a ParseError otherwise.
func Prose(n int) error { // shape: raisesdoc/not-prose
	if n > 0 {
		return ErrA
	}
	if n == 0 {
		return EOF
	}
	if n == -1 {
		return &ParseError{n}
	}
	return nil
}

// Star returns *ValueError or &ParseError.
func Star(n int) error { // shape: raisesdoc/not-star
	if n > 0 {
		return ValueError{n}
	}
	if n == 0 {
		return &ParseError{}
	}
	return nil
}

// Quoted returns `ErrA`.
func Quoted() error { return ErrA } // shape: raisesdoc/not-quoted

// List returns errors:
//   - ErrA: when a
//   - ErrB: when b
func List(n int) error { // shape: raisesdoc/not-list
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// Label lists in a line.
//
// Errors: ErrA, ErrB.
func Label(n int) error { // shape: raisesdoc/not-label
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// Heading lists under a heading.
//
// # Errors
//
//   - [ErrA] when a
//   - [ErrB] when b
func Heading(n int) error { // shape: raisesdoc/not-heading
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// Raises lists as in Python.
//
// Raises:
//
//	ErrA: when a
//	ErrB: when b
func Raises(n int) error { // shape: raisesdoc/not-raises
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// Returns lists results.
//
// Returns: ErrA when a, or ErrB when b.
func Returns(n int) error { // shape: raisesdoc/not-returns
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// Qualified returns dep.ErrDep or [raisesdoc/dep.ErrOther].
func Qualified(n int) error { // shape: raisesdoc/not-qualified
	if n > 0 {
		return dep.ErrDep
	}
	return dep.ErrOther
}

// Renamed returns renamed.ErrDep.
func Renamed() error { return renamed.Load() } // shape: raisesdoc/not-qualified

// Aliased returns an [Alias].
func Aliased(n int) error { // shape: raisesdoc/not-aliased
	if n > 0 {
		return nil
	}
	return &ParseError{n}
}

// Reexported returns ErrAgain.
func Reexported() error { return dep.Load() } // shape: raisesdoc/not-reexported

// Base returns errors that wrap ErrA.
func Base() error { return ErrSub } // shape: raisesdoc/not-base

// Sub returns ErrSub.
func Sub(n int) error { // shape: raisesdoc/listed-sub // want `Sub may return ErrA, which`
	if n > 0 {
		return ErrSub
	}
	return ErrA
}

// Holds returns a [*ParseError].
func Holds(n int) error { // shape: raisesdoc/not-type-of-sentinel
	if n > 0 {
		return ErrTyped
	}
	return ErrOfType
}

// Interface returns a [Temporary] error.
func Interface(n int) error { // shape: raisesdoc/not-error-interface
	if n > 0 {
		return nil
	}
	return &ParseError{n}
}

// Refers does as Partial does.
//
// Errors: see [Label].
func Refers(n int) error { return Label(n) } // shape: raisesdoc/not-refers

// ReferNot does as Label does, says a sentence that is no list of errors.
func ReferNot(n int) error { // shape: raisesdoc/listed-mention-of-func // want `ReferNot may return ErrA and ErrB, which`
	return fmt.Errorf("refer: %w", Label(n))
}

// Foreign returns errors of others.
func Foreign(n int) error { // shape: raisesdoc/not-foreign
	if n > 0 {
		return fs.ErrNotExist
	}
	return &fs.PathError{Err: fs.ErrExist}
}

// Unexported returns an error without a name for users.
func Unexported() error { return errHidden } // shape: raisesdoc/not-unexported

// Fresh returns errors without a name.
func Fresh(n int) error { // shape: raisesdoc/not-fresh
	if n > 0 {
		return errors.New("fresh")
	}
	return fmt.Errorf("n = %d", n)
}

// Concrete says in its signature what it returns.
func Concrete() *ParseError { return &ParseError{} } // shape: raisesdoc/not-concrete // want Concrete:`constructs`

// NewParseError makes an error.
func NewParseError(n int) error { return &ParseError{n} } // shape: raisesdoc/not-constructor // want NewParseError:`constructs`

// AtLine makes an error with a constructor.
func AtLine(n int) error { // shape: raisesdoc/not-constructor // want AtLine:`constructs`
	err := NewParseError(n)
	return err
}

// AsOp wraps an error.
func AsOp(err error) error { // shape: raisesdoc/not-constructor // want AsOp:`constructs`
	if err == nil {
		return nil
	}
	return dep.NewOpError("as", err)
}

// WrapsMade makes no error of a type: what it makes has none.
func WrapsMade(n int) error { // shape: raisesdoc/listed-wrapped // want `WrapsMade may return \*ParseError, which` WrapsMade:`constructs`
	return fmt.Errorf("wraps: %w", &ParseError{n})
}

func fails(n int) error {
	if n > 0 {
		return ErrA
	}
	return &ParseError{n}
}

// WrapsFailed always fails.
func WrapsFailed(n int) error { // shape: raisesdoc/listed-wrapped // want `WrapsFailed may return ErrA and \*ParseError, which` WrapsFailed:`constructs`
	return fmt.Errorf("wraps: %w", fails(n))
}

// Checks says nothing: that it returns nil makes it no constructor.
func Checks(n int) error { // shape: raisesdoc/listed-type // want `Checks may return \*ParseError, which`
	if n > 0 {
		return nil
	}
	return AtLine(n)
}

// A Reply has an error in it, if it has failed.
type Reply struct {
	Failed *ParseError
	Cause  error
	inner  struct{ failed *ParseError }
}

// ToError avoids an error that is not nil and holds a nil pointer. What it returns is what the field says.
func (r *Reply) ToError() error { // shape: raisesdoc/not-field
	if r.Failed == nil {
		return nil
	}
	return r.Failed
}

// Inner is a field of a field's, by value.
func (r Reply) Inner() error { // shape: raisesdoc/not-field
	if r.inner.failed != nil {
		return r.inner.failed
	}
	return nil
}

// Either is not only what the field says.
func (r *Reply) Either(n int) error { // shape: raisesdoc/listed-type // want `Either may return \*ParseError, which`
	if err := Checks(n); err != nil {
		return err
	}
	return r.Failed
}

// NotError says nothing: a number is no error.
func NotError() (errCount int, ErrA string) { return 0, "" } // shape: raisesdoc/not-not-error

func unexported() error { return ErrA } // shape: raisesdoc/not-unexported-func

type hidden struct{}

// Method of a type that users cannot name.
func (hidden) Method() error { return ErrA } // shape: raisesdoc/not-unexported-func

// A WrapError has the methods that package errors knows.
type WrapError struct{} // want WrapError:`identity`

func (WrapError) Error() string         { return unexported().Error() }
func (WrapError) Unwrap() error         { return ErrA } // shape: raisesdoc/not-protocol
func (WrapError) Is(target error) bool  { return target == ErrA }
func (WrapError) As(target any) bool    { return target == nil }
func (WrapError) Other(n int) (e error) { return ErrA } // shape: raisesdoc/listed-method // want `WrapError.Other may return ErrA, and has no doc comment`

// Ignored says nothing.
//
//errlint:ignore raisesdoc the errors of this function are to stay unknown
func Ignored() error { return ErrA } // shape: raisesdoc/not-ignored

//errlint:ignore raisesdoc there is nothing to ignore here // want `errlint:ignore raisesdoc suppresses nothing`
func IgnoredInVain() error { return nil }
