// Package quicktest has the signatures of github.com/frankban/quicktest that test cases use.
package quicktest

import "testing"

type Checker interface {
	Check(got any, args []any, note func(key string, value any)) error
	ArgNames() []string
}

type C struct{ testing.TB }

func New(t testing.TB) *C { return &C{t} }

func (c *C) Assert(got any, checker Checker, args ...any) bool { return true }
func (c *C) Check(got any, checker Checker, args ...any) bool  { return true }

func Assert(t testing.TB, got any, checker Checker, args ...any) bool { return true }

var (
	Equals       Checker
	ErrorMatches Checker
	ErrorIs      Checker
	ErrorAs      Checker
)

func Not(checker Checker) Checker { return checker }
