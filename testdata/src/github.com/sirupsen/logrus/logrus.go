// Package logrus has the signatures of github.com/sirupsen/logrus that test cases use.
package logrus

type Fields map[string]interface{}

type Logger struct{}

type Entry struct{ Logger *Logger }

func New() *Logger                               { return nil }
func WithError(err error) *Entry                 { return nil }
func WithField(key string, v interface{}) *Entry { return nil }
func WithFields(fields Fields) *Entry            { return nil }
func Debug(args ...interface{})                  {}
func Info(args ...interface{})                   {}
func Warn(args ...interface{})                   {}
func Error(args ...interface{})                  {}
func Errorf(format string, args ...interface{})  {}
func Warnf(format string, args ...interface{})   {}

func (l *Logger) WithError(err error) *Entry                 { return nil }
func (l *Logger) WithField(key string, v interface{}) *Entry { return nil }
func (l *Logger) WithFields(fields Fields) *Entry            { return nil }
func (l *Logger) Info(args ...interface{})                   {}
func (l *Logger) Warn(args ...interface{})                   {}
func (l *Logger) Error(args ...interface{})                  {}
func (l *Logger) Errorf(format string, args ...interface{})  {}

func (e *Entry) WithError(err error) *Entry                 { return nil }
func (e *Entry) WithField(key string, v interface{}) *Entry { return nil }
func (e *Entry) WithFields(fields Fields) *Entry            { return nil }
func (e *Entry) Info(args ...interface{})                   {}
func (e *Entry) Warn(args ...interface{})                   {}
func (e *Entry) Error(args ...interface{})                  {}
func (e *Entry) Errorf(format string, args ...interface{})  {}

type Level uint32

const (
	PanicLevel Level = iota
	FatalLevel
	ErrorLevel
	WarnLevel
	InfoLevel
)

func (l *Logger) Log(level Level, args ...interface{}) {}
