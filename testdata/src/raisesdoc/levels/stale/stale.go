// Package stale is checked at level stale.
package stale

import "errors"

var ErrA = errors.New("a")

// Silent says nothing.
func Silent() error { return ErrA } // shape: raisesdoc/not-level-stale

// Gone lists an error that is not there.
//
// Errors:
//   - [ErrGone] // want `the doc comment of Gone names ErrGone, which does not resolve`
func Gone() error { return ErrA }
