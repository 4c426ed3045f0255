// Package fixes has questions that can be put otherwise.
package fixes

import (
	"strings"

	"errmatch/dep"
)

func text(key string) bool {
	err := dep.Get(key)
	return err.Error() == "not found" || // want `dep.ErrNotFound is told apart by its text`
		"not found" != err.Error() || // want `dep.ErrNotFound is told apart by its text`
		strings.Contains(err.Error(), "closed") || // want `dep.ErrClosed is told apart by its text`
		strings.HasPrefix(dep.Get(key).Error(), "not") || // want `dep.ErrNotFound is told apart by its text`
		err.Error() == dep.ErrNotFound.Error() // want `dep.ErrNotFound is told apart by its text`
	// shape: errmatch/fix-is
}

// Nobody else can name the error.
func hidden(n int) bool {
	return dep.Hide(n).Error() == "hidden"
}

func identity(key string) bool {
	err := dep.Get(key)
	return err != dep.ErrClosed // want `!= never finds dep.ErrClosed, which is always wrapped here`
	// shape: errmatch/fix-identity
}

var _ = []any{text, hidden, identity}
