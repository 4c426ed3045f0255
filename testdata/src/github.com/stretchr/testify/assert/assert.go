// Package assert has the signatures of github.com/stretchr/testify/assert that test cases use.
package assert

type TestingT interface {
	Errorf(format string, args ...any)
}

func Equal(t TestingT, expected, actual any, msgAndArgs ...any) bool                    { return true }
func Equalf(t TestingT, expected, actual any, msg string, args ...any) bool             { return true }
func NotEqual(t TestingT, expected, actual any, msgAndArgs ...any) bool                 { return true }
func Contains(t TestingT, s, contains any, msgAndArgs ...any) bool                      { return true }
func NotContains(t TestingT, s, contains any, msgAndArgs ...any) bool                   { return true }
func Regexp(t TestingT, rx, str any, msgAndArgs ...any) bool                            { return true }
func True(t TestingT, value bool, msgAndArgs ...any) bool                               { return true }
func False(t TestingT, value bool, msgAndArgs ...any) bool                              { return true }
func Error(t TestingT, err error, msgAndArgs ...any) bool                               { return true }
func NoError(t TestingT, err error, msgAndArgs ...any) bool                             { return true }
func EqualError(t TestingT, theError error, errString string, msgAndArgs ...any) bool   { return true }
func EqualErrorf(t TestingT, theError error, errString, msg string, args ...any) bool   { return true }
func ErrorContains(t TestingT, theError error, contains string, msgAndArgs ...any) bool { return true }
func ErrorIs(t TestingT, err, target error, msgAndArgs ...any) bool                     { return true }
func ErrorIsf(t TestingT, err, target error, msg string, args ...any) bool              { return true }
func NotErrorIs(t TestingT, err, target error, msgAndArgs ...any) bool                  { return true }
func ErrorAs(t TestingT, err error, target any, msgAndArgs ...any) bool                 { return true }

type Assertions struct{ t TestingT }

func New(t TestingT) *Assertions { return &Assertions{t} }

func (a *Assertions) Fail(failureMessage string, msgAndArgs ...any) bool { return false }
func (a *Assertions) Equal(expected, actual any, msgAndArgs ...any) bool { return true }
func (a *Assertions) EqualError(theError error, errString string, msgAndArgs ...any) bool {
	return true
}
func (a *Assertions) ErrorContains(err error, contains string, msgAndArgs ...any) bool { return true }
func (a *Assertions) ErrorIs(err, target error, msgAndArgs ...any) bool                { return true }
