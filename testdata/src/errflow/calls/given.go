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

// What is said of a parameter is said to the literals that capture it.

var (
	ErrEmpty = errors.New("empty") // want ErrEmpty:`wraps\(\) "empty"`
	ErrLate  = errors.New("late")  // want ErrLate:`wraps\(\) "late"`
)

func resolve(hosts []string, inner, outer bool) error {
	if len(hosts) == 0 {
		return ErrEmpty
	}
	check := func(host string) error {
		if inner && host == "" {
			return fmt.Errorf("check %q: %w", host, ErrA)
		}
		if outer && host != "" {
			return fmt.Errorf("check %q: %w", host, ErrB)
		}
		return nil
	}
	if err := check(hosts[0]); err != nil {
		return err
	}
	for _, host := range hosts {
		if err := check(host); err != nil {
			return fmt.Errorf("resolve: %w", err)
		}
	}
	return nil
}

func ResolveInner(hosts []string) error { // want ResolveInner:`{errflow/calls.ErrA errflow/calls.ErrEmpty}`
	return resolve(hosts, true, false)
}

func ResolveOuter(hosts []string) error { // want ResolveOuter:`{errflow/calls.ErrB errflow/calls.ErrEmpty}`
	f := resolve
	return f(hosts, false, true)
}

func ResolveEither(hosts []string, inner bool) error { // want ResolveEither:`{errflow/calls.ErrA errflow/calls.ErrEmpty}`
	return resolve(hosts, inner, false)
}

// So it is to literals in literals, which have parameters of their own, and to deferred ones.

func visit(names []string, mode string) (err error) {
	if mode == "none" {
		return ErrEmpty
	}
	each := func(name string, strict bool) error {
		look := func() error {
			switch {
			case mode == "all" && name == "":
				return ErrA
			case strict && name == "":
				return ErrB
			}
			return nil
		}
		return look()
	}
	defer func() {
		if mode == "all" && err == nil {
			err = ErrLate
		}
	}()
	for _, name := range names {
		if err := each(name, false); err != nil {
			return err
		}
	}
	return nil
}

func VisitAll(names []string) error { // want VisitAll:`{errflow/calls.ErrA errflow/calls.ErrLate}`
	return visit(names, "all")
}

func VisitNone(names []string) error { // want VisitNone:`{errflow/calls.ErrEmpty}`
	return visit(names, "none")
}

func VisitSome(names []string) error { // want VisitSome:`{}`
	return visit(names, "some")
}

// A captured parameter that is assigned to is not what it was given.

func reset(hosts []string, inner bool) error {
	check := func() error {
		if inner {
			return ErrA
		}
		return nil
	}
	if len(hosts) > 1 {
		inner = true
	}
	return check()
}

func Reset(hosts []string) error { return reset(hosts, false) } // want Reset:`{errflow/calls.ErrA}`

// A literal that is handed on is asked for what its function was given, too.

func run(f func() error) error { return f() }

func handOn(strict bool) error {
	return run(func() error {
		if strict {
			return ErrA
		}
		return ErrB
	})
}

func HandOn() error { return handOn(false) } // want HandOn:`{errflow/calls.ErrB}`

// ResolveHost is another package's premise.
func ResolveHost(host string, strict bool) error { // want ResolveHost:`result 0: {errflow/calls.ErrA}; result 0 if param 1 is false: {}`
	check := func() error {
		if strict {
			return ErrA
		}
		return nil
	}
	return check()
}
