// Package testsupport is what tests are made with: its errors end in them.
package testsupport

import (
	"fmt"
	"os"
	"testing"
)

// Remove is for tests.
func Remove(name string) error { // want Remove:`makes\(always\)`
	return fmt.Errorf("remove: %v", os.Remove(name))
}

// MustRemove is, too.
func MustRemove(t *testing.T, name string) {
	if err := Remove(name); err != nil {
		t.Fatal(err)
	}
}
