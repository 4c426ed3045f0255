//go:build !unix

package driver

import "errors"

// limitFileSize makes writes of this process fail beyond a size.
func limitFileSize(n uint64) error {
	if n == 0 {
		return nil
	}
	return errors.ErrUnsupported
}
