// Package gomega has the signatures of github.com/onsi/gomega that test cases use.
package gomega

type Matcher interface {
	Match(actual any) (success bool, err error)
}

type Assertion interface {
	To(matcher Matcher, optionalDescription ...any) bool
	ToNot(matcher Matcher, optionalDescription ...any) bool
}

func Expect(actual any, extra ...any) Assertion                       { return nil }
func ExpectWithOffset(offset int, actual any, extra ...any) Assertion { return nil }
func MatchError(expected any, description ...any) Matcher             { return nil }
func ContainSubstring(substr string, args ...any) Matcher             { return nil }
func Equal(expected any) Matcher                                      { return nil }

// A WithT is one test's.
type WithT struct{}

// Gomega is what a function that is polled is given.
type Gomega interface {
	Expect(actual any, extra ...any) Assertion
}

func NewWithT(t any) *WithT                                                  { return nil }
func (g *WithT) Expect(actual any, extra ...any) Assertion                   { return nil }
func (g *WithT) ExpectWithOffset(offset int, actual any, e ...any) Assertion { return nil }
