package calls

import (
	"errors"
	"fmt"
)

// A call that says what a condition of its callee asks for is answered for that call.

func create(name string, strict bool) error {
	if strict {
		return ErrA
	}
	if name == "" {
		return ErrB
	}
	return nil
}

func CreateStrict(name string) error { return create(name, true) }  // want CreateStrict:`{errflow/calls.ErrA}`
func CreateLoose(name string) error  { return create(name, false) } // want CreateLoose:`{errflow/calls.ErrB}`

func CreateNamed() error { return create("x", false) } // want CreateNamed:`{}`

func CreateEither(name string, strict bool) error { // want CreateEither:`{errflow/calls.ErrA errflow/calls.ErrB}`
	return create(name, strict)
}

type options struct{ n int }

func open(o *options, err error) (int, error) {
	switch {
	case o == nil:
		return 0, ErrA
	case err != nil:
		return 0, err
	}
	return o.n, nil
}

func OpenDefault() error { // want OpenDefault:`{errflow/calls.ErrA}`
	_, err := open(nil, ErrB)
	return err
}

func OpenWith() error { // want OpenWith:`{errflow/calls.ErrB}`
	_, err := open(&options{}, ErrB)
	return err
}

func OpenNothing() error { // want OpenNothing:`{}`
	_, err := open(&options{}, nil)
	return err
}

// An interface with a nil pointer in it is not nil.

type nothing struct{}

func given(v any) error {
	if v == nil {
		return ErrA
	}
	return ErrB
}

func GivenNilPointer() error { return given((*nothing)(nil)) } // want GivenNilPointer:`{errflow/calls.ErrB}`
func GivenNil() error        { return given(nil) }             // want GivenNil:`{errflow/calls.ErrA}`

// The ways meet before the return.

func choose(mode int) error {
	var err error
	switch mode {
	case 1:
		err = ErrA
	case 2:
		err = ErrB
	}
	return err
}

func ChooseOne() error  { return choose(1) } // want ChooseOne:`{errflow/calls.ErrA}`
func ChooseNone() error { return choose(3) } // want ChooseNone:`{}`

// A parameter that is assigned to is not what it was given.

func assigned(strict bool, n int) error {
	if n > 0 {
		strict = true
	}
	if strict {
		return ErrA
	}
	return nil
}

func Assigned(n int) error { return assigned(false, n) } // want Assigned:`{errflow/calls.ErrA}`

// Recursion with constants.

func twice(first bool) error {
	if first {
		return twice(false)
	}
	return ErrB
}

func Twice() error { return twice(true) } // want Twice:`{errflow/calls.ErrB}`

// Create fails with ErrA where it is strict, else with ErrB.
func Create(strict bool) error { // want Create:`result 0 if param 0 is true: {errflow/calls.ErrA}; result 0 if param 0 is false: {errflow/calls.ErrB}`
	if strict {
		return ErrA
	}
	return ErrB
}

// What a condition finds in a parameter is the caller's.

type soft struct{}

func (soft) Error() string { return "soft" }

var errSub = fmt.Errorf("sub: %w", ErrA) // want errSub:`wraps`

func passOn(n int, err error) error {
	switch err.(type) {
	case soft:
		if n > 0 {
			return nil
		}
	}
	if errors.Is(err, ErrA) && n > 1 {
		return err
	}
	return err
}

func onlyA(err error) error {
	if errors.Is(err, ErrA) {
		return err
	}
	return nil
}

func PassOn(n int, err error) error { return passOn(n, err) }    // want PassOn:`{param 1 less errflow/calls.ErrA errflow/calls.soft param 1 that is errflow/calls.soft param 1 that is errflow/calls.ErrA less errflow/calls.soft}`
func PassB(n int) error             { return passOn(n, ErrB) }   // want PassB:`{errflow/calls.ErrB}`
func PassSoft(n int) error          { return passOn(n, soft{}) } // want PassSoft:`{errflow/calls.soft}`
func OnlyB() error                  { return onlyA(ErrB) }       // want OnlyB:`{}`
func OnlySub() error                { return onlyA(errSub) }     // want OnlySub:`{errflow/calls.errSub}`
func OnlyUnknown(f func() error) error { // want OnlyUnknown:`{result of param 0 that is errflow/calls.ErrA}`
	return onlyA(f())
}
