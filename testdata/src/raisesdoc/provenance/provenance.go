// Package provenance has an error that comes a long way.
package provenance

import (
	"errors"
	"fmt"

	"raisesdoc/dep"
)

var ErrA = errors.New("a")

// Load says nothing.
func Load(n int) error { // want `Load may return ErrA and dep.ErrSub, which`
	if n > 0 {
		return load()
	}
	return dep.LoadSub()
}

func load() error {
	err := read()
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

func read() error { return ErrA }

var _ = dep.ErrSub // the package speaks of it
