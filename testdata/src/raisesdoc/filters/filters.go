// Package filters declares what filters implement, and how they fail.
package filters

import "errors"

// ErrArguments is what a Spec returns for arguments that it does not know.
var ErrArguments = errors.New("bad arguments")

// A Spec makes filters.
type Spec interface {
	// Create makes a filter.
	Create(args []string) (int, error)
}
