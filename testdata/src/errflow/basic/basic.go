// want package:"own"

// Package basic has the elementary ways in which errors come to leave a function.
package basic

import (
	"errors"
	"fmt"
	"io"
)

var (
	ErrA    = errors.New("a")             // want ErrA:`wraps\(\) "a"`
	ErrB    = errors.New("b")             // want ErrB:`wraps\(\) "b"`
	ErrSub  = fmt.Errorf("sub: %w", ErrA) // want ErrSub:`wraps\(v errflow/basic.ErrA\)`
	ErrSame = ErrB                        // want ErrSame:`wraps\(v errflow/basic.ErrB\)`
)

func Nil() error { return nil } // want Nil:`errors\(result 0: {}\)`

func Sentinel() error { return ErrA } // want Sentinel:`result 0: {errflow/basic.ErrA}\)`

func Fresh() error { return errors.New("fresh") } // want Fresh:`result 0: {text}`

func Foreign() error { return io.EOF } // want Foreign:`{io.EOF}`

func Wrapped(n int) error { // want Wrapped:`{errflow/basic.ErrA errflow/basic.ErrB}`
	if n > 0 {
		return fmt.Errorf("n = %d: %w", n, ErrA)
	}
	return fmt.Errorf("%[2]w: %[1]d", n, ErrB)
}

func Flattened() error { // want Flattened:`result 0: {text}`
	return fmt.Errorf("%v", ErrA)
}

func Joined(n int) (int, error) { // want Joined:`result 1: {errflow/basic.ErrA errflow/basic.ErrB}`
	return n, errors.Join(ErrA, nil, ErrB)
}

func Collected(n int) error { // want Collected:`{errflow/basic.ErrA errflow/basic.ErrB}`
	var errs []error
	for i := range n {
		if i == 3 {
			errs = append(errs, ErrA)
		} else {
			errs = append(errs, fmt.Errorf("%d: %w", i, ErrB))
		}
	}
	return errors.Join(errs...)
}

func Phi(n int) (err error) { // want Phi:`{errflow/basic.ErrA errflow/basic.ErrB}`
	switch n {
	case 1:
		err = ErrA
	case 2:
		err = ErrB
	}
	return err
}

func Table(n int) error { // want Table:`{errflow/basic.ErrA errflow/basic.ErrB}`
	table := map[int]error{1: ErrA, 2: ErrB}
	return table[n]
}

var byCode = map[int]error{1: ErrA, 2: ErrSub}

func PackageTable(n int) error { // want PackageTable:`{errflow/basic.ErrA errflow/basic.ErrSub}`
	if err, ok := byCode[n]; ok {
		return err
	}
	return nil
}

type result struct {
	n   int
	err error
}

func Channel() error { // want Channel:`{errflow/basic.ErrA}`
	ch := make(chan result, 1)
	go func() { ch <- result{err: ErrA} }()
	r := <-ch
	return r.err
}

func Select(done chan struct{}) error { // want Select:`{errflow/basic.ErrB}`
	errc := make(chan error)
	go func() { errc <- ErrB }()
	select {
	case err := <-errc:
		return err
	case <-done:
		return nil
	}
}

type scanner struct{ err error }

func (s *scanner) step() { s.err = ErrA }

func (s *scanner) Err() error { return s.err } // want Err:`{errflow/basic.ErrA}`

func RangeFunc(seq func(yield func(error) bool)) error { // want RangeFunc:`{errflow/basic.ErrA}`
	for err := range seq {
		if err != nil {
			return ErrA
		}
	}
	return nil
}

// A sticky keeps the first error that is set.
type sticky struct{ err error }

func (s *sticky) set(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *sticky) Err() error { return s.err } // want Err:`{errflow/basic.ErrA errflow/basic.ErrB}`

func (s *sticky) run(n int) {
	if n > 0 {
		s.set(ErrA)
		return
	}
	s.set(fmt.Errorf("run: %w", ErrB))
}

// An Open one can be set by anybody.
type Open struct{ err error }

func (o *Open) Set(err error) { o.err = err }

func (o *Open) Err() error { return o.err } // want Err:`{opaque}`

func open(o *Open) { o.Set(ErrA) }

func Unwrapped() error { return errors.Unwrap(ErrSub) } // want Unwrapped:`result 0: {errflow/basic.ErrA errflow/basic.ErrSub}`

// An error that is made to wrap others is one also where these are nil.
func WrapsNil() error { // want WrapsNil:`result 0: {text}`
	return fmt.Errorf("nil: %w", error(nil))
}

func Wrap(err error) error { return fmt.Errorf("wrap: %w", err) } // want Wrap:`result 0: {param 0}`

func BehindWrapsNil() error { // want BehindWrapsNil:`result 0: {errflow/basic.ErrA}`
	if err := Wrap(nil); err != nil {
		return ErrA
	}
	return nil
}
