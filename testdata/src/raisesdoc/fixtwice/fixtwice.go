// Package fixtwice is edited twice: what is stale comes first.
package fixtwice

import "errors"

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
)

// Stale lists one error that is gone, and not the other.
//
// Errors:
//   - [ErrGone] // want `the doc comment of Stale names ErrGone, which does not resolve`
//   - [ErrLost] // want `the doc comment of Stale names ErrLost, which does not resolve`
//   - [ErrA]
func Stale(n int) error { // want `Stale may return ErrB, which`
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// All of the list is gone.
//
// Errors:
//   - [ErrGone] // want `the doc comment of All names ErrGone, which does not resolve`
//   - [ErrLost] // want `the doc comment of All names ErrLost, which does not resolve`
func All() error { return nil }
