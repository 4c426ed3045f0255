// want package:"own"

// Package memory has errors in variables that closures capture, and in named
// results that deferred functions change.
package memory

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

var (
	ErrA     = errors.New("a")     // want ErrA:`wraps\(\) "a"`
	ErrB     = errors.New("b")     // want ErrB:`wraps\(\) "b"`
	ErrClose = errors.New("close") // want ErrClose:`wraps\(\) "close"`
)

func a() error       { return ErrA }
func closes() error  { return ErrClose }
func cleanup() error { return nil }

func DeferWraps() (err error) { // want DeferWraps:`{errflow/memory.ErrA}`
	defer func() {
		if err != nil {
			err = fmt.Errorf("wraps: %w", err)
		}
	}()
	return a()
}

func DeferReplaces() (err error) { // want DeferReplaces:`{errflow/memory.ErrB}`
	defer func() {
		if err != nil {
			err = ErrB
		}
	}()
	return a()
}

func DeferClose() (err error) { // want DeferClose:`{errflow/memory.ErrA errflow/memory.ErrClose}`
	defer func() {
		if cerr := closes(); err == nil {
			err = cerr
		}
	}()
	return a()
}

func DeferJoins() (err error) { // want DeferJoins:`{errflow/memory.ErrA errflow/memory.ErrB errflow/memory.ErrClose}`
	defer func() { err = errors.Join(err, closes()) }()
	if err := cleanup(); err != nil {
		return ErrB
	}
	return a()
}

func DeferRecovers() (err error) { // want DeferRecovers:`{errflow/memory.ErrA errflow/memory.ErrB}`
	defer func() {
		if r := recover(); r != nil {
			err = ErrB
		}
	}()
	return a()
}

func DeferReads() (err error) { // want DeferReads:`{errflow/memory.ErrA}`
	defer func() { println(err) }()
	if err = a(); err != nil {
		return err
	}
	return nil
}

func Captured() error { // want Captured:`{errflow/memory.ErrA}`
	var err error
	func() { err = a() }()
	return err
}

func Passed() error { // want Passed:`{errflow/memory.ErrA errflow/memory.ErrB}`
	var err error
	each(func(n int) {
		if n > 0 {
			err = ErrB
		}
	})
	if err != nil {
		return err
	}
	err = a()
	return err
}

func each(f func(int)) { f(1) }

func GuardedCapture() error { // want GuardedCapture:`{errflow/memory.ErrA}`
	err := a()
	defer func() { println(err.Error()) }()
	if err == nil {
		err = ErrB
		return nil
	}
	return err
}

func RecoverOnly() (n int, err error) { // want RecoverOnly:`result 1: {errflow/memory.ErrB}`
	defer func() {
		if r := recover(); r != nil {
			err = ErrB
		}
	}()
	if n, err = 1, a(); err != nil {
		return 0, nil
	}
	return n, nil
}

func RecoverToNil() (err error) { // want RecoverToNil:`{}`
	defer func() {
		if recover() == nil {
			return
		}
		err = nil
	}()
	err = a()
	return nil
}

func RecoverKeeps() (err error) { // want RecoverKeeps:`{errflow/memory.ErrA}`
	defer func() { _ = recover() }()
	err = a()
	err = nil
	panic(err)
}

func EachReturn(n int) (m int, err error) { // want EachReturn:`result 1: {errflow/memory.ErrB}`
	defer func() {
		if errors.Is(err, ErrA) {
			err = ErrB
		}
	}()
	if n > 0 {
		return n, a()
	}
	return 0, nil
}

// Unlocking and closing do not recover.
func DeferElsewhere(mu *sync.Mutex, f *os.File) (err error) { // want DeferElsewhere:`{}`
	mu.Lock()
	defer mu.Unlock()
	defer f.Close()
	if err = a(); err != nil {
		err = nil
	}
	return err
}

// What a literal is called with, it stores.
func Collected(n int) error { // want Collected:`{errflow/memory.ErrA errflow/memory.ErrB}`
	var bad error
	keep := func(err error) {
		if bad == nil {
			bad = err
		}
	}
	keep(ErrA)
	if n > 0 {
		keep(ErrB)
	}
	return bad
}

func CollectedOf(err error) error { // want CollectedOf:`{errflow/memory.ErrA param 0}`
	var bad error
	keep := func(err error) { bad = err }
	keep(ErrA)
	keep(err)
	return bad
}

func CollectedBy(each func(func(error))) error { // want CollectedBy:`{opaque}`
	var bad error
	keep := func(err error) { bad = err }
	keep(ErrA)
	each(keep)
	return bad
}

// A future's error is what is sent on its channel, in whatever function.
type future struct {
	err  error
	errc chan error
	errs []error
}

func (f *future) init() { f.errc, f.errs = make(chan error, 1), make([]error, 2) }

func (f *future) respond(err error) { f.errc <- err }

func (f *future) Wait() error { // want Wait:`{errflow/memory.ErrB}`
	if f.err == nil {
		f.err = <-f.errc
	}
	return f.err
}

func (f *future) fill() { f.errs[1] = ErrA }

func (f *future) First() error { // want First:`{errflow/memory.ErrA}`
	return f.errs[0]
}

func serve(f *future) { f.respond(ErrB) }

// A literal may give away the address of what it captures.
func put(p *error, err error) { *p = err }

func GivenInLiteral() error { // want GivenInLiteral:`opaque`
	var err error
	fill := func() { put(&err, ErrA) }
	fill()
	return err
}

func GivenInDeferred() (err error) { // want GivenInDeferred:`opaque`
	defer func() { put(&err, ErrA) }()
	return nil
}

func GivenBeforeLiteral() error { // want GivenBeforeLiteral:`opaque`
	var err error
	put(&err, ErrA)
	return func() error { return err }()
}

func KeptInLiteral() error { // want KeptInLiteral:`opaque`
	var err error
	var p *error
	keep := func() { p = &err }
	keep()
	*p = ErrA
	return err
}

type asked struct{}

func (*asked) Error() string { return "" }

func FoundInLiteral(err error) error { // want FoundInLiteral:`\*errflow/memory.asked`
	var a *asked
	if is := func() bool { return errors.As(err, &a) }; is() {
		return a
	}
	return nil
}

// A status is an error by value. A literal that captures a variable of it makes an error of the value, not of a pointer to it.
type status struct{ code int }

func (s status) Error() string { return "status" }

func Exits() (err error) { // want Exits:`{errflow/memory.status}`
	exit := status{}
	defer func() {
		if exit.code != 0 {
			err = errors.Join(exit, err)
		}
	}()
	exit.code = -1
	return nil
}

func exitsLater() func() error {
	exit := status{}
	exit.code = -1
	return func() error { return exit }
}

func ExitsHere() error { // want ExitsHere:`{errflow/memory.status}`
	return exitsLater()()
}

func putAndRead(p *error) error {
	*p = ErrA
	return *p
}

func ReadThroughPointer() error { return putAndRead(new(error)) } // want ReadThroughPointer:`opaque`

func Put(p *error, err error) { *p = err } // others may have pointers, too
