// Package filter has filters.
package filter

import (
	"errors"

	"raisesdoc/filters"
)

// ErrOwn is an error of this package.
var ErrOwn = errors.New("own")

// Limit makes limits.
type Limit struct{}

// Create makes a limit.
func (Limit) Create(args []string) (int, error) { // shape: raisesdoc/not-contract-elsewhere
	if len(args) == 0 {
		return 0, filters.ErrArguments
	}
	return len(args), nil
}

// Rate makes rates.
type Rate struct{}

// Create makes a rate.
func (Rate) Create(args []string) (int, error) { // want `Rate.Create may return ErrOwn and filters.ErrArguments, which`
	if len(args) == 0 {
		return 0, filters.ErrArguments
	}
	return 0, ErrOwn
}

// Parse parses arguments.
func Parse(args []string) (int, error) { // want `Parse may return filters.ErrArguments, which`
	if len(args) == 0 {
		return 0, filters.ErrArguments
	}
	return len(args), nil
}

// ParseOld parses arguments.
//
// Deprecated: use Parse.
func ParseOld(args []string) (int, error) { // shape: raisesdoc/not-deprecated
	if len(args) == 0 {
		return 0, filters.ErrArguments
	}
	return 1, nil
}
