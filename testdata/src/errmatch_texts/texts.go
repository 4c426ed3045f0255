// Package texts tells errors apart whose texts are their contract.
package texts

import (
	"strings"

	"errmatch/dep"
)

func compared(key string) bool {
	return strings.Contains(dep.Get(key).Error(), "found") || strings.Contains(dep.Check(key).Error(), "empty")
	// shape: errmatch/not-contract
}

var _ = compared
