// Package shadowed has cases that are never reached.
package shadowed

import (
	"context"
	"errors"
	"fmt"
)

var (
	ErrBase  = errors.New("base")
	ErrSub   = fmt.Errorf("sub: %w", ErrBase)
	ErrOther = errors.New("other")
	ErrAlias = ErrOther
)

type timeout interface{ Timeout() bool }

type netError struct{}

func (*netError) Error() string { return "net" }
func (*netError) Timeout() bool { return true }

func wrapping(err error) int {
	switch {
	case errors.Is(err, ErrBase):
		return 1
	case errors.Is(err, ErrSub): // want `the case of ErrSub is never reached: the case of ErrBase takes it before`
		return 2
	case errors.Is(err, ErrOther):
		return 3
	case errors.Is(err, ErrOther): // want `the case of ErrOther is never reached: there is one before`
		return 4
	}
	return 0
	// shape: errmap/shadowed-wrapped
	// shape: errmap/shadowed-again
}

func interfaces(err error) int {
	var t timeout
	var n *netError
	if errors.As(err, &t) {
		return 1
	}
	if errors.As(err, &n) { // want `the case of \*netError is never reached: an earlier case takes it before`
		return 2
	}
	return 0
	// shape: errmap/shadowed-interface
}

func types(err error) string {
	switch err.(type) {
	case timeout:
		return "timeout"
	case *netError: // want `the case of \*netError is never reached: an earlier case takes it before`
		return "net"
	}
	return ""
}

func inline(ctx context.Context, f func() error) string {
	err := f()
	if errors.Is(err, ErrBase) || errors.Is(err, ErrOther) {
		return "base"
	} else if err == ErrOther { // want `the case of ErrOther is never reached: there is one before`
		return "other"
	}
	return ""
	// shape: errmap/shadowed-inline
}

func right(err error) int {
	switch {
	case errors.Is(err, ErrSub):
		return 2
	case errors.Is(err, ErrBase):
		return 1
	case err == ErrOther:
		return 3
	case errors.Is(err, ErrOther): // it may be wrapped
		return 4
	}
	return 0
}

func retried(err error, retry bool) int {
	switch {
	case errors.Is(err, ErrBase) && retry:
		return 1
	case errors.Is(err, ErrBase):
		return 2
	}
	return 0
	// shape: errmap/not-taken
}

func same(err error) int {
	switch {
	case errors.Is(err, ErrBase):
		return 404
	case errors.Is(err, ErrSub):
		return 404
	case errors.Is(err, ErrOther):
		return 500
	}
	return 0
	// shape: errmap/not-same-outcome
}

func known(n int) int {
	err := load(n)
	switch {
	case errors.Is(err, ErrBase):
		return 1
	case errors.Is(err, ErrSub):
		return 2
	}
	return 0
	// shape: errmap/not-errmatch
}

func load(n int) error {
	switch n {
	case 0:
		return nil
	case 1:
		return ErrOther
	}
	return ErrSub
}

func emptied(n int) int {
	switch err := sub(n); {
	case errors.Is(err, ErrBase):
		return 1
	case errors.Is(err, ErrSub): // want `the case of ErrSub is never reached: the case of ErrBase takes it before`
		return 2
	case errors.Is(err, ErrOther): // it is never there, which is for errmatch to say
		return 3
	}
	return 0
	// shape: errmap/shadowed-emptied
}

func sub(n int) error {
	if n > 0 {
		return ErrSub
	}
	return nil
}

var _ = []any{wrapping, interfaces, types, inline, right, retried, same, known, emptied}

func every(err error) int {
	switch err.(type) {
	case error:
		return 1
	case *netError: // want `the case of \*netError is never reached: an earlier case takes it before`
		return 2
	}
	return 0
	// shape: errmap/shadowed-every
}

func everyWrapped(err error) int {
	var any interface{ Error() string }
	switch {
	case errors.Is(err, ErrOther):
		return 1
	case errors.As(err, &any):
		return 2
	case errors.Is(err, ErrSub): // want `the case of ErrSub is never reached: an earlier case takes it before`
		return 3
	}
	return 0
}

var _ = []any{every, everyWrapped}
