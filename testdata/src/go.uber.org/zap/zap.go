// Package zap has the signatures of go.uber.org/zap that test cases use.
package zap

type Field struct{ Key string }

type Logger struct{}

type SugaredLogger struct{}

func Error(err error) Field                  { return Field{} }
func NamedError(key string, err error) Field { return Field{} }
func String(key, val string) Field           { return Field{} }
func Any(key string, val interface{}) Field  { return Field{} }
func Int(key string, val int) Field          { return Field{} }

func (l *Logger) With(fields ...Field) *Logger      { return l }
func (l *Logger) Named(s string) *Logger            { return l }
func (l *Logger) Sugar() *SugaredLogger             { return nil }
func (l *Logger) Debug(msg string, fields ...Field) {}
func (l *Logger) Info(msg string, fields ...Field)  {}
func (l *Logger) Warn(msg string, fields ...Field)  {}
func (l *Logger) Error(msg string, fields ...Field) {}

func (s *SugaredLogger) With(args ...interface{}) *SugaredLogger         { return s }
func (s *SugaredLogger) Warn(args ...interface{})                        {}
func (s *SugaredLogger) Error(args ...interface{})                       {}
func (s *SugaredLogger) Errorf(template string, args ...interface{})     {}
func (s *SugaredLogger) Errorw(msg string, keysAndValues ...interface{}) {}
func (s *SugaredLogger) Warnw(msg string, keysAndValues ...interface{})  {}

type Option interface{ apply(*Logger) }

func Fields(fields ...Field) Option                    { return nil }
func NewProduction(options ...Option) (*Logger, error) { return nil, nil }
