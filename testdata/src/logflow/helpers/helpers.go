// Package helpers has functions that log what they are given, and what they return.
package helpers

import (
	"errors"
	"fmt"
	"log/slog"
)

func Failed(op string, err error) { // want Failed:`logs\(10 at error\)`
	slog.Error("failed", "op", op, "error", err)
}

func Warnings(err error, args ...any) { // want Warnings:`logs\(11 at warn\)`
	slog.Warn("x", append(args, "error", err)...)
}

func Through(err error) { Failed("x", fmt.Errorf("wrapped: %w", err)) } // want Through:`logs\(1 at error\)`

func Recursive(err error, n int) { // want Recursive:`logs\(1 at info\)`
	if n > 0 {
		Recursive(err, n-1)
	}
	slog.Info("x", "error", err)
}

func Other(err error) string { return err.Error() }

func Returns() error { // want Returns:`logged what it returns`
	if err := errors.New("x"); err != nil {
		Failed("x", err)
		return fmt.Errorf("wrapped: %w", err)
	}
	return nil
}

func Passes() (int, error) { // want Passes:`logged what it returns`
	if err := Returns(); err != nil {
		return 0, err
	}
	return 1, nil
}

func Some(n int) error {
	if n > 0 {
		return errors.New("y")
	}
	return Returns()
}

func Never() error { return nil }

type Logger struct{ inner *slog.Logger }

func (l *Logger) Error(msg string, args ...any) { l.inner.Error(msg, args...) } // want Error:`logs\(110 at error\)`
