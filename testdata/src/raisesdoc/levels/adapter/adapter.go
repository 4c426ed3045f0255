// Package adapter has functions that are marked as adapters.
package adapter

import "errors"

var (
	ErrA = errors.New("a")
	errB = errors.New("b")
)

// Marked says nothing.
//
//errlint:adapter
func Marked() error { return errors.New("x") } // shape: raisesdoc/presence-func // want `the doc comment of Marked has no section on the errors that it returns`

// unexported says nothing.
//
//errlint:adapter
func unexported() error { // shape: raisesdoc/presence-unexported // want `unexported may return ErrA and errB, which its doc comment does not list`
	if ErrA == errB {
		return ErrA
	}
	return errB
}

// Unmarked is held to less.
func Unmarked() error { // shape: raisesdoc/not-presence-unmarked
	_ = unexported()
	return errors.New("x")
}
