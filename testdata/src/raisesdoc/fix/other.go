package fix

import renamed "raisesdoc/dep"

func fail(n int) error {
	if n > 0 {
		return renamed.ErrOther
	}
	return &renamed.OpError{}
}

// Renamed is in a file that has its own name for dep.
func Renamed() error { return renamed.ErrSub } // want `Renamed may return renamed.ErrSub, which`

// A W is generic.
type W[T any] struct{ v T }

// Do has a list of types without stars.
//
// Raises:
//
//	renamed.OpError: when something fails
func (w *W[T]) Do(n int) error { return fail(n) } // want `\(\*W\).Do may return renamed.ErrOther, which`

// A Source fails as it likes.
type Source interface{ Load() error }

// Ask asks a source.
func Ask(s Source) error { // want `Ask may return ErrA, which its doc comment does not list`
	if s == nil {
		return ErrA
	}
	return s.Load()
}
