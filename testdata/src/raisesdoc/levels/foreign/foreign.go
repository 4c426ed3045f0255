// Package foreign must list errors of package io and its subpackages.
package foreign

import (
	"context"
	"io"
	"io/fs"
)

// Read says nothing.
func Read(n int) error { // shape: raisesdoc/foreign // want `Read may return io.EOF and fs.ErrNotExist, which`
	switch n {
	case 0:
		return io.EOF
	case 1:
		return fs.ErrNotExist
	}
	return context.Canceled
}
