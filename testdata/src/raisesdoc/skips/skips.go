// Package skips has files that are not checked.
package skips

import "errors"

var ErrA = errors.New("a")
