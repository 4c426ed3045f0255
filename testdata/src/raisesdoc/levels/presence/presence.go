// Package presence is checked at level presence.
package presence

import (
	"errors"
	"fmt"
)

var ErrA = errors.New("a")

// Prose fails with ErrA.
func Prose() error { return ErrA } // shape: raisesdoc/presence // want `the doc comment of Prose has no section on the errors that it returns`

// Fresh says nothing.
func Fresh(n int) error { return fmt.Errorf("%d", n) } // shape: raisesdoc/presence // want `the doc comment of Fresh has no section`

// Missing says nothing.
func Missing() error { return ErrA } // shape: raisesdoc/presence-and-listed // want `Missing may return ErrA, which its doc comment does not list`

// Section has one.
//
// Errors: an error with the number.
func Section(n int) error { return fmt.Errorf("%d", n) } // shape: raisesdoc/not-presence-section

// Raises has one.
//
// Raises:
//   - ErrA
func Raises() error { return ErrA } // shape: raisesdoc/not-presence-section

// Never fails: there is nothing to say.
func Never() error { return nil } // shape: raisesdoc/not-presence-never

// NoError returns none.
func NoError() int { return 0 } // shape: raisesdoc/not-presence-never

func unexported() error { return ErrA } // shape: raisesdoc/not-unexported-func

// An I lists its errors.
type I interface {
	// Do fails with [ErrA].
	Do() error
}

var _ I = T{}

// T implements I.
type T struct{}

// Do does.
func (T) Do() error { return unexported() } // shape: raisesdoc/not-implements
