// Package made asks for pointers that are made for the question, and has no method Is that may look behind them.
package made

import (
	"errors"
	"fmt"
	"io/fs"

	"errmatch/dep"
)

func pointers(n int) bool {
	err := dep.Range(n)
	if errors.Is(err, &fs.PathError{Op: "open"}) { // want `errors.Is never finds an error that is made for the call: no other is the same`
		return true
	}
	mark := &sizedError{1}
	err = fmt.Errorf("%w: %w", mark, err)
	return errors.Is(err, new(sizedError)) || // want `errors.Is never finds an error that is made for the call: no other is the same`
		err == &sizedError{n: 1} || // want `== never finds an error that is made for it: no other is the same`
		err == errors.New("sized") || // want `== never finds an error that is made for it: no other is the same`
		errors.Is(err, mark) || errors.Is(err, &emptyError{}) || errors.Is(err, &basedError[int]{}) || errors.Is(err, sizedError{1})
	// shape: errmatch/never-made-pointer
}

type sizedError struct{ n int }

func (sizedError) Error() string { return "sized" }

// Of a type without a size, all pointers may be equal.
type emptyError struct{}

func (*emptyError) Error() string { return "empty" }

type basedError[T any] struct{ base[T] }

type base[T any] struct{}

func (*basedError[T]) Error() string { return "based" }

func generic[T any](err error) bool {
	return errors.Is(err, &valueError[T]{}) || errors.Is(err, &basedError[T]{}) ||
		errors.Is(err, &codedError[T]{}) // want `errors.Is never finds an error that is made for the call: no other is the same`
}

type valueError[T any] struct{ value T }

func (*valueError[T]) Error() string { return "value" }

type codedError[T any] struct {
	value T
	code  int
}

func (*codedError[T]) Error() string { return "coded" }
