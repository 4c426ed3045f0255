// Package identity asks for errors themselves that are wrapped.
package identity

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"

	pingcap "github.com/pingcap/errors"

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
	return dep.ErrClosed != err // want `!= never finds dep.ErrClosed, which is always wrapped here`
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

// Whatever it is that is not known, it is wrapped.
func wrapped(r io.Reader, unknown func() error) int {
	err := dep.Read(r)
	if err == io.EOF { // want `== never finds io.EOF, which is always wrapped here`
		return 1
	}
	if err == dep.ErrNotFound { // want `== never finds dep.ErrNotFound: the error always wraps another, which that may be`
		return 2
	}
	if _, ok := err.(*dep.ParseError); ok { // want `the type assertion never finds \*dep.ParseError: the error always wraps another, which that may be`
		return 3
	}
	switch dep.Deferred(r) {
	case dep.ErrNotFound: // want `== never finds dep.ErrNotFound: the error always wraps another, which that may be`
		return 4
	}
	if err := errors.Join(unknown(), unknown()); err == dep.ErrNotFound { // want `== never finds dep.ErrNotFound: the error always wraps another, which that may be`
		return 5
	}
	if err := error(&wrapper{unknown()}); err == dep.ErrNotFound { // want `== never finds dep.ErrNotFound: the error always wraps another, which that may be`
		return 6
	}
	return 0
	// shape: errmatch/identity-unknown
}

// On some way it leaves as it is.
func sometimes(r io.Reader) bool {
	_, err := r.Read(nil)
	if r != nil {
		err = fmt.Errorf("read: %w", err)
	}
	return err == dep.ErrNotFound || dep.Sometimes(r) == dep.ErrNotFound || errors.Unwrap(dep.Read(r)) == dep.ErrNotFound
	// shape: errmatch/not-on-all-ways
}

// What has been asked for is there in one form or the other.
func found(err error) int {
	if errors.Is(err, io.EOF) && err == io.EOF {
		return 1
	}
	if err = dep.Read(nil); errors.Is(err, io.EOF) && err == io.EOF { // want `== never finds io.EOF, which is always wrapped here`
		return 2
	}
	return 0
}

// Some functions have nothing to add to an error that has all.
func keeps(f func() error) bool { return pingcap.Trace(f()) == dep.ErrNotFound }

// The standard library says of some functions that their errors are always of one type.
func typed(name string) int {
	_, err := os.Open(name)
	if err == os.ErrNotExist { // want `== never finds fs.ErrNotExist, which is always wrapped here`
		return 1
	}
	switch err {
	case os.ErrPermission: // want `== never finds fs.ErrPermission, which is always wrapped here`
		return 2
	}
	if _, ok := err.(*os.PathError); ok {
		return 3
	}
	if _, err := exec.LookPath(name); err == exec.ErrNotFound { // want `== never finds exec.ErrNotFound, which is always wrapped here`
		return 4
	}
	if err := exec.Command(name).Run(); err == exec.ErrNotFound {
		return 5
	}
	if _, err := http.DefaultClient.Do(nil); err == io.EOF { // want `== never finds io.EOF: the error always wraps another, which that may be`
		return 6
	}
	if _, ok := err.(*url.Error); ok { // want `the type assertion never finds \*url.Error: the error always wraps another, which that may be`
		return 7
	}
	return 0
	// shape: errmatch/identity-standard
}

// Of a type that answers for itself, == asks nothing.
func answering(n int) bool {
	return dep.Matching(n) == dep.ErrNotFound // want `== never finds dep.ErrNotFound: the error may be \*dep.CodeError`
}

func given(err error) bool { return err == dep.ErrClosed }

var _ = []any{compared, switched, asserted, maybe, read, given, answering, wrapped, sometimes, found, keeps, typed}
