// want package:"own"

// Package guards has conditions that narrow what an error may be.
package guards

import (
	"errors"
	"fmt"
	"io"
	"os"
)

var (
	ErrA   = errors.New("a")        // want ErrA:`wraps\(\) "a"`
	ErrB   = errors.New("b")        // want ErrB:`wraps\(\) "b"`
	ErrC   = errors.New("c")        // want ErrC:`wraps\(\) "c"`
	ErrSub = fmt.Errorf("%w", ErrA) // want ErrSub:`wraps`
)

type E struct{ n int }

func (E) Error() string { return "" }

func abc(n int) error {
	switch n {
	case 0:
		return ErrA
	case 1:
		return ErrB
	case 2:
		return ErrSub
	case 3:
		return E{n}
	}
	return nil
}

func Is(n int) error { // want Is:`{errflow/guards.E errflow/guards.ErrB}`
	err := abc(n)
	if errors.Is(err, ErrA) {
		return nil
	}
	return err
}

func IsOnly(n int) error { // want IsOnly:`{errflow/guards.ErrB}`
	err := abc(n)
	if errors.Is(err, ErrB) {
		return fmt.Errorf("x: %w", err)
	}
	return nil
}

func IsOr(n int) error { // want IsOr:`{errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub}`
	err := abc(n)
	if errors.Is(err, ErrA) || errors.Is(err, ErrB) {
		return err
	}
	return nil
}

func NotIsAnd(n int) error { // want NotIsAnd:`{errflow/guards.E}`
	err := abc(n)
	if err != nil && !errors.Is(err, ErrA) && !errors.Is(err, ErrB) {
		return err
	}
	return nil
}

func Equal(n int) error { // want Equal:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrSub}`
	err := abc(n)
	if err == ErrB {
		return nil
	}
	return err
}

func Switch(n int) error { // want Switch:`{errflow/guards.E errflow/guards.ErrC}`
	switch err := abc(n); err {
	case nil, ErrA, ErrB:
		return nil
	case ErrSub:
		return ErrC
	default:
		return err
	}
}

func As(n int) error { // want As:`{errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub}`
	err := abc(n)
	var e E
	if errors.As(err, &e) {
		return nil
	}
	return err
}

func AsTarget(n int) error { // want AsTarget:`{errflow/guards.E}`
	var e E
	if errors.As(abc(n), &e) {
		return e
	}
	return nil
}

func AsType(n int) error { // want AsType:`{errflow/guards.E}`
	if e, ok := errors.AsType[E](abc(n)); ok {
		return e
	}
	return nil
}

func NotAsType(n int) error { // want NotAsType:`{errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub}`
	err := abc(n)
	if _, ok := errors.AsType[E](err); ok {
		return nil
	}
	return err
}

func TypeSwitch(n int) error { // want TypeSwitch:`{errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrC errflow/guards.ErrSub}`
	switch err := abc(n).(type) {
	case nil:
		return nil
	case E:
		return ErrC
	default:
		return err
	}
}

func OfOpaque(r io.Reader) error { // want OfOpaque:`{io.EOF opaque}`
	_, err := r.Read(nil)
	if errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

func IgnoreEOF(err error) error { // want IgnoreEOF:`{param 0 less io.EOF}`
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func UsesIgnore(n int) error { // want UsesIgnore:`{errflow/guards.ErrA}`
	err := error(io.EOF)
	if n > 0 {
		err = ErrA
	}
	return IgnoreEOF(err)
}

func isAOrB(err error) bool { return errors.Is(err, ErrA) || errors.Is(err, ErrB) }

func Predicate(n int) error { // want Predicate:`{errflow/guards.E}`
	err := abc(n)
	if isAOrB(err) {
		return nil
	}
	return err
}

func IsE(err error) bool { // want IsE:`true {param 0 that is errflow/guards.E}, false {param 0 less errflow/guards.E}`
	var e E
	return errors.As(err, &e)
}

func ByVariable(n int) error { // want ByVariable:`{errflow/guards.E errflow/guards.ErrB}`
	err := abc(n)
	isA := errors.Is(err, ErrA)
	if isA {
		return nil
	}
	return err
}

func Known(name string) error { // want Known:`{io/fs.ErrPermission \*io/fs.PathError opaque}`
	_, err := os.Stat(name)
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

func Loop(n int) error { // want Loop:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrSub}`
	for {
		err := abc(n)
		if errors.Is(err, ErrB) {
			continue
		}
		return err
	}
}

func Checked(n int) (err error) { // want Checked:`{errflow/guards.ErrC}`
	if err = abc(n); err != nil {
		return ErrC
	}
	return err
}

func OtherName(name string) error { // want OtherName:`{io/fs.ErrPermission \*io/fs.PathError opaque}`
	_, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// == finds an error that leaves as itself, errors.Is also one that is wrapped.

func wrapped(n int) error {
	if n > 0 {
		return fmt.Errorf("n: %w", ErrA)
	}
	return ErrB
}

func EqualWrapped(n int) error { // want EqualWrapped:`{errflow/guards.ErrA}`
	err := wrapped(n)
	if err == ErrA || err == ErrB {
		return nil
	}
	return err
}

func IsWrapped(n int) error { // want IsWrapped:`{}`
	err := wrapped(n)
	if errors.Is(err, ErrA) || err == ErrB {
		return nil
	}
	return err
}

// W wraps its cause.
type W struct{ Cause error } // want W:`causes`

func (*W) Error() string   { return "" }
func (w *W) Unwrap() error { return w.Cause }

func inW(n int) error {
	if n > 0 {
		return &W{ErrA}
	}
	return ErrB
}

// What only an error wraps that errors.As has taken away is gone with it.
func AsTakesCause(n int) error { // want AsTakesCause:`{errflow/guards.ErrB}`
	err := inW(n)
	if w := (*W)(nil); errors.As(err, &w) {
		return nil
	}
	return err
}

// What errors.As finds has the cause of the error that it was found in.
func AsCause(n int) error { // want AsCause:`{errflow/guards.ErrA}`
	w := (*W)(nil)
	if errors.As(inW(n), &w) {
		return w.Cause
	}
	return nil
}

func AsWhole(n int) error { // want AsWhole:`{errflow/guards.ErrA \*errflow/guards.W}`
	w := (*W)(nil)
	if errors.As(inW(n), &w) {
		return w
	}
	return nil
}

func other() error { return &W{ErrC} } // keeps ErrC from the causes above

// What errors.Is finds leaves in the type that it is in.
func IsWithin(n int) error { // want IsWithin:`{errflow/guards.ErrA \*errflow/guards.W}`
	if err := inW(n); errors.Is(err, ErrA) {
		return err
	}
	return nil
}

// Two names of one error are one error.
var ErrAlias = ErrA // want ErrAlias:`wraps`

func ByOtherName(n int) error { // want ByOtherName:`{errflow/guards.ErrA}`
	if err := abc(n); errors.Is(err, ErrAlias) {
		return err
	}
	return nil
}

func LessOtherName(n int) error { // want LessOtherName:`{errflow/guards.E errflow/guards.ErrB errflow/guards.ErrSub}`
	if err := abc(n); err != ErrAlias {
		return err
	}
	return nil
}

// A format that is put together may wrap what its operands are.
func formatted(message string, err error) error {
	format, args := "%w", []any{err}
	if message != "" {
		format += ": %s"
		args = append(args, message)
	}
	return fmt.Errorf(format, args...)
}

func Formatted() error { // want Formatted:`{errflow/guards.ErrB}`
	return formatted("x", ErrB)
}

func FormattedAs(format string) error { // want FormattedAs:`{errflow/guards.ErrB opaque}`
	return fmt.Errorf("x: "+format, ErrB)
}

// What a function wraps of the operands that it hands on, the format says that its callers give it.
func failf(format string, args ...any) error { return fmt.Errorf(format, args...) }

func Failed() error { // want Failed:`{opaque}`
	return failf("x: %v", ErrB)
}

// What errors.Is finds is in types, of which some are in others.
func inWW(n int) error {
	if err := inW(n); err != nil {
		return &Outer{err}
	}
	return nil
}

// Outer wraps its cause.
type Outer struct{ Cause error } // want Outer:`causes`

func (*Outer) Error() string   { return "" }
func (o *Outer) Unwrap() error { return o.Cause }

func IsDeep(n int) error { // want IsDeep:`{errflow/guards.ErrA \*errflow/guards.Outer \*errflow/guards.W}`
	if err := inWW(n); errors.Is(err, ErrA) {
		return err
	}
	return nil
}

func AsDeep(n int) error { // want AsDeep:`{errflow/guards.ErrA errflow/guards.ErrB \*errflow/guards.Outer \*errflow/guards.W}`
	o := (*Outer)(nil)
	if err := inWW(n); errors.As(err, &o) {
		return err
	}
	return nil
}

// A caller's error leaves with the types that it is in.
func keepA(err error) error {
	if errors.Is(err, ErrA) {
		return err
	}
	return nil
}

func KeptInW(n int) error { return keepA(inW(n)) } // want KeptInW:`{errflow/guards.ErrA \*errflow/guards.W}`

func KeptWrapped(n int) error { return &Outer{keepA(inW(n))} } // want KeptWrapped:`{errflow/guards.ErrA \*errflow/guards.Outer \*errflow/guards.W}`

// An error that answers for itself may be what errors.Is asks for.
type timeout struct{}

func (timeout) Error() string        { return "timeout" }
func (timeout) Is(target error) bool { return target == ErrA } // want Is:`param 1 that is errflow/guards.ErrA`

var errTimeout error = timeout{} // want errTimeout:`wraps\(t errflow/guards.timeout\)`

func late(n int) error {
	switch n {
	case 0:
		return timeout{}
	case 1:
		return errTimeout
	case 2:
		return ErrB
	}
	return nil
}

func Answers(n int) error { // want Answers:`{errflow/guards.errTimeout errflow/guards.timeout}`
	if err := late(n); errors.Is(err, ErrA) {
		return err
	}
	return nil
}

// == is not asked of the error.
func NoAnswer(n int) error { // want NoAnswer:`{}`
	if err := late(n); err == ErrA {
		return err
	}
	return nil
}

// Of an error of which nothing is known, == says all.
func EqualOpaque(r io.Reader) error { // want EqualOpaque:`{io.EOF}`
	if _, err := r.Read(nil); err == io.EOF {
		return err
	}
	return nil
}

func FoundOpaque(f func() error) error { // want FoundOpaque:`{errflow/guards.E}`
	var e E
	if errors.As(f(), &e) {
		return e
	}
	return nil
}
