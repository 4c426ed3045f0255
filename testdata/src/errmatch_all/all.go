// Package all has comparisons that find an error only where it is not wrapped.
package all

import (
	"io"

	"errmatch/dep"
)

func read(r io.Reader, b []byte) bool {
	_, err := r.Read(b)
	return err == io.EOF // what Read returns is not wrapped
}

func given(err error) bool {
	return err == dep.ErrClosed // want `== does not find dep.ErrClosed where it is wrapped`
	// shape: errmatch/identity-all
}

func wrapped(key string) bool {
	switch err := dep.Get(key); err {
	case dep.ErrNotFound:
		return true
	case dep.ErrClosed: // want `== never finds dep.ErrClosed, which is always wrapped here`
		return true
	}
	return false
}

var _ = []any{read, given, wrapped}
