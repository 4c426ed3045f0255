// Package fields logs errors with attributes, of which some are missing.
package fields

import (
	"context"
	"errors"
	"log/slog"
	"os"

	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
)

type Failure struct{}

func (*Failure) Error() string { return "" }

func work() error { return errors.New("failed") }

func fail() error { return &Failure{} }

type server struct{ logger *slog.Logger }

func newServer(l *slog.Logger) *server { return &server{l.With("component", "server")} } // shape: errlog/not-fields-constructor

func (s *server) logs(ctx context.Context, args []any) {
	err := work()
	slog.Error("a", "error", err)                               // shape: errlog/fields-missing // want `the log of an error has no attribute component and no operation`
	slog.Error("a", "error", err, "component", "x")             // want `the log of an error has no attribute operation`
	s.logger.Error("a", "error", err, "operation", "x")         // it has both
	s.logger.With("operation", "x").Error("a", "error", err)    // shape: errlog/not-fields-with
	s.logger.ErrorContext(ctx, "a", "error", err)               // shape: errlog/not-fields-context
	slog.Error("a", append([]any{"error", err}, args...)...)    // shape: errlog/not-fields-unknown
	slog.Error("a", "n", 1)                                     // shape: errlog/not-fields-no-error
	s.logger.ErrorContext(ctx, "a", "error", err, "trace", "x") // shape: errlog/fields-forbidden // want `the log of an error has the attribute "trace", which is forbidden`
	s.logger.ErrorContext(ctx, "a", "err", err)                 // shape: errlog/fields-key // want `the error is logged as "err", not as "error"`
	if err := fail(); err != nil {
		s.logger.ErrorContext(ctx, "a", "error", err)                    // shape: errlog/fields-for // want `the log of an error has no attribute error_code`
		s.logger.ErrorContext(ctx, "a", "error", err, "error_code", "x") // it has it
	}
	slog.Error("a", "error", err, "all", all{}) // shape: errlog/not-fields-log-value
	worker(s.logger.With("operation", "x"))
	var failure *Failure
	if err := os.Remove("x"); errors.As(err, &failure) {
		s.logger.ErrorContext(ctx, "a", "error", err) // shape: errlog/fields-for-known // want `the log of an error has no attribute error_code`
	}
	logrus.WithError(err).WithFields(logrus.Fields{"component": "a", "operation": "b"}).Error("a")
	logrus.WithError(err).WithField("component", "a").Error("a") // want `no attribute operation`
}

func worker(l *slog.Logger) {
	l.Error("a", "error", work()) // shape: errlog/not-fields-caller
}

type all struct{}

func (all) LogValue() slog.Value { return slog.GroupValue() }

func optional() {
	zapped, _ := zap.NewProduction(zap.Fields(zap.String("operation", "x")))
	zapped.Error("a", zap.Error(work())) // shape: errlog/not-fields-option
}

var _ = []any{newServer, optional}
