package consistent

import "io"

// ReadTokenAgain returns the next token. At the end of the input, it returns [io.EOF].
func ReadTokenAgain(n int) error { // shape: raisesdoc/asked-by-own-list // want `ReadTokenAgain may return ErrQuiet, which`
	if n > 0 {
		return ErrQuiet
	}
	return io.EOF
}

// A Scoped reads entries within a scope.
type Scoped struct{ scope int }

// Scope returns a Scoped for a scope. [ErrListed] is returned for entries that are out of it.
func Scope(scope int) *Scoped { return &Scoped{scope} }

// TryScope does the same. It returns [ErrPanic] if the scope is wrong.
func TryScope(scope int) (*Scoped, error) {
	if scope < 0 {
		return nil, ErrPanic
	}
	return Scope(scope), nil
}

// Get gets an entry. It returns [ErrCase] if there is none.
func (s *Scoped) Get(n int) error { // shape: raisesdoc/not-listed-by-maker
	if n > s.scope {
		return ErrListed
	}
	return ErrCase
}

// Put puts an entry. It returns [ErrCase] if there is none.
func (s *Scoped) Put(n int) error { // shape: raisesdoc/listed-by-failing-maker // want `\(\*Scoped\).Put may return ErrPanic, which`
	if n > s.scope {
		return ErrPanic
	}
	return ErrCase
}

// Drop drops an entry.
func (s *Scoped) Drop(n int) error {
	if n > s.scope {
		return ErrQuiet
	}
	return ErrListed
}

// Push pushes entries.
//
// If the error is of type [*QuietError], the entries are stored, but the index is not written.
func Push(n int) error { // shape: raisesdoc/not-list-of-explained
	if n > 0 {
		return ErrPanic
	}
	return &QuietError{"q"}
}

// Pull pulls entries. It returns a [*QuietError] if the index is not written.
func Pull(n int) error { // shape: raisesdoc/asked-by-own-list // want `Pull may return ErrPanic, which`
	if n > 0 {
		return ErrPanic
	}
	return &QuietError{"q"}
}
