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
