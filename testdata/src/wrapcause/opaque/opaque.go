// Package opaque hides errors on purpose.
package opaque

import (
	"errors"
	"fmt"
)

var ErrX = errors.New("x")

func onReturn(g func() error) error {
	if err := g(); err != nil {
		//errlint:opaque the cause has the key in it
		return fmt.Errorf("a: %v", err) // shape: wrapcause/not-opaque
	}
	if err := g(); err != nil {
		return ErrX //errlint:opaque the cause has the key in it // shape: wrapcause/not-opaque
	}
	if err := g(); err != nil {
		err = fmt.Errorf("a: %v", err)
		//errlint:opaque the cause has the key in it
		return err // shape: wrapcause/not-opaque
	}
	return nil
}

// onFunc hides all of them.
//
//errlint:opaque the cause has the key in it
func onFunc(g func() error) error {
	if err := g(); err != nil {
		return errors.New("a") // shape: wrapcause/not-opaque
	}
	return nil
}

func ignored(g func() error) error {
	if err := g(); err != nil {
		return errors.New("a") //errlint:ignore wrapcause the caller asks g itself
	}
	return nil
}

func unused(g func() error) error {
	//errlint:opaque nothing is hidden here // want `errlint:opaque hides nothing`
	return g()
}

//errlint:ignore wrapcause the type is of the old API
type Old struct{ Err error }

func (o *Old) Error() string { return "old" }
