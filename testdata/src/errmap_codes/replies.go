package codes

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// This file has statuses that are set before a body is written.

//errlint:mapping
func withBody(err error) int {
	if errors.Is(err, ErrNotFound) { // want `withBody gives ErrNotFound the status 410, where the configuration has 404` `withBody gives ErrNotFound the code 410, status gives it 404`
		return http.StatusGone
	} else if errors.Is(err, ErrDenied) {
		return http.StatusForbidden
	}
	return http.StatusInternalServerError
	// shape: errmap/code-written
}

func fail(w http.ResponseWriter, err error) {
	w.WriteHeader(withBody(err))
	_ = json.NewEncoder(w).Encode(map[string]string{"error": err.Error()})
}

//errlint:mapping
func inPlace(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, ErrNotFound):
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("not found"))
	case errors.Is(err, ErrDenied): // want `inPlace gives ErrDenied the code 401, withBody gives it 403`
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintln(w, "denied")
	default:
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprintln(w, "sorry")
	}
}

var _ = []any{fail, inPlace}
