package errdoc

import (
	"regexp"
	"sync"
)

// lazy returns a function that returns a regular expression, compiled at the first call: classes of Unicode take
// milliseconds, and a run in which nothing has changed reads no comment.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
