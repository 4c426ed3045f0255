// Package openpointers stores an error with a name through a pointer: it may be in each variable whose address is given away.
package openpointers

import (
	"errors"
	"fmt"
	"os"
)

var ErrLoad = errors.New("not loaded")

type events struct {
	load *error
	open *error
}

func (e events) run(name string) {
	*e.load = fmt.Errorf("code %d", len(name))
	if _, err := os.Open(name); err != nil {
		*e.open = err
	}
}

func Run(name string) error {
	var load, open error
	events{&load, &open}.run(name)
	if load != nil {
		return fmt.Errorf("%v: %w", load, ErrLoad) // category: second-cause // want `fmt.Errorf wraps ErrLoad but formats load with %v`
	}
	if open != nil {
		return fmt.Errorf("%v: %w", open, ErrLoad) // category: second-cause // want `fmt.Errorf wraps ErrLoad but formats open with %v`
	}
	return nil
}
