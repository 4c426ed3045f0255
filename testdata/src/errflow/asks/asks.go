// want package:"own"

// Package asks has functions that ask which error they are given. Package useofasks asks by them.
package asks

import (
	"errors"
	"log"
)

var (
	ErrA = errors.New("a") // want ErrA:`wraps\(\) "a"`
	ErrB = errors.New("b") // want ErrB:`wraps\(\) "b"`
)

type E struct{ Code int }

func (*E) Error() string { return "" }

// Other names of functions.
var (
	Is  = errors.Is  // want Is:`holds errors.Is`
	As  = errors.As  // want As:`holds errors.As`
	New = errors.New // want New:`holds errors.New`
)

// One that is assigned again may be anything.
var Replaced = errors.Is

func init() { Replaced = func(error, error) bool { return true } }

// The target is a parameter.
func Matches(err, target error) bool { return errors.Is(err, target) } // want Matches:`param 0: true {param 0 that is value of param 1}, false {param 0 less value of param 1}`

func Same(err, target error) bool { return err == target } // want Same:`param 0: true {param 0 that is value of param 1}, false {param 0 less value of param 1}; param 1: true {param 1 that is value of param 0}, false {param 1 less value of param 0}`

func ByName(err, target error) bool { return Is(err, target) } // want ByName:`param 0: true {param 0 that is value of param 1}, false {param 0 less value of param 1}`

func MatchesFirst(target, err error) bool { return Matches(err, target) } // want MatchesFirst:`param 1: true {param 1 that is value of param 0}, false {param 1 less value of param 0}`

func Any(err error, targets ...error) bool { // want Any:`param 0: true {param 0 that is element of param 1}, false {param 0 less element of param 1}`
	for _, t := range targets {
		if errors.Is(err, t) {
			return true
		}
	}
	return false
}

// It is not certain that it asks for all of them.
func Some(err error, targets ...error) bool { // want Some:`param 0: true {param 0 that is element of param 1}, false {param 0}`
	for _, t := range targets {
		if errors.Is(err, t) {
			return true
		}
		if t == nil {
			break
		}
	}
	return false
}

func Ignore(err, target error) error { // want Ignore:`result 0: {param 0 less value of param 1}`
	if errors.Is(err, target) {
		return nil
	}
	return err
}

// The type is a parameter.
func AsType[T error](err error) (T, bool) { // want AsType:`param 0: true {param 0 that is type param 0}, false {param 0 less type param 0}`
	var e T
	ok := errors.As(err, &e)
	return e, ok
}

func Has[T error](err error) bool { // want Has:`param 0: true {param 0 that is type param 0}, false {param 0 less type param 0}`
	_, ok := AsType[T](err)
	return ok
}

func Find(err error, target any) bool { return errors.As(err, target) } // want Find:`param 0: true {param 0 that is type pointed to param 1}, false {param 0 less type pointed to param 1}; finds in param 0 what param 1 points to`

func FindFirst(target any, err error) bool { return Find(err, target) } // want FindFirst:`finds in param 1 what param 0 points to`

// Questions with an answer of their own.
func NotA(err error) bool { return !errors.Is(err, ErrA) } // want NotA:`true {param 0 less errflow/asks.ErrA}, false {param 0 that is errflow/asks.ErrA}`

func IsAOrB(err error) bool { // want IsAOrB:`true {param 0 that is errflow/asks.ErrA param 0 that is errflow/asks.ErrB}, false {param 0 less errflow/asks.ErrA errflow/asks.ErrB}`
	return errors.Is(err, ErrA) || errors.Is(err, ErrB)
}

func Logged(err error) bool { // want Logged:`true {param 0 that is errflow/asks.ErrA}, false {param 0 less errflow/asks.ErrA}`
	if errors.Is(err, ErrA) {
		log.Print(err)
		return true
	}
	return false
}

func NotFound(err error) bool { // want NotFound:`true {param 0 that is \*errflow/asks.E}, false {param 0 less \*errflow/asks.E param 0 that is \*errflow/asks.E}`
	var e *E
	return errors.As(err, &e) && e.Code == 404
}

type Checker struct{ last error }

func (c *Checker) IsA(err error) bool { // want IsA:`param 1: true {param 1 that is errflow/asks.ErrA}, false {param 1 less errflow/asks.ErrA}`
	c.last = err
	return errors.Is(err, ErrA)
}

// It says nothing.
func Retry(err error) bool { return err.Error() == "again" }

// A literal is no declared function: of what it asks for, it knows nothing.
func Literal(err, target error) error { // want Literal:`{param 0}`
	is := func(e error) bool { return errors.Is(e, target) }
	if is(err) {
		return nil
	}
	return err
}

// A parameter that a literal captures is in memory.
func Deferred(err error) bool { // want Deferred:`param 0: true {param 0 that is errflow/asks.ErrA}, false {param 0 less errflow/asks.ErrA}`
	defer func() { log.Print(err) }()
	return errors.Is(err, ErrA)
}

// A literal may ask in place of the function.
func ByLiteral(err, target error) bool { // want ByLiteral:`param 0: true {param 0 that is errflow/asks.ErrA}, false {param 0 less errflow/asks.ErrA}`
	return func() bool {
		if err == nil {
			return false
		}
		return errors.Is(err, ErrA)
	}()
}

func TargetOfLiteral(err, target error) bool { // want TargetOfLiteral:`param 0: true {param 0 that is value of param 1}, false {param 0 less value of param 1}`
	return func() bool { return errors.Is(err, target) }()
}

// What is assigned is not what was given.
func OtherTarget(err, target error) bool {
	defer func() { log.Print(target) }()
	if target == nil {
		target = ErrA
	}
	return errors.Is(err, target)
}

func Assigned(err error) bool { // want Assigned:`param 0: true {}, false {errflow/asks.ErrB}`
	defer func() { log.Print(err) }()
	err = ErrB
	return errors.Is(err, ErrA)
}

// A deferred literal has the last word.
func Turned(err error) (is bool) {
	defer func() { is = !is }()
	return errors.Is(err, ErrA)
}
