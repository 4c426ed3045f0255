//errlint:adapter

// Package untypedpkg is a package of adapters.
package untypedpkg

import (
	"fmt"
	"os"
)

// Load may fail.
// shape: domainerr/untyped-package
func Load(name string) error { // want `Load may return an error that has neither`
	return fmt.Errorf("load %s", name)
}

func Standard(name string) error {
	_, err := os.ReadFile(name)
	return err
}

func helper() error { return fmt.Errorf("x") } // shape: domainerr/not-untyped-helper

var _ = helper
