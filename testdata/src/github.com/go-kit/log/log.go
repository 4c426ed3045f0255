// Package log has the signatures of github.com/go-kit/log that test cases use.
package log

type Logger interface {
	Log(keyvals ...interface{}) error
}

func With(logger Logger, keyvals ...interface{}) Logger { return logger }
