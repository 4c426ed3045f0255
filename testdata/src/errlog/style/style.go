// Package style logs texts in place of errors, and messages that are put together.
package style

import (
	"errors"
	"fmt"
	"log"
	"log/slog"

	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	klog "k8s.io/klog/v2"
)

func work() error { return errors.New("failed") }

func texts(z *zap.Logger, s *zap.SugaredLogger, zero zerolog.Logger, rus *logrus.Entry, name string) {
	err := work()
	slog.Error("a", "error", err.Error())              // shape: errlog/text-pair // want `only the text of err is logged, without its type and what it wraps`
	slog.Error("a", slog.String("cause", err.Error())) // shape: errlog/text-attr // want `only the text of err is logged`
	z.Error("a", zap.String("error", err.Error()))     // shape: errlog/text-zap // want `only the text of err is logged`
	z.Error("a", zap.String("cause", err.Error()))     // want `only the text of err is logged`
	s.Errorw("a", "error", err.Error())                // want `only the text of err is logged`
	zero.Error().Str("error", err.Error()).Msg("a")    // shape: errlog/text-zerolog // want `only the text of err is logged`
	zero.Error().Str("cause", err.Error()).Msg("a")    // want `only the text of err is logged`
	rus.WithField("error", err.Error()).Error("a")     // shape: errlog/text-logrus // want `only the text of err is logged`
	slog.Error("a", "error", err)                      // shape: errlog/not-text-error
	slog.Error("a", "name", name)                      // shape: errlog/not-text-value
}

func messages(z *zap.Logger, s *zap.SugaredLogger, zero zerolog.Logger, rus *logrus.Entry, name string) {
	err := work()
	slog.Error(err.Error())                                 // shape: errlog/text-message // want `an error is part of the message, so only its text is logged`
	slog.Error("a: " + err.Error())                         // want `an error is part of the message` `the message is put together`
	z.Error(fmt.Sprintf("%s: %v", name, err))               // want `an error is part of the message` `the message is put together`
	zero.Error().Msg(err.Error())                           // want `an error is part of the message`
	rus.Error(err)                                          // want `an error is part of the message`
	s.Error("a", err)                                       // want `an error is part of the message` `the message is put together`
	slog.Error("a", "error", fmt.Sprint(err))               // shape: errlog/text-made // want `only the text of the error at hand is logged`
	slog.Error("a", "reason", "b: "+err.Error())            // want `only the text of the error at hand is logged`
	slog.Error(err.Error(), "error", err)                   // shape: errlog/not-text-beside
	slog.Error("a", "text", err.Error(), "error", err)      // it is there
	zero.Err(err).Str("text", err.Error()).Msg(err.Error()) // it is there
	rus.WithError(err).Error(err)                           // it is there
	slog.Error("a", "type", fmt.Sprintf("%T", err))
	slog.Info("a", "error", err.Error())     // shape: errlog/not-text-info
	slog.Error(kind(err), "kind", kind(err)) // shape: errlog/not-text-kind
}

func kind(err error) string {
	if errors.Is(err, errors.ErrUnsupported) {
		return "not supported"
	}
	return "failed"
}

func formats(s *zap.SugaredLogger, zero zerolog.Logger, rus *logrus.Entry, name string) {
	err := work()
	s.Errorf("a: %v", err)                 // shape: errlog/text-format // want `an error is formatted into the message, so only its text is logged` `a format puts values into the message`
	rus.Errorf("a: %v", err)               // want `an error is formatted into the message` `a format puts values into the message`
	zero.Error().Msgf("a: %v", err)        // want `an error is formatted into the message` `a format puts values into the message`
	zero.Err(err).Msgf("a: %v", err)       // want `a format puts values into the message`
	rus.Errorf("a: %s", name)              // shape: errlog/unstructured-format // want `a format puts values into the message, so who reads the log cannot tell the values apart`
	log.Println("a", name)                 // shape: errlog/unstructured-log // want `the logger has no attributes`
	slog.Error("a " + name)                // shape: errlog/unstructured-message // want `the message is put together`
	slog.Info(fmt.Sprintf("a %s", name))   // want `the message is put together`
	rus.Error("a", name)                   // want `the message is put together`
	slog.Error("a", "name", name)          // shape: errlog/not-unstructured
	s.Error("a")                           // shape: errlog/not-unstructured-constant
	s.Errorf("a")                          // it is constant
	rus.Errorf("a")                        // it is constant
	zero.Info().Msgf("a")                  // it is constant
	klog.Warning("a")                      // it is constant
	klog.Warning("a", name)                // want `the message is put together`
	zero.Printf("a %s", name)              // want `a format puts values into the message`
	rus.WithField("name", name).Error("a") // it has no other parts
}

var _ = []any{texts, messages, formats}
