package quiet

import (
	"errors"
	"io"
	"slices"
)

var (
	errNotFound = errors.New("not found")
	errDenied   = errors.New("denied")
)

// Sentinels are in a list to be compared with: none of them takes the place of err.
func retryable(err error) bool {
	if err == nil {
		return false
	}
	for _, sentinel := range []error{errNotFound, errDenied} {
		if errors.Is(err, sentinel) {
			return false
		}
	}
	if slices.Contains([]error{errNotFound, errDenied}, err) {
		return false
	}
	for _, sentinel := range [...]error{errNotFound, errDenied} {
		if err == sentinel {
			return false
		}
	}
	for code, sentinel := range map[int]error{404: errNotFound, 403: errDenied} {
		if errors.Is(err, sentinel) && code > 0 {
			return false
		}
	}
	return true
}

// A reader keeps its error, and ends as io.Reader has it.
type reader struct {
	r   io.Reader
	err error
}

func (r *reader) Read(b []byte) (n int, err error) { // want Read:`\(acts\)`
	if r.err != nil {
		return 0, io.EOF
	}
	n, r.err = r.r.Read(b)
	return n, r.err
}
