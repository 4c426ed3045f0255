// Package logr has the signatures of github.com/go-logr/logr that test cases use.
package logr

type Logger struct{ level int }

func (l Logger) V(level int) Logger                                        { return l }
func (l Logger) WithValues(keysAndValues ...interface{}) Logger            { return l }
func (l Logger) WithName(name string) Logger                               { return l }
func (l Logger) Info(msg string, keysAndValues ...interface{})             {}
func (l Logger) Error(err error, msg string, keysAndValues ...interface{}) {}
