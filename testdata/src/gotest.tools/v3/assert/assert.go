// Package assert has the signatures of gotest.tools/v3/assert that test cases use.
package assert

type TestingT interface {
	FailNow()
	Fail()
	Log(args ...any)
}

func Assert(t TestingT, comparison any, msgAndArgs ...any)              {}
func Equal(t TestingT, x, y any, msgAndArgs ...any)                     {}
func Error(t TestingT, err error, expected string, msgAndArgs ...any)   {}
func ErrorContains(t TestingT, err error, substring string, msg ...any) {}
func ErrorIs(t TestingT, err, expected error, msgAndArgs ...any)        {}
