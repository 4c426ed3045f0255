// Package check has the signatures of gopkg.in/check.v1 that test cases use.
package check

type Checker interface {
	Info() any
	Check(params []any, names []string) (result bool, error string)
}

type C struct{}

func (c *C) Fail()                                             {}
func (c *C) Assert(obtained any, checker Checker, args ...any) {}

var ErrorMatches Checker
