// Package loggers has a logger of the program's own, as an interface and as a type.
package loggers

import (
	"fmt"
	"log/slog"
)

type Logger interface {
	Debug(msg string, args ...any)
	Info(msg string, args ...any)
	Warn(msg string, args ...any)
	Error(msg string, args ...any)
	With(args ...any) Logger
	V(name string) Logger
}

type Own struct{ inner *slog.Logger }

func (o *Own) Info(format string, args ...any)  { o.inner.Info(fmt.Sprintf(format, args...)) } // shape: errlog/not-unstructured-forward
func (o *Own) Warn(format string, args ...any)  { o.inner.Warn(fmt.Sprintf(format, args...)) }
func (o *Own) Error(format string, args ...any) { o.inner.Error(fmt.Sprintf(format, args...)) }

// Failed logs an error.
func Failed(op string, err error) {
	slog.Error("failed", "op", op, "error", err)
}

// Warn logs a text.
func Warn(text string) { slog.Warn(text) }
