// Package levels logs errors at levels that a table has.
package levels

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"

	"go.uber.org/zap"
)

var ErrMissing = errors.New("missing")

type Denied struct{}

func (*Denied) Error() string { return "" }

func missing() error { return ErrMissing }

func denied() error { return &Denied{} }

func unknown() error { return errors.New("x") }

func either(n int) error {
	if n > 0 {
		return ErrMissing
	}
	return errors.New("x")
}

func logs(z *zap.Logger) {
	if err := missing(); err != nil {
		slog.Error("a", "error", err) // shape: errlog/level // want `err is logged at level error, and its level is warn`
		slog.Warn("a", "error", err)  // shape: errlog/not-level
	}
	if err := denied(); err != nil {
		z.Error("a", zap.Error(err)) // want `err is logged at level error, and its level is info`
	}
	if err := unknown(); err != nil {
		slog.Info("a", "error", err) // shape: errlog/level-unknown // want `err is logged at level info, and its level is error`
	}
	if err := either(1); err != nil {
		slog.Info("a", "error", err) // shape: errlog/not-level-several
	}
	if err := either(1); errors.Is(err, ErrMissing) {
		slog.Info("a", "error", err) // want `is logged at level info, and its level is warn`
	}
	err := os.Remove("x")
	if errors.Is(err, ErrMissing) {
		slog.Error("a", "error", err) // shape: errlog/level-known // want `the error at hand is logged at level error, and its level is warn`
	}
	var d *Denied
	if errors.As(err, &d) {
		slog.Error("a", "error", err) // want `the error at hand is logged at level error, and its level is info`
		slog.Error("a", "error", d)   // shape: errlog/level-type // want `d is logged at level error, and its level is info`
		slog.Info("a", "error", d)
		slog.Debug("a", "error", d) // shape: errlog/not-level-debug
	}
	if errors.Is(err, fs.ErrExist) {
		slog.Warn("a", "error", err) // shape: errlog/not-level-known
	}
	if err := os.Remove("y"); err != nil {
		slog.Warn("a", "error", err) // want `err is logged at level warn, and its level is error`
	}
}

var _ = logs
