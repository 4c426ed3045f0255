package nameless

import (
	"errors"
	"fmt"
	"os"

	"wrapcause/checks"
)

// Conditions have told all apart that an error may be: none is left.
func toldAll(text string) error {
	err := checks.Fail(text)
	f, ok := errors.AsType[*checks.Failure](err)
	if !ok {
		return fmt.Errorf("expected %T, got %T: %q", f, err, err.Error()) // category: nameless // shape: wrapcause/nameless-told // want `fmt.Errorf takes only the text of err`
	}
	return f
}

type finder interface {
	// find looks for a name.
	//
	// Errors: checks.ErrTaken
	find(name string) error
}

// An implementation may return more than the doc comment lists.
func toldListed(f finder, name string) error {
	err := f.find(name)
	if errors.Is(err, checks.ErrTaken) {
		return err
	}
	if err != nil {
		return fmt.Errorf("find: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// What an error is that a function is given, all its calls say: a *checks.Failure, or one that is made of text.
func fromCalls(name string) error {
	if err := free(name); err != nil {
		return failed(err)
	}
	return failed(checks.Fail("none"))
}

func free(name string) error {
	if err := checks.Name(name); err != nil {
		return err
	}
	return checks.Fail(name)
}

func failed(err error) *checks.Failure {
	if f, ok := errors.AsType[*checks.Failure](err); ok {
		return f
	}
	return &checks.Failure{Text: err.Error()} // category: nameless // shape: wrapcause/nameless-given // want `checks.Failure takes only the text of err`
}

// One call gives an error that the system has made.
func fromSystem(name string) error {
	if err := free(name); err != nil {
		return refused(err)
	}
	if err := os.Remove(name); err != nil {
		return refused(err)
	}
	return nil
}

func refused(err error) *checks.Failure {
	if f, ok := errors.AsType[*checks.Failure](err); ok {
		return f
	}
	return &checks.Failure{Text: err.Error()} // category: text // want `checks.Failure takes only the text of err`
}

// Others may call it, too.
func Exported(err error) error { // want Exported:`makes\(always; flattens \[0\]\)`
	return fmt.Errorf("exported: %v", err) // category: format // want `fmt.Errorf formats err with %v`
}

func callsExported(name string) error { return Exported(checks.Name(name)) }

// It is a value somewhere, and so may be called with whatever error.
func asValue(err error) error {
	return fmt.Errorf("value: %v", err) // category: format // want `fmt.Errorf formats err with %v`
}

var Hook = asValue // want Hook:`makes\(always; flattens \[0\]\)`

func callsValue(name string) error { return asValue(checks.Name(name)) }

// A function that calls itself gives what it was given, in another error.
func again(err error, n int) error {
	if n > 0 {
		return again(fmt.Errorf("again: %w", err), n-1)
	}
	return fmt.Errorf("again: %v", err) // category: format // want `fmt.Errorf formats err with %v`
}

func callsAgain(name string) error { return again(os.Remove(name), 2) }

// Nothing calls it in this build.
func uncalled(err error) error {
	return fmt.Errorf("uncalled: %v", err) // category: format // want `fmt.Errorf formats err with %v`
}

// A function literal is called where it is made.
func inLiteral(name string) error {
	fail := func(err error) error {
		return fmt.Errorf("literal: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if err := checks.Name(name); err != nil {
		return fail(err)
	}
	return fail(checks.Name("x"))
}

func inLiteralOfSystem(name string) error {
	fail := func(err error) error {
		return fmt.Errorf("literal: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if err := checks.Name(name); err != nil {
		return fail(err)
	}
	return fail(os.Remove(name))
}
