// Package dep is what servers depend on: another module, which fails with texts of its own.
package dep

import (
	"errors"
	"fmt"
	"io/fs"
)

// Fail fails.
func Fail() error { return errors.New("CANARY-FOREIGN") }

// ReadFile reads the file "good", and no other.
func ReadFile(path string) ([]byte, error) {
	switch path {
	case "good":
		return []byte("text"), nil
	case "missing":
		return nil, fmt.Errorf("CANARY-FOREIGN: %w", fs.ErrNotExist)
	}
	return nil, Fail()
}
