// Package use logs by each logger.
package use

import (
	"context"
	"log"
	"log/slog"

	"logflow/helpers"

	"github.com/go-logr/logr"
	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	"k8s.io/klog/v2"
)

type server struct{ logger *slog.Logger }

func newServer(l *slog.Logger) *server { return &server{logger: l.With("component", "a")} }

func logs(ctx context.Context, err error, s *server, z *zap.Logger, zero zerolog.Logger, rus *logrus.Entry, l logr.Logger, args []any) {
	slog.Error("a", "error", err)
	slog.Log(ctx, slog.LevelWarn, "b", slog.Group("g", "k", 1), slog.Any("err", err))
	s.logger.InfoContext(ctx, "c", args...)
	z.Named("x").With(zap.String("k", "v")).Warn("d", zap.Error(err))
	z.Sugar().Errorf("e: %v", err)
	zero.With().Str("k", "v").Logger()
	zero.WithLevel(zerolog.WarnLevel).AnErr("cause", err).Msg("f")
	zerolog.Ctx(ctx).Error().Err(err).Send()
	rus.WithFields(logrus.Fields{"k": 1}).WithError(err).Error("g")
	l.WithValues("k", 1).V(1).Info("h")
	l.Error(err, "i")
	klog.V(2).InfoS("j")
	log.Printf("k: %v", err)
	helpers.Failed("l", err)
	helpers.Warnings(err, "k", 1)
	(&helpers.Logger{}).Error("m", "error", err)
}

var _ = []any{newServer, logs}
