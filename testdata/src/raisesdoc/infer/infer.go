// Package infer has the ways in which errors come to leave a function. What the
// rule reports is what the model infers.
package infer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sync/errgroup"
)

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
	ErrC = errors.New("c")
)

// An OpError wraps its cause.
type OpError struct {
	Op    string
	Cause error
}

func (e *OpError) Error() string { return e.Op }
func (e *OpError) Unwrap() error { return e.Cause }

// A ManyError wraps several.
type ManyError struct{ causes []error }

func (e *ManyError) Error() string   { return "many" }
func (e *ManyError) Unwrap() []error { return e.causes }

func a() error { return ErrA }
func ab(n int) error { // unexported functions are inferred, not required
	if n > 0 {
		return ErrA
	}
	return ErrB
}

func Call() error { return a() } // shape: raisesdoc/calls // want `Call may return ErrA, and has no doc comment`

func Assigned() error { // shape: raisesdoc/calls // want `Assigned may return ErrA, and has no doc comment`
	if err := a(); err != nil {
		return err
	}
	return nil
}

func Phi(n int) error { // shape: raisesdoc/calls // want `Phi may return ErrA, ErrB and ErrC, and has no doc comment`
	err := ErrC
	if n > 3 {
		err = ab(n)
	}
	return err
}

func Dropped() error { // shape: raisesdoc/not-dropped
	if err := a(); err != nil {
		return errors.New("failed")
	}
	return nil
}

func Ignored() error { // shape: raisesdoc/not-dropped
	_ = a()
	return nil
}

func Wrapped() error { return fmt.Errorf("x: %w", a()) } // shape: raisesdoc/wrap // want `Wrapped may return ErrA, and has no doc comment`

func WrappedTwo() error { return fmt.Errorf("%w: %w", ErrB, a()) } // shape: raisesdoc/wrap // want `WrappedTwo may return ErrA and ErrB, and has no doc comment`

func Flattened() error { return fmt.Errorf("x: %v", a()) } // shape: raisesdoc/not-flattened

func Joined() error { return errors.Join(a(), nil, ErrB) } // shape: raisesdoc/join // want `Joined may return ErrA and ErrB, and has no doc comment`

func JoinedSlice(n int) error { // shape: raisesdoc/join // want `JoinedSlice may return ErrA and ErrC, and has no doc comment`
	var errs []error
	for range n {
		if err := a(); err != nil {
			errs = append(errs, err)
		}
	}
	errs = append(errs, ErrC)
	return errors.Join(errs...)
}

func Typed() error { // shape: raisesdoc/unwrap-type // want `Typed may return ErrA and \*OpError, and has no doc comment`
	if err := a(); err != nil {
		return &OpError{"x", err}
	}
	return nil
}

func TypedField() error { // shape: raisesdoc/unwrap-type // want `TypedField may return ErrB and \*OpError, and has no doc comment`
	e := &OpError{Op: "x"}
	e.Cause = ErrB
	if e.Op == "" {
		return nil
	}
	return e
}

func Many(n int) error { // shape: raisesdoc/unwrap-type // want `Many may return ErrA, ErrB and \*ManyError, and has no doc comment`
	if n == 0 {
		return nil
	}
	return &ManyError{[]error{ErrA, ErrB}}
}

func Generic[T any](v T, err error) (T, error) { // shape: raisesdoc/generic // want `Generic may return ErrC, and has no doc comment`
	if err != nil {
		return v, err
	}
	return v, ErrC
}

func Instance() error { // shape: raisesdoc/generic // want `Instance may return ErrA and ErrC, and has no doc comment`
	_, err := Generic("", a())
	return fmt.Errorf("instance: %w", err)
}

type box[T any] struct{ v T }

func (b *box[T]) get() (T, error) { return b.v, ErrB }

func InstanceMethod() error { // shape: raisesdoc/generic // want `InstanceMethod may return ErrB, and has no doc comment`
	_, err := (&box[int]{}).get()
	return err
}

func Closure() error { // shape: raisesdoc/closure // want `Closure may return ErrA, and has no doc comment`
	f := func() error { return a() }
	return f()
}

func Captured() error { // shape: raisesdoc/closure // want `Captured may return ErrB, and has no doc comment`
	var err error
	func() { err = ErrB }()
	return err
}

func CapturedOuter() error { // shape: raisesdoc/closure // want `CapturedOuter may return ErrA, and has no doc comment`
	err := a()
	f := func() error { return err }
	return f()
}

func do(f func() error) error { return f() }

func FuncParam() error { return do(a) } // shape: raisesdoc/func-param // want `FuncParam may return ErrA, and has no doc comment`

func FuncParamLiteral() error { // shape: raisesdoc/func-param // want `FuncParamLiteral may return ErrB, and has no doc comment`
	return do(func() error { return ErrB })
}

type op struct{}

func (op) run() error { return ErrC }

func MethodValue() error { return do(op{}.run) } // shape: raisesdoc/func-param // want `MethodValue may return ErrC, and has no doc comment`

func helper(err error, text string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", text, err)
}

func ThroughHelper() error { return helper(a(), "x") } // shape: raisesdoc/helper // want `ThroughHelper may return ErrA, and has no doc comment`

func OtherHelper() error { return helper(ErrB, "x") } // shape: raisesdoc/helper // want `OtherHelper may return ErrB, and has no doc comment`

func Recursive(n int) error { // shape: raisesdoc/recursion // want `Recursive may return ErrA, and has no doc comment`
	if n == 0 {
		return ErrA
	}
	if err := Recursive(n - 1); err != nil {
		return fmt.Errorf("%d: %w", n, err)
	}
	return nil
}

func Even(n int) error { // shape: raisesdoc/mutual-recursion // want `Even may return ErrA and ErrB, and has no doc comment`
	if n == 0 {
		return ErrA
	}
	return Odd(n - 1)
}

func Odd(n int) error { // shape: raisesdoc/mutual-recursion // want `Odd may return ErrA and ErrB, and has no doc comment`
	if n == 0 {
		return ErrB
	}
	return Even(n - 1)
}

func Walk(n int) error { // shape: raisesdoc/recursion // want `Walk may return ErrC, and has no doc comment`
	var walk func(int) error
	walk = func(n int) error {
		if n == 0 {
			return ErrC
		}
		return walk(n - 1)
	}
	return walk(n)
}

func Named(n int) (err error) { // shape: raisesdoc/named-result // want `Named may return ErrA, and has no doc comment`
	if n > 0 {
		err = ErrA
		return
	}
	return
}

func NamedTwo() (n int, err error) { // shape: raisesdoc/named-result // want `NamedTwo may return ErrA, and has no doc comment`
	err = a()
	if err != nil {
		return
	}
	return 1, nil
}

func Deferred() (err error) { // shape: raisesdoc/defer // want `Deferred may return ErrA and ErrB, and has no doc comment`
	defer func() {
		if err == nil {
			err = ErrB
		}
	}()
	return a()
}

func DeferredWrap() (err error) { // shape: raisesdoc/defer // want `DeferredWrap may return ErrA, and has no doc comment`
	defer func() {
		if err != nil {
			err = fmt.Errorf("deferred: %w", err)
		}
	}()
	return a()
}

func DeferredJoin(f *os.File) (err error) { // shape: raisesdoc/defer // want `DeferredJoin may return ErrA, and has no doc comment`
	defer func() { err = errors.Join(err, f.Close()) }()
	return a()
}

func DeferredHide() (err error) { // shape: raisesdoc/not-defer
	defer func() {
		if err != nil {
			err = errors.New("hidden")
		}
	}()
	return a()
}

func annotate(err *error, text string) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", text, *err)
	}
}

func DeferredPointer() (err error) { // shape: raisesdoc/defer // want `DeferredPointer may return ErrA, and has no doc comment`
	defer annotate(&err, "x")
	return a()
}

func Recovered() (err error) { // shape: raisesdoc/defer // want `Recovered may return ErrC, and has no doc comment`
	defer func() {
		if recover() != nil {
			err = ErrC
		}
	}()
	return nil
}

func GuardIs(n int) error { // shape: raisesdoc/guard-is // want `GuardIs may return ErrB, and has no doc comment`
	err := ab(n)
	if errors.Is(err, ErrA) {
		return nil
	}
	return err
}

func GuardIsOnly(n int) error { // shape: raisesdoc/guard-is // want `GuardIsOnly may return ErrA, and has no doc comment`
	err := ab(n)
	if errors.Is(err, ErrA) {
		return err
	}
	return nil
}

func GuardIsOr(n int) error { // shape: raisesdoc/not-guard
	err := ab(n)
	if errors.Is(err, ErrA) || errors.Is(err, ErrB) {
		return nil
	}
	return err
}

func GuardIsWrapped(n int) error { // shape: raisesdoc/guard-is // want `GuardIsWrapped may return ErrB, and has no doc comment`
	if err := ab(n); err != nil && !errors.Is(err, ErrA) {
		return fmt.Errorf("x: %w", err)
	}
	return nil
}

func GuardEqual(n int) error { // shape: raisesdoc/guard-equal // want `GuardEqual may return ErrB, and has no doc comment`
	err := ab(n)
	if err == ErrA {
		return nil
	}
	return err
}

func GuardSwitch(n int) error { // shape: raisesdoc/guard-equal // want `GuardSwitch may return ErrC, and has no doc comment`
	switch err := ab(n); err {
	case ErrA, ErrB:
		return ErrC
	default:
		return err
	}
}

func GuardCases(n int) error { // shape: raisesdoc/guard-is // want `GuardCases may return ErrC, and has no doc comment`
	err := ab(n)
	switch {
	case errors.Is(err, ErrA):
		return ErrC
	case errors.Is(err, ErrB):
		return nil
	default:
		return err
	}
}

func typed(n int) error {
	if n > 0 {
		return &OpError{"x", ErrC}
	}
	return ErrB
}

func GuardAs(n int) error { // shape: raisesdoc/guard-as // want `GuardAs may return ErrB and ErrC, and has no doc comment`
	err := typed(n)
	var op *OpError
	if errors.As(err, &op) {
		return op.Cause
	}
	return err
}

func GuardAsOnly(n int) error { // shape: raisesdoc/guard-as // want `GuardAsOnly may return ErrC and \*OpError, and has no doc comment`
	err := typed(n)
	var op *OpError
	if errors.As(err, &op) {
		return op
	}
	return nil
}

func GuardAsType(n int) error { // shape: raisesdoc/guard-astype // want `GuardAsType may return ErrB, and has no doc comment`
	err := typed(n)
	if _, ok := errors.AsType[*OpError](err); ok {
		return nil
	}
	if errors.Is(err, ErrC) {
		return nil
	}
	return err
}

func GuardTypeSwitch(n int) error { // shape: raisesdoc/guard-type-switch // want `GuardTypeSwitch may return ErrB, and has no doc comment`
	err := typed(n)
	switch err := err.(type) {
	case *OpError:
		_ = err
		return nil
	default:
		if errors.Is(err, ErrC) {
			return nil
		}
		return err
	}
}

func GuardAssert(n int) error { // shape: raisesdoc/guard-type-switch // want `GuardAssert may return ErrC and \*OpError, and has no doc comment`
	if op, ok := typed(n).(*OpError); ok {
		return op
	}
	return nil
}

func isA(err error) bool { return errors.Is(err, ErrA) }

func GuardHelper(n int) error { // shape: raisesdoc/guard-helper // want `GuardHelper may return ErrB, and has no doc comment`
	if err := ab(n); !isA(err) {
		return err
	}
	return nil
}

func GuardNil(n int) error { // shape: raisesdoc/not-guard
	err := ab(n)
	if err == nil {
		return err
	}
	return nil
}

func GuardLoop(n int) error { // shape: raisesdoc/guard-is // want `GuardLoop may return ErrB, and has no doc comment`
	for i := range n {
		err := ab(i)
		if errors.Is(err, ErrA) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func EOF(r io.Reader) error { // shape: raisesdoc/not-foreign
	_, err := r.Read(nil)
	if err == io.EOF {
		return nil
	}
	return err
}

// A Doer does.
type Doer interface {
	// Do fails with ErrB.
	Do() error

	// Undocumented is not.
	Undocumented() error
}

func InterfaceDoc(d Doer) error { // shape: raisesdoc/interface-doc // want `InterfaceDoc may return ErrB, and has no doc comment`
	return fmt.Errorf("do: %w", d.Do())
}

func InterfaceNoDoc(d Doer) error { return d.Undocumented() } // shape: raisesdoc/not-interface-no-doc

func Group(ctx context.Context) error { // shape: raisesdoc/errgroup // want `Group may return ErrA and ErrB, and has no doc comment`
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a() })
	g.Go(func() error {
		if ctx.Err() != nil {
			return nil
		}
		return ErrB
	})
	return g.Wait()
}

func retry(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%d attempts: %w", n, err)
}

func Retry() error { return retry(3, func() error { return ab(1) }) } // shape: raisesdoc/retry // want `Retry may return ErrA and ErrB, and has no doc comment`

func RetryLoop(n int) error { // shape: raisesdoc/retry // want `RetryLoop may return ErrA and ErrB, and has no doc comment`
	var last error
	for i := range n {
		if last = ab(i); last == nil {
			return nil
		}
	}
	return last
}

func Channel() error { // shape: raisesdoc/channel // want `Channel may return ErrA, and has no doc comment`
	ch := make(chan error, 1)
	go func() { ch <- a() }()
	return <-ch
}

func Select(ctx context.Context) error { // shape: raisesdoc/channel // want `Select may return ErrA, and has no doc comment`
	ch := make(chan error, 1)
	go func() { ch <- a() }()
	select {
	case err := <-ch:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func Table(n int) error { // shape: raisesdoc/table // want `Table may return ErrA and ErrC, and has no doc comment`
	steps := []struct {
		run func() error
	}{{a}, {op{}.run}}
	for _, s := range steps {
		if err := s.run(); err != nil {
			return err
		}
	}
	return nil
}

type result struct {
	n   int
	err error
}

func load() result { return result{1, ErrB} }

func Field() error { return load().err } // shape: raisesdoc/field // want `Field may return ErrB, and has no doc comment`

// A Sticky keeps its first error.
type Sticky struct{ err error }

func (s *Sticky) step() {
	if s.err == nil {
		s.err = ErrA
	}
}

func (s *Sticky) Err() error { return s.err } // shape: raisesdoc/field // want `\(\*Sticky\).Err may return ErrA, and has no doc comment`

type embedded struct{ op }

func Promoted() error { return embedded{}.run() } // shape: raisesdoc/calls // want `Promoted may return ErrC, and has no doc comment`

func Goto(n int) (err error) { // shape: raisesdoc/named-result // want `Goto may return ErrB, and has no doc comment`
	if n > 0 {
		err = ErrB
		goto done
	}
	n++
done:
	return err
}

func Shadowed() (err error) { // shape: raisesdoc/not-dropped
	if err := a(); err != nil {
		_ = err
	}
	return err
}

func PanicOnly() error { // shape: raisesdoc/not-panic
	if err := a(); err != nil {
		panic(err)
	}
	return nil
}

func Logged(log func(error)) error { // shape: raisesdoc/not-dropped
	if err := a(); err != nil {
		log(err)
	}
	return nil
}

func resolve(host string, inner, outer bool) error {
	check := func(host string) error {
		if inner && host == "" {
			return fmt.Errorf("inner %q: %w", host, ErrA)
		}
		if outer {
			return fmt.Errorf("outer %q: %w", host, ErrB)
		}
		return nil
	}
	if err := check(host); err != nil {
		return fmt.Errorf("resolve: %w", err)
	}
	return nil
}

// ResolveInner fails with [ErrA]: the literal in resolve is told that outer is false.
func ResolveInner(host string) error { return resolve(host, true, false) } // shape: raisesdoc/not-open-to-literal

// ResolveOuter fails with [ErrA].
func ResolveOuter(host string) error { return resolve(host, true, true) } // want `ResolveOuter may return ErrB, which its doc comment does not list`
