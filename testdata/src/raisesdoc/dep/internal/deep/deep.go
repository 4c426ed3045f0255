// Package deep is internal to dep.
package deep

import "errors"

var ErrDeep = errors.New("deep")

// Fail fails.
func Fail() error { return ErrDeep } // shape: raisesdoc/listed-sentinel // want `Fail may return ErrDeep, which its doc comment does not list`
