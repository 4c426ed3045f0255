// Package transportmatch matches an error of the other layer.
package transportmatch

import (
	"errors"

	"domainerr/mcperr"
)

func match(err error) bool {
	// shape: domainerr/layer-use
	return errors.Is(err, mcperr.ErrTool) // want `ErrTool is an error of domainerr/mcperr, which this package must not know`
}

func Again() error {
	if err := mcperr.Run(); match(err) {
		return err // it is found where it is named
	}
	return nil
}
