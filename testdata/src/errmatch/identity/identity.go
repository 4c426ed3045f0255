// Package identity asks for errors themselves that are wrapped.
package identity

import (
	"io"

	"errmatch/dep"
)

func compared(key string) bool {
	err := dep.Get(key)
	if err == dep.ErrNotFound {
		return false
	}
	if err == dep.ErrClosed { // want `== never finds dep.ErrClosed, which is always wrapped here`
		return true
	}
	return dep.ErrClosed != err // want `== never finds dep.ErrClosed, which is always wrapped here`
	// shape: errmatch/identity-compared
}

func switched(key string) bool {
	switch dep.Get(key) {
	case dep.ErrNotFound:
	case dep.ErrClosed: // want `== never finds dep.ErrClosed, which is always wrapped here`
		return true
	}
	return false
	// shape: errmatch/identity-switch
}

func asserted(key string) bool {
	err := dep.Load(key)
	if err != nil {
		err = &wrapper{err}
	}
	_, ok := err.(*dep.ParseError) // want `the type assertion never finds \*dep.ParseError, which is always wrapped here`
	return ok
	// shape: errmatch/identity-assertion
}

type wrapper struct{ err error }

func (w *wrapper) Error() string { return "wrapped: " + w.err.Error() }
func (w *wrapper) Unwrap() error { return w.err }

// By == it may or may not be found.
func maybe(key string) bool {
	err := dep.Expired(len(key))
	return err == dep.ErrClosed
}

func read(r io.Reader, b []byte) bool {
	_, err := r.Read(b)
	return err == io.EOF
	// shape: errmatch/not-proven
}

// Of a type that answers for itself, == asks nothing.
func answering(n int) bool {
	return dep.Matching(n) == dep.ErrNotFound // want `== never finds dep.ErrNotFound: the error may be \*dep.CodeError`
}

func given(err error) bool { return err == dep.ErrClosed }

var _ = []any{compared, switched, asserted, maybe, read, given, answering}
