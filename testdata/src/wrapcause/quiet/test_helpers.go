package quiet

import (
	"fmt"
	"os"
	"testing"
)

// A file that is named so, and imports package testing, is for tests.

func removeGolden(name string) error { // shape: wrapcause/not-test-function
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("golden file: %v", err)
	}
	return nil
}

// RunHooks runs what a test needs.
func RunHooks(t *testing.T, hooks ...func() error) {
	for _, hook := range hooks {
		if err := hook(); err != nil {
			t.Fatal(err)
		}
	}
}
