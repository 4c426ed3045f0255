package codes

import (
	"errors"
	"net/http"
)

// This file has chains that are no mappings for others, which choose codes by the error of a call.

type store interface{ Get(id string) error }

//errlint:mapping
func inHandler(s store, w http.ResponseWriter, r *http.Request) {
	err := s.Get(r.PathValue("id"))
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case errors.Is(err, ErrNotFound): // want `inHandler gives ErrNotFound the status 400, where the configuration has 404`
		w.WriteHeader(http.StatusBadRequest)
	case errors.Is(err, ErrQuota): // want `inHandler gives an error without a case the status 502, where the configuration has 500`
		w.WriteHeader(http.StatusTooManyRequests)
	default:
		w.WriteHeader(http.StatusBadGateway)
	}
	// shape: errmap/code-inline
}

// The server is given its handlers.
func serveMux(s store, mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if err := s.Get("/"); errors.Is(err, ErrNotFound) { // want `serveMux gives ErrNotFound the status 410, where the configuration has 404` `the code 410 is chosen here, and not by a marked mapping`
			http.Error(w, "gone", http.StatusGone)
		}
	})
}

func remove(s store, w http.ResponseWriter, id string) {
	err := s.Get(id)
	gone := errors.Is(err, ErrNotFound)
	if err != nil && !gone {
		w.WriteHeader(status(err))
		return
	}
	w.WriteHeader(http.StatusNoContent) // it is as if there was no error
	// shape: errmap/not-success
}

//errlint:mapping
func besideHelpers(s store, w http.ResponseWriter, r *http.Request) error {
	err := s.Get(r.PathValue("id"))
	switch {
	case errors.Is(err, ErrNotFound):
		http.NotFound(w, r)
		return nil
	case errors.Is(err, ErrQuota): // want `besideHelpers gives ErrQuota the status 503, where the configuration has 429`
		return newHTTPError(http.StatusServiceUnavailable, err)
	}
	return newHTTPError(http.StatusInternalServerError, err)
	// shape: errmap/code-constructor
}

// An HTTPError has the status that it is replied with.
type HTTPError struct {
	status int
	err    error
}

func (e *HTTPError) Error() string { return e.err.Error() }

func newHTTPError(status int, err error) *HTTPError { return &HTTPError{status: status, err: err} }

func (e *HTTPError) write(w http.ResponseWriter) { http.Error(w, e.Error(), e.status) }

func ofOthers(r *http.Request, w http.ResponseWriter) {
	if _, err := r.Cookie("session"); err == http.ErrNoCookie {
		w.WriteHeader(http.StatusUnauthorized)
	}
	// shape: errmap/not-central-foreign
}

//errlint:mapping
func notAlways(s store, w http.ResponseWriter, id string) {
	switch err := s.Get(id); {
	case errors.Is(err, ErrNotFound):
		w.WriteHeader(http.StatusNotFound)
	case errors.Is(err, ErrQuota):
		w.WriteHeader(http.StatusTooManyRequests)
	default: // also where there is no error
		w.WriteHeader(http.StatusNoContent)
	}
	// shape: errmap/not-default-nil
}

var handler = func(s store, w http.ResponseWriter) {
	if errors.Is(s.Get("/"), ErrNotFound) { // want `the function literal gives ErrNotFound the status 410, where the configuration has 404` `the code 410 is chosen here, and not by a marked mapping`
		w.WriteHeader(http.StatusGone)
	}
}

var _ = []any{handler, inHandler, serveMux, remove, notAlways, ofOthers, besideHelpers, (*HTTPError).write}
