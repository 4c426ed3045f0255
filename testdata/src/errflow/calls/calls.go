// want package:"own"

// Package calls has errors that leave through calls.
package calls

import (
	"context"
	"errors"
	"fmt"
	"os"
)

var (
	ErrA = errors.New("a") // want ErrA:`wraps\(\) "a"`
	ErrB = errors.New("b") // want ErrB:`wraps\(\) "b"`
)

func a() error { return ErrA }

func Through() error { return a() } // want Through:`{errflow/calls.ErrA}`

func Wrap(err error, text string) error { // want Wrap:`{param 0}`
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", text, err)
}

func ThroughHelper() error { return Wrap(a(), "x") } // want ThroughHelper:`{errflow/calls.ErrA}`

func Generic[T any](v T, err error) (T, error) { // want Generic:`result 1: {errflow/calls.ErrB param 1}`
	if err != nil {
		return v, err
	}
	return v, ErrB
}

func Instance() error { // want Instance:`{errflow/calls.ErrA errflow/calls.ErrB}`
	_, err := Generic(1, a())
	return err
}

func Even(n int) error { // want Even:`{errflow/calls.ErrA errflow/calls.ErrB}`
	if n == 0 {
		return ErrA
	}
	return Odd(n - 1)
}

func Odd(n int) error { // want Odd:`{errflow/calls.ErrA errflow/calls.ErrB}`
	if n == 0 {
		return ErrB
	}
	return Even(n - 1)
}

func Deep(n int) error { // want Deep:`{errflow/calls.ErrA}`
	if n > 0 {
		if err := Deep(n - 1); err != nil {
			return fmt.Errorf("deep %d: %w", n, err)
		}
	}
	return ErrA
}

func Do(f func() error) error { return f() } // want Do:`{result of param 0}`

func DoLiteral() error { // want DoLiteral:`{errflow/calls.ErrB}`
	return Do(func() error { return ErrB })
}

func DoValue(n int) error { // want DoValue:`{errflow/calls.ErrA errflow/calls.ErrB}`
	f := a
	if n > 0 {
		f = func() error { return ErrB }
	}
	return f()
}

func Retry(n int, f func() error) (err error) { // want Retry:`{result of param 1}`
	for range n {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func Captures(x error) error { // want Captures:`{param 0}`
	return Do(func() error { return x })
}

func Maker() func() error {
	return func() error { return ErrA }
}

func Made() error { return Maker()() } // want Made:`{errflow/calls.ErrA}`

type store struct{ name string }

func (s store) get() error { return ErrA }

func MethodValue(s store) error { // want MethodValue:`{errflow/calls.ErrA}`
	f := s.get
	return f()
}

func MethodExpr(s store) error { return store.get(s) } // want MethodExpr:`{errflow/calls.ErrA}`

type outer struct{ store }

func Promoted(o outer) error { return o.get() } // want Promoted:`{errflow/calls.ErrA}`

// Getter gets.
type Getter interface {
	// Get fails with [ErrA] or with ErrB.
	Get() error // want Get:`{errflow/calls.ErrA errflow/calls.ErrB}`
	// Undocumented does things.
	Undocumented() error
	// Never fails.
	//
	// Errors: none
	Never() error // want Never:`{}`
}

func Declared(g Getter) error { return g.Get() } // want Declared:`{errflow/calls.ErrA errflow/calls.ErrB}`

func NotDeclared(g Getter) error { return g.Undocumented() } // want NotDeclared:`{opaque}`

func Context(ctx context.Context) error { return ctx.Err() } // want Context:`{context.Canceled context.DeadlineExceeded}`

func Std() error { // want Std:`{io/fs.ErrNotExist io/fs.ErrPermission \*io/fs.PathError opaque}`
	_, err := os.Open("x")
	return err
}

func Results(n int) (int, error, error) { // want Results:`result 1: {errflow/calls.ErrA}; result 2: {errflow/calls.ErrB}`
	return n, ErrA, ErrB
}

func Variadic(errs ...error) error { return errors.Join(errs...) } // want Variadic:`{param 0}`

func UsesVariadic() error { return Variadic(ErrA, a()) } // want UsesVariadic:`{errflow/calls.ErrA}`

// Functions that are made by functions, one behind the other, and by a recursive one.

func maker() func() error { return maker2() }

func maker2() func() error { return func() error { return ErrRecursive } }

var ErrRecursive = errors.New("recursive") // want ErrRecursive:`wraps\(\) "recursive"`

func MadeTwice() error { return maker()() } // want MadeTwice:`{errflow/calls.ErrRecursive}`

func again(n int) func() error {
	if n > 0 {
		return again(n - 1)
	}
	return func() error { return ErrRecursive }
}

func MadeAgain(n int) error { return again(n)() } // want MadeAgain:`{errflow/calls.ErrRecursive}`

const debug = false

// What a constant condition cuts off returns nothing.
func Dead() error { // want Dead:`{errflow/calls.ErrRecursive}`
	err := ErrRecursive
	if debug {
		return errors.New("debug")
	}
	if debug {
		err = errors.New("debug")
	}
	return err
}

var (
	verbose  bool // nothing sets it
	strict   = true
	switched = false
	shared   = false
)

func Switch() { switched = true }

func flags() []*bool { return []*bool{&shared} }

// Nothing sets some of the variables, which are as good as constants then.
func DeadByVariable() error { // want DeadByVariable:`{errflow/calls.ErrRecursive}`
	if verbose || !strict {
		return errors.New("verbose")
	}
	return ErrRecursive
}

// Others are set, or may be.
func AliveByVariable() error { // want AliveByVariable:`{errflow/calls.ErrRecursive io/fs.ErrClosed io/fs.ErrExist}`
	switch {
	case switched:
		return os.ErrClosed
	case shared:
		return os.ErrExist
	}
	return ErrRecursive
}

// A Coded documents codes, in the style of serum.
type Coded interface {
	// Errors:
	//
	//   - not-found -- there is none
	//   - closed    -- it is closed
	Load() error // want Load:`{"closed" "not-found"}`
}

func CallsCoded(c Coded) error { // want CallsCoded:`{"closed" "not-found"}`
	return c.Load()
}
