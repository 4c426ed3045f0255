// Package names is beside package levels.
package names

import (
	"errors"
	"fmt"
)

var ErrUnknown = errors.New("unknown name")

func Check(name string) error {
	if len(name) > 9 {
		return fmt.Errorf("%q is too long", name)
	}
	return nil
}

func Find(name string) error { return fmt.Errorf("%q: %w", name, ErrUnknown) }
