// Package adapterexact has adapters, which are checked at level exact.
package adapterexact

import "errors"

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
)

// Adapt lists too much.
//
// Errors:
//   - [ErrA]
//   - [ErrB] // want `the doc comment of Adapt lists ErrB, which cannot leave it`
//
//errlint:adapter
func Adapt() error { return ErrA } // shape: raisesdoc/exact-adapter

// Other lists too much, but is none.
//
// Errors:
//   - [ErrA]
//   - [ErrB]
func Other() error { return ErrA } // shape: raisesdoc/not-exact
