// Package kinds has error types of an internal package, whose callers are all in the module.
package kinds

import (
	"errors"
	"fmt"
)

// ErrGone is what callers ask for.
var ErrGone = errors.New("gone")

// Invalid is an error type that nobody asks for.
type Invalid struct{ Name string }

func (e *Invalid) Error() string { return "invalid " + e.Name }

// Check checks a name.
func Check(name string) error { // shape: raisesdoc/not-internal-type
	if name == "" {
		return &Invalid{name}
	}
	return nil
}

// Find finds a name. A list of its errors would have to be complete.
func Find(name string) (int, error) { // shape: raisesdoc/internal-sentinel // want `Find may return ErrGone and \*Invalid, which its doc comment does not list`
	if name == "" {
		return 0, &Invalid{name}
	}
	return 0, fmt.Errorf("find %s: %w", name, ErrGone)
}

// Busy is an error type that the package itself tells apart.
type Busy struct{ Since int }

func (e *Busy) Error() string { return fmt.Sprint("busy since ", e.Since) }

// Lock takes the lock.
func Lock(n int) error { // shape: raisesdoc/internal-type // want `Lock may return \*Busy, which its doc comment does not list`
	if n > 0 {
		return &Busy{n}
	}
	return nil
}

// Wait waits for the lock, and never fails.
func Wait(n int) {
	for {
		var busy *Busy
		if !errors.As(Lock(n), &busy) {
			return
		}
	}
}

// Listed is an error type that a doc comment lists.
type Listed struct{ Name string }

func (e *Listed) Error() string { return "listed " + e.Name }

// Get gets.
//
// Errors:
//   - [*Listed] if there is no such name
func Get(name string) error {
	if name == "" {
		return nil
	}
	return &Listed{name}
}

// GetAll gets all.
func GetAll(names []string) error { // want `GetAll may return \*Listed, which its doc comment does not list`
	for _, name := range names {
		if err := Get(name); err != nil {
			return fmt.Errorf("get all: %w", err)
		}
	}
	return nil
}
