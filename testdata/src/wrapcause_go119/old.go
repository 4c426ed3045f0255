// Package old is for a Go that has errors with one cause only.
package old

import (
	"errors"
	"fmt"
)

var ErrX = errors.New("x")

func second(g func() error) error {
	if err := g(); err != nil {
		return fmt.Errorf("%w: %v", ErrX, err) // shape: wrapcause/not-go119
	}
	return nil
}

func two(a, b error) error {
	return fmt.Errorf("%v: %v", a, b) // want `fmt.Errorf formats b with %v`
}

type several struct{ Errs []error } // shape: wrapcause/not-go119

func (s *several) Error() string { return "several" }

// A list that cannot be looked into is none that wrapping would help.

type list []error

func (l list) Error() string { return "several" }

func all(errs []error) error {
	return fmt.Errorf("all failed: %s", list(errs))
}

// One that answers for what is in it is.

type answering []error

func (l answering) Error() string { return "several" }

func (l answering) Is(target error) bool {
	for _, err := range l {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

func allAnswering(errs answering) error {
	return fmt.Errorf("all failed: %s", errs) // want `fmt.Errorf formats errs with %s`
}
