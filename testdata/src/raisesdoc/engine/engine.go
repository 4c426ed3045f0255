// Package engine has cases that the model once got wrong.
package engine

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
	ErrC = errors.New("c")
)

func a() error { return ErrA }

// A declared function is handed to a method of a value from elsewhere.
func Group(ctx context.Context) error { // shape: raisesdoc/errgroup // want `Group may return ErrA, which`
	g, _ := errgroup.WithContext(ctx)
	g.Go(a)
	return g.Wait()
}

// Deferred functions run one after the other.
func DeferredTwo() (err error) { // shape: raisesdoc/defer // want `DeferredTwo may return ErrB, which`
	defer func() {
		if err != nil {
			err = ErrB
		}
	}()
	defer func() {
		if err != nil {
			err = ErrC
		}
	}()
	return a()
}

type holder struct{ err error }

func (h *holder) fail() { h.err = ErrB }

// A method stores in a field of a local variable.
func Held() error { // shape: raisesdoc/field // want `Held may return ErrB, which`
	var h holder
	h.fail()
	return h.err
}

// An errWriter keeps its first error, as in "Errors are values".
type errWriter struct {
	n   int
	err error
}

func newWriter() *errWriter { return &errWriter{} }

func (w *errWriter) write() {
	if w.err != nil {
		return
	}
	if w.n++; w.n > 10 {
		w.err = ErrC
	}
}

func ErrWriter() error { // shape: raisesdoc/field // want `ErrWriter may return ErrC, and has no doc comment`
	w := &errWriter{}
	w.write()
	w.write()
	return w.err
}

func ErrWriterMade() error { // shape: raisesdoc/field // want `ErrWriterMade may return ErrC, and has no doc comment`
	w := newWriter()
	w.write()
	return w.err
}

func ErrWriterWrapped() error { // shape: raisesdoc/field // want `ErrWriterWrapped may return ErrC, and has no doc comment`
	var w errWriter
	w.write()
	if w.err != nil {
		return errors.Join(w.err)
	}
	return nil
}

// A helper stores through a pointer to a struct.
type tape struct{ err error }

func fill(t *tape) { t.err = ErrA }

func (t *tape) write() { t.err = ErrC }

func Filled() error { // shape: raisesdoc/field // want `Filled may return ErrA and ErrC, and has no doc comment`
	var t tape
	fill(&t)
	t.write()
	return t.err
}

// A result struct is filled by a goroutine.
func Async(done chan bool) error { // shape: raisesdoc/field // want `Async may return ErrB, which`
	var res struct{ err error }
	go func() {
		res.err = ErrB
		done <- true
	}()
	<-done
	return res.err
}

// A slice of errors is filled by index.
func Indexed(n int) error { // shape: raisesdoc/table // want `Indexed may return ErrA, which`
	errs := make([]error, n)
	for i := range errs {
		errs[i] = a()
	}
	return errors.Join(errs...)
}

// A slice is filled by goroutines.
func IndexedAsync(n int) error { // shape: raisesdoc/table // want `IndexedAsync may return ErrA, which`
	errs := make([]error, n)
	done := make(chan bool)
	for i := range errs {
		go func() {
			errs[i] = a()
			done <- true
		}()
	}
	for range n {
		<-done
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// An array on the stack.
func Array() error { // shape: raisesdoc/table // want `Array may return ErrB, which`
	var errs [2]error
	errs[1] = ErrB
	return errs[1]
}

// A result and its error pass a channel together.
type outcome struct {
	n   int
	err error
}

func Results() (int, error) { // shape: raisesdoc/channel // want `Results may return ErrA, and has no doc comment`
	ch := make(chan outcome)
	go func() { ch <- outcome{err: a()} }()
	o := <-ch
	return o.n, o.err
}

// Errors are kept by a struct that is returned.
type Batch struct{ errs []error }

func (b *Batch) Add(err error) { b.errs = append(b.errs, err) }

func (b *Batch) Err() error { return errors.Join(b.errs...) } // shape: raisesdoc/not-unknown

func Batched() error { // shape: raisesdoc/not-unknown
	var b Batch
	b.Add(a())
	return b.Err()
}

// A generic result type.
type Result[T any] struct {
	v   T
	err error
}

func (r Result[T]) Get() (T, error) { return r.v, r.err } // shape: raisesdoc/field // want `Result.Get may return ErrA, and has no doc comment`

func result() Result[int] { return Result[int]{err: a()} }

func FromResult() (int, error) { // shape: raisesdoc/field // want `FromResult may return ErrA, and has no doc comment`
	n, err := result().Get()
	return n, errors.Join(err)
}

// A parameter of type func is called in a closure.
func atomically(f func() error) (err error) {
	run := func() { err = f() }
	run()
	return err
}

func Transaction() error { return atomically(a) } // shape: raisesdoc/func-param // want `Transaction may return ErrA, and has no doc comment`

// A function is kept in a field, and called later.
type worker struct{ job func() error }

func (w *worker) run() error { return w.job() }

func Worker() error { // shape: raisesdoc/field // want `Worker may return ErrB, and has no doc comment`
	w := &worker{job: func() error { return ErrB }}
	return w.run()
}

// E is an error type.
type E struct{ Ignore bool }

func (*E) Error() string { return "e" }

// Settle returns what it is given, unless that can be ignored.
func Settle(n int, err error) (int, error) { // shape: raisesdoc/not-given
	switch e := err.(type) {
	case *E:
		if e.Ignore {
			return n, nil
		}
	}
	return 0, err
}

// Settled settles.
func Settled(n int) (int, error) { // want `Settled may return ErrA, which its doc comment does not list`
	n, err := Settle(n, ErrA)
	if err != nil {
		return 0, fmt.Errorf("settle: %w", err)
	}
	return n, nil
}
