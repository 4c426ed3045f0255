// Package contest takes a logger, and is not for tests.
package contest

import (
	"fmt"
	"os"
)

// A Logger is no test, since one cannot warn.
type Logger interface {
	Warnf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

func Remove(l Logger, name string) error {
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("remove: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}
