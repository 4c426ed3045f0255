// Package check is a fork of a library for assertions: its functions have the same shape.
package check

import "testing"

func ErrorContains(tb testing.TB, err error, text string)  {}
func Contains(tb testing.TB, s, part string, notes ...any) {}
