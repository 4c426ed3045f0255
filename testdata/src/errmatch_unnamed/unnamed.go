// Package unnamed tells errors apart that have no name.
package unnamed

import (
	"fmt"
	"os"
	"strings"

	"errmatch/dep"
)

func compared(s string) bool {
	err := dep.Check(s)
	return strings.Contains(err.Error(), "empty") // want `an error of dep.Check is told apart by its text, as it has no name`
	// shape: errmatch/unnamed
}

func named(s string) bool {
	err := dep.Parse(s)
	return err.Error() == "not found" // want `dep.ErrNotFound is told apart by its text`
}

// The function belongs to somebody else.
func foreign(name string) bool {
	_, err := os.Open(name)
	return strings.Contains(err.Error(), "too many open files")
	// shape: errmatch/not-foreign
}

func beside(s string) bool {
	err := dep.Check(s)
	return err == dep.ErrClosed || // want `== never finds dep.ErrClosed: the error has no name`
		strings.Contains(err.Error(), "empty")
}

func item(n int) error {
	if n > 0 {
		return fmt.Errorf("item %d is bad", n)
	}
	return nil
}

// What is asked for is no text that the program wrote: it is a value, or of another error.
func values(n int) bool {
	err := item(n)
	return strings.Contains(err.Error(), "7") || strings.Contains(err.Error(), "connection lost") ||
		strings.Contains(err.Error(), "item 7") // want `an error of item is told apart by its text, as it has no name`
	// shape: errmatch/not-value
}

var _ = []any{item, values, compared, named, foreign, beside}
