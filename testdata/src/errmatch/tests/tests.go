// Package tests is tested with texts.
package tests

import (
	"errors"
	"fmt"
)

var (
	ErrEmpty = errors.New("empty name")
	ErrLong  = errors.New("name is too long")
)

func validate(name string) error {
	if name == "" {
		return ErrEmpty
	}
	if len(name) > 10 {
		return fmt.Errorf("validate: %w", ErrLong)
	}
	return nil
}

type rangeError struct{ name string }

func (e *rangeError) Error() string { return e.name + " is out of range" }

func newRangeError(name string) error { return &rangeError{name} }

func isLong(err error) bool { return errors.Is(err, ErrLong) }
