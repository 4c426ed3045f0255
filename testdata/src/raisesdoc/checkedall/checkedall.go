// Package checkedall is run with options that say which errors are checked.
package checkedall

import (
	"errors"
	"fmt"

	"raisesdoc/dep"
)

var ErrA = errors.New("a")

// Passes what it is given by another package, which this one does not speak of.
func Passes(n int) error { // shape: raisesdoc/checked // want `Passes may return dep.ErrSub, which`
	if n > 0 {
		return ErrA
	}
	return fmt.Errorf("load: %w", dep.LoadSub())
}
