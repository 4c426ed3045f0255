// Package neverfails has calls whose errors are always nil: there is nothing to wrap.
package neverfails

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
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

// Files leaves out what it cannot read, so that the walk never fails.
func Files(dir string) (names []string, err error) {
	err = filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
		switch {
		case err != nil:
			return nil
		case info.Name() == ".git":
			return filepath.SkipDir
		}
		names = append(names, name)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("walk: %v", err)
	}
	return names, nil
}

// Readable fails with what the walk does.
func Readable(dir string) error {
	if err := filepath.WalkDir(dir, func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
		return fmt.Errorf("walk: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}

var errTooMany = errors.New("too many")

// Few fails with the callback's own error alone.
func Few(dir string, n int) error {
	err := filepath.Walk(dir, func(string, os.FileInfo, error) error {
		if n--; n < 0 {
			return errTooMany
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("walk: %v", err) // want `fmt.Errorf formats err with %v`
	}
	return nil
}
