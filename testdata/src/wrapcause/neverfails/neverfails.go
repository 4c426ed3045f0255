// Package neverfails has calls whose errors are always nil: there is nothing to wrap.
package neverfails

import (
	"errors"
	"fmt"
	"net/http"
	"os"
)

type resolver struct{ url string }

// newResolver has an error result for the sake of its callers' shape.
func newResolver(url string) (*resolver, error) { return &resolver{url}, nil }

// openResolver may fail.
func openResolver(name string) (*resolver, error) {
	if _, err := os.Stat(name); err != nil {
		return nil, err
	}
	return newResolver(name)
}

type configError struct{ reason string }

func (e *configError) Error() string { return e.reason }

func Format(url string) (*resolver, error) {
	r, err := newResolver(url)
	if err != nil {
		return nil, fmt.Errorf("resolver: %v", err)
	}
	return r, nil
}

func Text(url string) error {
	if _, err := newResolver(url); err != nil {
		return &configError{err.Error()}
	}
	return nil
}

func Dropped(url string) error {
	if _, err := newResolver(url); err != nil {
		return errors.New("no resolver")
	}
	return nil
}

func Opened(name string) (*resolver, error) {
	r, err := openResolver(name)
	if err != nil {
		return nil, fmt.Errorf("resolver: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return r, nil
}

// Request has an error that is the address's.
func Request(url string) (*http.Request, error) { // want Request:`parses`
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, fmt.Errorf("request: %v", err)
	}
	return req, nil
}
