// Package module returns errors. The comments say what is seen of each function, and the verdict on what the model says.
package module

import (
	"errors"
	"fmt"
	"os"
)

var (
	ErrPlain = errors.New("plain")
	ErrOuter = fmt.Errorf("outer: %w", ErrPlain)
	errZero  = error(&zero{})
)

type zero struct{}

func (*zero) Error() string { return "zero" }

// E unwraps.
type E struct{ cause error }

func (e *E) Error() string { return "e: " + e.cause.Error() }
func (e *E) Unwrap() error { return e.cause }

// Coded has a code.
type Coded struct{ code string }

func (c *Coded) Error() string { return c.code }
func (c *Coded) Code() string  { return c.code }

// sees ErrPlain predicted
func Sentinel() error { return ErrPlain }

// sees ErrOuter predicted
func Outer() error { return fmt.Errorf("more: %w", ErrOuter) }

// sees errZero predicted
func Zero() error { return errZero }

// sees *E predicted; ErrPlain predicted
func Typed() error { return &E{ErrPlain} }

// sees *Coded with the code "gone" predicted
func Code() error { return &Coded{"gone"} }

// sees an error without a name opaque
func Fresh() error { return errors.New("fresh") }

// sees *io/fs.PathError predicted; syscall.Errno opaque
func Open() (*os.File, error) { return os.Open("there is none") }

// sees ErrPlain given
func Same(err error) error { return err }

// sees ErrPlain parametric
func Do(f func() error) error { return f() }

// sees ErrPlain predicted; an error without a name opaque
func Join() (n int, err error) {
	defer func() { err = errors.Join(err, errors.New("deferred")) }()
	return 1, ErrPlain
}

// sees ErrPlain predicted
func (e *E) Method(a, _ int, rest ...string) (n int, err error) { return len(rest), ErrPlain }

// sees ErrPlain predicted
func Generic[K comparable, V any](m map[K]V, k K) (V, error) {
	if v, ok := m[k]; ok {
		return v, nil
	}
	return *new(V), ErrPlain
}

// Panics sets its result, but does not return it.
func Panics() (err error) {
	err = ErrPlain
	panic("no return")
}
