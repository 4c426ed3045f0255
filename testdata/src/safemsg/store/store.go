// Package store has errors and texts for other packages.
package store

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
)

// ErrMissing is written for clients.
var ErrMissing = errors.New("there is no such page")

// Hidden keeps its cause, and does not tell it.
type Hidden struct { // want Hidden:`contains\(Err foreign\)`
	Page string
	Err  error
}

func (h *Hidden) Error() string { return "cannot load " + h.Page } // want Error:`contains\(field 0\)`

func (h *Hidden) Unwrap() error { return h.Err } // want Unwrap:`contains\(field 1\)`

// Shown tells its cause.
type Shown struct {
	Page string
	Err  error
}

func (s *Shown) Error() string { return "cannot load " + s.Page + ": " + s.Err.Error() } // want Error:`contains\(field 0 field 1\)`

func (s *Shown) Unwrap() error { return s.Err } // want Unwrap:`contains\(field 1\)`

// Load fails as the file does.
func Load(page string) error { // want Load:`contains\(foreign 0\)`
	if _, err := os.ReadFile(page); err != nil {
		return fmt.Errorf("load %s: %w", page, err)
	}
	return nil
}

// Open fails without the file's error in its text.
func Open(page string) error { // want Open:`contains\(0\)`
	if _, err := os.ReadFile(page); err != nil {
		return &Hidden{page, err}
	}
	return nil
}

// Wrap tells what it is given.
func Wrap(err error) error { return fmt.Errorf("store: %w", err) } // want Wrap:`contains\(0\)`

// Where is where the program is.
func Where() string { return string(debug.Stack()) } // want Where:`contains\(stack\)`
