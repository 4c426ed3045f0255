// Package switches has a finding of each category that can be switched off.
package switches

import (
	"errors"
	"fmt"
	"os"
)

var ErrX = errors.New("x")

type holder struct{ Err error } // want `holder holds an error`

func (h *holder) Error() string { return "holder" }

func all(g func() error) error {
	if err := g(); err != nil {
		return fmt.Errorf("a: %v", err) // want `fmt.Errorf formats err`
	}
	if err := g(); err != nil {
		return ErrX // category: translated // want `ErrX is returned in place of err`
	}
	if err := os.Remove("x"); err != nil {
		return errors.New("x") // category: dropped // want `errors.New makes an error in place of err`
	}
	if err := g(); err != nil {
		return fmt.Errorf("%w: %v", ErrX, err) // want `fmt.Errorf wraps ErrX`
	}
	if err := g(); err != nil {
		return ErrX //errlint:opaque the cause is of no use to callers
	}
	return nil
}
