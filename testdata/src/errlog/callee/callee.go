// Package callee has functions that log what they return.
package callee

import (
	"errors"
	"log/slog"
)

var ErrA = errors.New("a")

func Logged(n int) error {
	if n > 0 {
		slog.Warn("a", "error", ErrA)
		return ErrA
	}
	return nil
}

// Check fails for all names but one.
func Check(name string) error {
	if name != "good" {
		return errors.New("there is no " + name)
	}
	return nil
}
