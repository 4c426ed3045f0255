// Package regressions contains an integration test, which needs
// a directory. Its errors end there.
package regressions

import (
	"fmt"
	"os"
)

func remove(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("remove: %v", err) // shape: wrapcause/not-test-comment
	}
	return nil
}
