package skips_test

import "errors"

var ErrT = errors.New("t")

// Helper says nothing.
func Helper() error { return ErrT } // shape: raisesdoc/not-test
