// Package agreed logs with another logger than the one that is agreed on.
package agreed

import (
	"log"
	"log/slog"

	"errlog/loggers"

	"github.com/sirupsen/logrus"
)

func logs(own loggers.Logger) {
	log.Println("a")  // shape: errlog/unstructured-logger // want `log.Println logs, where log/slog is the logger that is agreed on`
	logrus.Error("a") // want `logrus.Error logs, where log/slog is the logger that is agreed on`
	slog.Error("a")
	own.Error("a")
}

var _ = logs
