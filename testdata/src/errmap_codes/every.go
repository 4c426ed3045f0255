package codes

import (
	"errors"
	"net/http"
)

// This file has mappings whose cases take all errors, or leave the default to their callers.

var (
	ErrLocked = errors.New("locked")
	ErrStale  = errors.New("stale")
)

// every has its default in a case, and what is behind it is for nil.
//
//errlint:mapping
func every(err error) int {
	switch err.(type) {
	case *LimitError:
		return http.StatusTooManyRequests
	case error:
		return http.StatusInternalServerError
	}
	return http.StatusOK
	// shape: errmap/not-default-every
}

//errlint:mapping
func everyWrong(err error) int { // want `everyWrong gives an error without a case the status 502, where the configuration has 500`
	var any interface{ Error() string }
	switch {
	case errors.Is(err, ErrLocked):
		return http.StatusLocked
	case errors.As(err, &any):
		return http.StatusBadGateway
	}
	return http.StatusOK
	// shape: errmap/code-every
}

// whole leaves the rest to itself.
//
//errlint:mapping
func whole(err error) int {
	if s, ok := part(err); ok {
		return s
	}
	return http.StatusInternalServerError
}

func part(err error) (int, bool) {
	switch {
	case errors.Is(err, ErrLocked):
		return http.StatusLocked, true
	case errors.Is(err, ErrNotFound): // want `part gives ErrNotFound the status 410, where the configuration has 404` `part gives ErrNotFound the code 410, status gives it 404`
		return http.StatusGone, true
	}
	return 0, false
	// shape: errmap/not-default-false
	// shape: errmap/not-central-part
}

// shared is called by another function, too.
func shared(err error) (int, bool) {
	if errors.Is(err, ErrStale) { // want `the code 412 is chosen here, and not by a marked mapping`
		return http.StatusPreconditionFailed, true
	}
	return 0, false
}

//errlint:mapping
func wholeShared(err error) int {
	if s, ok := shared(err); ok {
		return s
	}
	return http.StatusInternalServerError
}

func serveEvery(w http.ResponseWriter, err error) {
	if s, ok := shared(err); ok {
		w.WriteHeader(s)
	}
	w.WriteHeader(every(err))
	w.WriteHeader(everyWrong(err))
	w.WriteHeader(whole(err))
	w.WriteHeader(wholeShared(err))
}

var _ = serveEvery
