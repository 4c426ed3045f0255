// Package fakes has what stands in for others in tests, as its name says.
package fakes

import (
	"fmt"
	"os"
)

// A Store fails where a test wants it.
type Store struct{ Dir string }

func (s Store) Remove(name string) error { // want Remove:`makes\(always\)` // shape: wrapcause/not-test-package
	return fmt.Errorf("remove: %v", os.Remove(name))
}
