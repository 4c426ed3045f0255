// Package zerolog has the signatures of github.com/rs/zerolog that test cases use.
package zerolog

import "context"

type Level int8

const (
	DebugLevel Level = iota
	InfoLevel
	WarnLevel
	ErrorLevel
)

type Logger struct{}

type Event struct{}

type Context struct{}

func Ctx(ctx context.Context) *Logger { return nil }

func (l Logger) With() Context                 { return Context{} }
func (l *Logger) Debug() *Event                { return nil }
func (l *Logger) Info() *Event                 { return nil }
func (l *Logger) Warn() *Event                 { return nil }
func (l *Logger) Error() *Event                { return nil }
func (l *Logger) Err(err error) *Event         { return nil }
func (l *Logger) WithLevel(level Level) *Event { return nil }

func (c Context) Str(key, val string) Context { return c }
func (c Context) Err(err error) Context       { return c }
func (c Context) Logger() Logger              { return Logger{} }

func (l *Logger) Printf(format string, v ...interface{}) {}

func (e *Event) Err(err error) *Event                       { return e }
func (e *Event) AnErr(key string, err error) *Event         { return e }
func (e *Event) Str(key, val string) *Event                 { return e }
func (e *Event) Int(key string, i int) *Event               { return e }
func (e *Event) Interface(key string, i interface{}) *Event { return e }
func (e *Event) Msg(msg string)                             {}
func (e *Event) Msgf(format string, v ...interface{})       {}
func (e *Event) Send()                                      {}
