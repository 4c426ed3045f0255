// Package user calls mappings of another package.
package user

import (
	"errors"

	"errmap/app"
)

var ErrMine = errors.New("mine")

func mine(n int) error {
	if n > 0 {
		return ErrMine
	}
	return app.Deny(n)
}

func serve(n int) int {
	return app.StatusOf(mine(n)) // want `app.StatusOf has no case for app.ErrDenied and ErrMine, which may arrive there`
	// shape: errmap/missing-call
}

func code(n int) string {
	return app.CodeOf(mine(n)) // want `app.CodeOf panics for app.ErrDenied and ErrMine, which may arrive there`
	// shape: errmap/panic-call
}

func given(err error) int { return app.StatusOf(err) }

var _ = []any{serve, code, given}
