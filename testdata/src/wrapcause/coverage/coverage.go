// Package coverage reports the results of integration tests, and is not
// for tests itself.
package coverage

import (
	"fmt"
	"os"
)

func remove(name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("remove: %v", err) // category: format // shape: wrapcause/test-comment // want `fmt.Errorf formats err with %v`
	}
	return nil
}
