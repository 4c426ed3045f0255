// Package lostfix has logs to which the error is added.
package lostfix

import (
	"context"
	"log/slog"
	"os"

	"github.com/go-logr/logr"
	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
)

func work() error { return os.Remove("x") }

func all(ctx context.Context, z *zap.Logger, s *zap.SugaredLogger, zero zerolog.Logger, rus *logrus.Entry, l logr.Logger) {
	if err := work(); err != nil {
		slog.Error("the key that is used most", "err", err)
		slog.Error("the key that is used most", "err", err)
	}
	if err := work(); err != nil {
		slog.Error("a", "k", 1) // want `the log leaves out err`
	}
	if err := work(); err != nil {
		slog.LogAttrs(ctx, slog.LevelError, "b") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		slog.Error("b", slog.Int("k", 1)) // want `the log leaves out err`
	}
	if err := work(); err != nil {
		z.Error("c", zap.Int("k", 1)) // want `the log leaves out err`
	}
	if err := work(); err != nil {
		s.Errorw("d") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		zero.Error().Str("k", "v").Msg("e") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		rus.Error("f") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		l.Error(nil, "g") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		s.Errorf("there is no place for it: %d", 1) // want `the log leaves out err`
	}
	if err := work(); err != nil {
		err := "another"
		slog.Error("h", "what", err) // want `the log leaves out err`
	}
	if err := work(); err != nil {
		slog.Error("the key is taken", "err", "x") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		slog.With("err", "x").Error("the key is taken") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		slog.Error("another key", "error", "x") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		slog.Error("a key without a value", "odd") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		z.Error("the key is taken", zap.String("error", "x")) // want `the log leaves out err`
	}
	if err := work(); err != nil {
		z.Error("another key", zap.String("err", "x")) // want `the log leaves out err`
	}
	if err := work(); err != nil {
		zero.Error().Str("error", "x").Msg("the key is taken") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		rus.WithField("error", "x").Error("the key is taken") // want `the log leaves out err`
	}
	if err := work(); err != nil {
		l.Error(nil, "the key is taken", "error", "x") // want `the log leaves out err`
	}
}

var _ = all
