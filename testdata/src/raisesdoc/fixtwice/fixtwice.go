// Package fixtwice is edited twice: what is stale comes first.
package fixtwice

import "errors"

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
)

// want +6 `names ErrGone, which does not resolve`
// want +6 `names ErrLost, which does not resolve`

// Stale lists one error that is gone, and not the other.
//
// Errors:
//   - [ErrGone]
//   - [ErrLost]
//   - [ErrA]
func Stale(n int) error { // want `Stale may return ErrB, which`
	if n > 0 {
		return ErrA
	}
	return ErrB
}

// want +6 `names ErrGone, which does not resolve`
// want +6 `names ErrLost, which does not resolve`

// All of the list is gone.
//
// Errors:
//   - [ErrGone]
//   - [ErrLost]
func All() error { return nil }
