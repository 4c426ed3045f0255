// Package edge has less common ways in which errors come to leave a function,
// and less common ways to rule them out.
package edge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync"
)

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
	ErrC = errors.New("c")
)

// An E is an error.
type E struct{ Cause error }

func (e *E) Error() string { return "e" }
func (e *E) Unwrap() error { return e.Cause }

// A V is an error without a pointer.
type V struct{ n int }

func (v V) Error() string { return "v" }

func a() error { return ErrA }

func ab(n int) error {
	if n > 0 {
		return ErrA
	}
	return ErrB
}

func Bool(n int) error { // shape: raisesdoc/guard-is // want `Bool may return ErrB, and has no doc comment`
	err := ab(n)
	isA := errors.Is(err, ErrA)
	if isA {
		return nil
	}
	return err
}

func Reassigned(n int) error { // shape: raisesdoc/guard-is // want `Reassigned may return ErrA and ErrB, and has no doc comment`
	err := ab(n)
	if errors.Is(err, ErrA) {
		return nil
	}
	err = ab(n + 1)
	return err
}

func Retried(n int) error { // shape: raisesdoc/guard-is // want `Retried may return ErrB and ErrC, and has no doc comment`
	err := ab(n)
	if errors.Is(err, ErrA) {
		err = fmt.Errorf("again: %w", ErrC)
	}
	return err
}

func Replaced(n int) (err error) { // shape: raisesdoc/guard-is // want `Replaced may return ErrB and ErrC, and has no doc comment`
	if err = ab(n); errors.Is(err, ErrA) {
		err = ErrC
	}
	return err
}

func Negated(n int) error { // shape: raisesdoc/guard-is // want `Negated may return ErrA, and has no doc comment`
	if err := ab(n); !errors.Is(err, ErrB) {
		return err
	}
	return nil
}

func AndNot(n int) error { // shape: raisesdoc/not-guard
	if err := ab(n); err != nil && !errors.Is(err, ErrA) && !errors.Is(err, ErrB) {
		return err
	}
	return nil
}

func Fallthrough(n int) error { // shape: raisesdoc/guard-equal // want `Fallthrough may return ErrA, and has no doc comment`
	err := ab(n)
	switch err {
	case ErrB:
		return nil
	case ErrA:
		fallthrough
	default:
		return err
	}
}

func TypeSwitchTypes(n int) error { // shape: raisesdoc/guard-type-switch // want `TypeSwitchTypes may return ErrC, and has no doc comment`
	var err error
	switch n {
	case 0:
		err = &E{}
	case 1:
		err = V{n}
	case 2:
		err = ErrC
	}
	switch err.(type) {
	case *E, V:
		return nil
	}
	return err
}

func AsValue(n int) error { // shape: raisesdoc/guard-as // want `AsValue may return ErrC, and has no doc comment`
	var err error = V{n}
	if n > 0 {
		err = ErrC
	}
	var v V
	if errors.As(err, &v) {
		return nil
	}
	return err
}

func AsInterface(n int) error { // shape: raisesdoc/guard-as // want `AsInterface may return V, and has no doc comment`
	var err error
	if n > 0 {
		err = V{n}
	}
	var t interface{ Timeout() bool }
	if errors.As(err, &t) {
		return err
	}
	return err
}

func LoopCondition(n int) error { // shape: raisesdoc/guard-is // want `LoopCondition may return ErrB, and has no doc comment`
	err := ab(n)
	for errors.Is(err, ErrA) {
		n--
		err = ab(n)
	}
	return err
}

func Labelled(n int) error { // shape: raisesdoc/guard-is // want `Labelled may return ErrB, and has no doc comment`
outer:
	for i := range n {
		for j := range n {
			err := ab(i * j)
			switch {
			case err == nil:
			case errors.Is(err, ErrA):
				continue outer
			default:
				return err
			}
		}
	}
	return nil
}

func IndexedVerbs() error { return fmt.Errorf("%[2]w: %[1]v", ErrA, ErrB) } // shape: raisesdoc/wrap // want `IndexedVerbs may return ErrB, and has no doc comment`

const layout = "layout: %w"

func ConstantFormat() error { return fmt.Errorf(layout+" (%d)", ErrA, 1) } // shape: raisesdoc/wrap // want `ConstantFormat may return ErrA, and has no doc comment`

func Escaped() error { return fmt.Errorf("%%w: %v", ErrA) } // shape: raisesdoc/not-flattened

func TextOf() error { return errors.New(ErrA.Error()) } // shape: raisesdoc/not-flattened

func variadic(errs ...error) error { return errors.Join(errs...) }

func Variadic() error { return variadic(ErrA, fmt.Errorf("x: %w", ErrB)) } // shape: raisesdoc/helper // want `Variadic may return ErrA and ErrB, and has no doc comment`

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func First() error { return first(a(), ErrC) } // shape: raisesdoc/helper // want `First may return ErrA and ErrC, and has no doc comment`

func maker() func() error { return func() error { return ErrB } }

func Made() error { return maker()() } // shape: raisesdoc/closure // want `Made may return ErrB, and has no doc comment`

func Map(key string) error { // shape: raisesdoc/table // want `Map may return ErrA and ErrB, and has no doc comment`
	m := make(map[string]error)
	m["a"] = ErrA
	m["b"] = ErrB
	return m[key]
}

type step struct {
	name string
	run  func() error
}

func Steps() error { // shape: raisesdoc/table // want `Steps may return ErrA and ErrC, and has no doc comment`
	steps := []step{{"a", a}}
	steps = append(steps, step{"c", func() error { return ErrC }})
	for _, s := range steps {
		if err := s.run(); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

func ClosureLoop(n int) error { // shape: raisesdoc/closure // want `ClosureLoop may return ErrA and ErrB, and has no doc comment`
	var firstErr error
	each(n, func(i int) {
		if err := ab(i); err != nil && firstErr == nil {
			firstErr = err
		}
	})
	return firstErr
}

func each(n int, f func(int)) {
	for i := range n {
		f(i)
	}
}

func Goroutines(n int) error { // shape: raisesdoc/closure // want `Goroutines may return ErrA, and has no doc comment`
	var (
		wg  sync.WaitGroup
		mu  sync.Mutex
		all error
	)
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := a(); err != nil {
				mu.Lock()
				defer mu.Unlock()
				all = errors.Join(all, err)
			}
		}()
	}
	wg.Wait()
	return all
}

func Once() error { // shape: raisesdoc/closure // want `Once may return ErrC, and has no doc comment`
	var once sync.Once
	var err error
	once.Do(func() { err = ErrC })
	return err
}

func seq() iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		if !yield(1, nil) {
			return
		}
		yield(2, ErrA)
	}
}

func Sequence() error { // shape: raisesdoc/not-sequence
	for _, err := range seq() {
		if err != nil {
			return err
		}
	}
	return nil
}

type doer interface{ do() error }

func constrained[T doer](v T) error { return v.do() }

type impl struct{}

func (impl) do() error { return ErrC }

func Constrained() error { return constrained(impl{}) } // shape: raisesdoc/not-interface-no-doc

func DeferredClose(name string) (err error) { // shape: raisesdoc/defer // want `DeferredClose may return ErrA and ErrC, and has no doc comment`
	f, err := os.Open(name)
	if err != nil {
		return ErrC
	}
	defer func() {
		if cerr := f.Close(); cerr != nil && err == nil {
			err = cerr
		}
	}()
	return a()
}

func DeferredReplace(n int) (err error) { // shape: raisesdoc/defer // want `DeferredReplace may return ErrB and ErrC, and has no doc comment`
	defer func() {
		if errors.Is(err, ErrA) {
			err = ErrC
		}
	}()
	return ab(n)
}

func DeferredShadow() (err error) { // shape: raisesdoc/not-defer
	defer func() {
		err := ErrA
		_ = err
	}()
	return nil
}

func RecoverError() (err error) { // shape: raisesdoc/not-panic
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	panic(ErrA)
}

func Cleared() (err error) { // shape: raisesdoc/not-dropped
	err = a()
	if err != nil {
		err = nil
	}
	return
}

func Pointer() error { // shape: raisesdoc/not-unknown
	var err error
	set(&err)
	return err
}

func set(p *error) { *p = ErrA }

type hooks struct{ before func() error }

func newHooks() *hooks { return &hooks{before: a} }

func Hooks() error { return newHooks().before() } // shape: raisesdoc/field // want `Hooks may return ErrA, and has no doc comment`

func pair(n int) (error, error) { return ErrA, ErrB }

func Second() error { // shape: raisesdoc/calls // want `Second may return ErrB, and has no doc comment`
	_, err := pair(1)
	return err
}

func Unwrapped() error { return errors.Unwrap(fmt.Errorf("x: %w", ErrA)) } // shape: raisesdoc/wrap // want `Unwrapped may return ErrA, and has no doc comment`

func CauseOf(e *E) error { // shape: raisesdoc/unwrap-type // want `CauseOf may return ErrC, and has no doc comment`
	e = &E{Cause: ErrC}
	return e.Cause
}

func Context(ctx context.Context) error { // shape: raisesdoc/not-foreign
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("context: %w", err)
	}
	return context.Cause(ctx)
}

func Cancelled() error { // shape: raisesdoc/not-unknown
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(ErrA)
	return context.Cause(ctx)
}

func Pipe() error { // shape: raisesdoc/not-unknown
	r, w := io.Pipe()
	w.CloseWithError(ErrA)
	_, err := r.Read(nil)
	return err
}

func Local() error { // shape: raisesdoc/not-fresh
	errLocal := errors.New("local")
	return errLocal
}

func IfElse(n int) error { // shape: raisesdoc/calls // want `IfElse may return ErrA, ErrB and ErrC, and has no doc comment`
	var err error
	if n > 0 {
		err = ab(n)
	} else if n == 0 {
		err = ErrC
	} else {
		err = nil
	}
	return err
}

func Exit() error { // shape: raisesdoc/not-panic
	if err := a(); err != nil {
		os.Exit(1)
		return err
	}
	return nil
}

func mapped(err error) error {
	switch {
	case err == nil, errors.Is(err, ErrA):
		return nil
	case errors.Is(err, ErrB):
		return fmt.Errorf("%w: b", ErrC)
	default:
		return err
	}
}

func Mapped(n int) error { // shape: raisesdoc/guard-helper // want `Mapped may return ErrC, and has no doc comment`
	if err := ab(n); err != nil {
		return mapped(err)
	}
	return nil
}

func stopAt(n int) error {
	err := each2(n, func(i int) error {
		if i == n/2 {
			return ErrA
		}
		return nil
	})
	if err == ErrA {
		return nil
	}
	return err
}

func each2(n int, f func(int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

func Stop(n int) error { return stopAt(n) } // shape: raisesdoc/not-guard

func WalkStop(dir string) error { // shape: raisesdoc/not-guard
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() {
			return ErrA
		}
		return err
	})
	if errors.Is(err, ErrA) {
		return nil
	}
	return err
}

func WalkNoStop(dir string) error { // shape: raisesdoc/func-param // want `WalkNoStop may return ErrA, and has no doc comment`
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() {
			return ErrA
		}
		return err
	})
}

func handled(n int) (bool, error) {
	err := ab(n)
	if errors.Is(err, ErrA) {
		return true, nil
	}
	return false, err
}

func Handled(n int) error { // shape: raisesdoc/guard-is // want `Handled may return ErrB, and has no doc comment`
	if ok, err := handled(n); !ok {
		return err
	}
	return nil
}

func Reused(n int) error { // shape: raisesdoc/guard-is // want `Reused may return ErrC, and has no doc comment`
	err := ab(n)
	if err != nil {
		fmt.Println(err)
	}
	if n > 0 {
		err = fmt.Errorf("reused: %w", ErrC)
		return err
	}
	_, err = os.Open("x")
	return err
}

func kind(err error) string {
	switch {
	case errors.Is(err, ErrA):
		return "a"
	case errors.Is(err, ErrB):
		return "b"
	}
	return "other"
}

func Told(n int) error { // shape: raisesdoc/not-flattened
	err := ab(n)
	return fmt.Errorf("%s: %s", kind(err), err)
}

func isNotFound(err error) bool {
	var e *E
	return errors.As(err, &e) && e.Cause == ErrA
}

func maybe(n int) error {
	if n > 0 {
		return &E{ErrA}
	}
	return nil
}

func NotFound(n int) error { // shape: raisesdoc/guard-helper // want `NotFound may return \*E and ErrA, and has no doc comment`
	// Not every *E is one that isNotFound accepts: it may still leave.
	if err := maybe(n); !isNotFound(err) {
		return err
	}
	return nil
}

func SwitchTrue(n int) (err error) { // shape: raisesdoc/guard-equal // want `SwitchTrue may return ErrB, and has no doc comment`
	err = ab(n)
	switch {
	case err == nil:
		return nil
	case err == ErrA:
		err = nil
	}
	return
}

func Conjunction(n int) error { // shape: raisesdoc/guard-is // want `Conjunction may return ErrA and ErrB, and has no doc comment`
	err := ab(n)
	if errors.Is(err, ErrA) && n > 3 {
		return nil
	}
	return err
}

func Both(n int) error { // shape: raisesdoc/not-guard
	err := ab(n)
	if !(err == nil || errors.Is(err, ErrA) || errors.Is(err, ErrB)) {
		return err
	}
	return nil
}
