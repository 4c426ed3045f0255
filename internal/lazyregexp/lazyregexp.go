// Package lazyregexp has regular expressions that are compiled when they are first asked for. To compile those of all packages
// would take a good part of the time of a run in which nothing has changed, which uses hardly any.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that returns a regular expression. If it does not compile, the function panics.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
