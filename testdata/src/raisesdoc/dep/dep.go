// Package dep is imported by others: what they know of it, they know by facts.
package dep

import (
	"errors"
	"fmt"

	"raisesdoc/dep/internal/deep"
)

var (
	ErrDep    = errors.New("dep")
	ErrOther  = errors.New("other")
	ErrSub    = fmt.Errorf("sub: %w", ErrDep)
	ErrHidden = deep.ErrDeep
)

// An OpError wraps what went wrong in an operation.
type OpError struct {
	Op  string
	Err error
}

func (e *OpError) Error() string { return e.Op + ": " + e.Err.Error() }

func (e *OpError) Unwrap() error { return e.Err }

// NewOpError makes an error.
func NewOpError(op string, err error) error { return &OpError{op, err} } // shape: raisesdoc/not-constructor // want NewOpError:`constructs`

// Load fails.
//
// Errors:
//   - [ErrDep] always
func Load() error { return ErrDep }

// LoadSub fails with ErrSub.
func LoadSub() error { return ErrSub }

// Deep fails with an error that its users cannot name.
func Deep() error { return deep.ErrDeep } // shape: raisesdoc/not-internal

// Try calls f.
func Try(f func() error) error { return f() } // shape: raisesdoc/not-parametric

// Wrap adds text to an error.
func Wrap(err error, text string) error { // shape: raisesdoc/not-parametric
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", text, err)
}

// IsDep reports whether err is ErrDep.
func IsDep(err error) bool { return errors.Is(err, ErrDep) }

// A Store is documented.
type Store interface {
	// Get returns the value of a key.
	//
	// Errors:
	//   - [ErrDep] if there is none
	Get(key string) (string, error)

	// Put says nothing of errors.
	Put(key, value string) error

	// Close never fails.
	//
	// Errors: none
	Close() error
}
