// Package exact is checked at level exact.
package exact

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
)

var (
	ErrA     = errors.New("a")
	ErrB     = errors.New("b")
	ErrSub   = fmt.Errorf("sub: %w", ErrA)
	ErrAgain = ErrB
)

// An E is an error.
type E struct{}

func (*E) Error() string { return "" }

// Coded errors are errors.
type Coded interface {
	error
	Code() string
}

// More lists too much.
//
// Errors:
//   - [ErrA]
//   - [ErrB] never // want `the doc comment of More lists ErrB, which cannot leave it`
//   - [*E] never // want `the doc comment of More lists E, which cannot leave it`
//   - [Coded] errors: what ErrA is, nobody says
//   - [io.EOF] never // want `the doc comment of More lists io.EOF, which cannot leave it`
func More() error { return ErrA } // shape: raisesdoc/exact

// Narrowed lists what was handled.
//
// Errors:
//   - ErrA
//   - ErrB // want `the doc comment of Narrowed lists ErrB, which cannot leave it`
func Narrowed(n int) error { // shape: raisesdoc/exact
	err := ErrA
	if n > 0 {
		err = ErrB
	}
	if errors.Is(err, ErrB) {
		return nil
	}
	return err
}

// Just lists what there is.
//
// Errors:
//   - [ErrA] is wrapped
//   - [ErrSub]
//   - [ErrAgain]
//   - [*E] if not [io.EOF]
func Just(n int) error { // shape: raisesdoc/not-exact
	switch n {
	case 0:
		return ErrSub
	case 1:
		return ErrB
	case 2:
		return &E{}
	}
	return nil
}

// Opaque may return anything.
//
// Errors:
//   - [ErrA]
//   - [ErrB] perhaps
func Opaque(f func() error, n int) error { // shape: raisesdoc/not-exact-opaque
	if n > 0 {
		return ErrA
	}
	return errors.New("fresh")
}

// Parametric returns what it is given.
//
// Errors:
//   - [ErrB] if f does
func Parametric(f func() error) error { return f() } // shape: raisesdoc/not-exact-opaque

// Concrete has a type in its signature.
//
// Errors:
//   - [*E] always
func Concrete() *E { return &E{} } // shape: raisesdoc/not-exact // want Concrete:`constructs`

// NewE makes one.
//
// Errors:
//   - [*E] always
func NewE() error { return &E{} } // shape: raisesdoc/not-exact // want NewE:`constructs`

// Prose is not like one that fails with ErrB.
//
// Errors:
//   - [ErrA]
func Prose() error { return ErrA } // shape: raisesdoc/not-exact

// Known calls a function of the standard library.
//
// Errors:
//   - [*strconv.NumError]
//   - [ErrA] // want `the doc comment of Known lists ErrA, which cannot leave it`
func Known(s string) error { // shape: raisesdoc/exact
	_, err := strconv.Atoi(s)
	if err == io.EOF {
		return nil
	}
	return err
}

// Never fails.
//
// Errors:
//   - [ErrA] // want `the doc comment of Never lists ErrA, which cannot leave it`
func Never() error { return nil } // shape: raisesdoc/exact

// NoResult is stale, not more.
//
// Errors:
//   - [ErrA] // want `the doc comment of NoResult lists ErrA, but NoResult returns no error`
func NoResult() int { return 0 } // shape: raisesdoc/stale-no-error

// Status maps errors.
//
// Errors:
//   - [ErrA] gives 404
func Status(err error) int { return 404 } // shape: raisesdoc/not-exact

// A Getter is documented.
type Getter interface {
	// Get may fail.
	//
	// Errors:
	//   - [ErrA]
	//   - [ErrB]
	Get() error // shape: raisesdoc/not-exact
}

// Rename has names of package os for errors of io/fs.
//
// Errors:
//   - os.ErrNotExist: there is none
//   - os.ErrClosed: it was closed // want `the doc comment of Rename lists os.ErrClosed, which cannot leave it`
func Rename(name string) error { // shape: raisesdoc/not-exact
	if name == "" {
		return os.ErrNotExist
	}
	return nil
}
