// want package:"own"

// Package prov has errors whose way out is told step by step.
package prov

import (
	"errors"
	"fmt"
)

var ErrDeep = errors.New("deep") // want ErrDeep:`wraps\(\) "deep"`

type E struct{ err error } // want E:`errorType`

func (e *E) Error() string { return "" }
func (e *E) Unwrap() error { return e.err }

func deep() error {
	return ErrDeep
}

func middle() error {
	if err := deep(); err != nil {
		return fmt.Errorf("middle: %w", err)
	}
	return nil
}

// Top lets ErrDeep out by way of middle, deep, and E.
func Top() error { // want Top:`errors`
	err := middle()
	return &E{err: err}
}
