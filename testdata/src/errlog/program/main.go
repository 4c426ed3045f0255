// Command program ends with a log.
package main

import (
	"errors"
	"log/slog"
	"os"

	"errlog/callee"
)

func setup() error {
	if _, err := os.Stat("x"); err != nil {
		slog.Error("setup", "error", err)
		return err
	}
	return nil
}

func main() {
	if err := setup(); err != nil {
		slog.Error("cannot start", "error", err) // shape: errlog/not-twice-exit
		os.Exit(1)
	}
	if err := setup(); err != nil {
		slog.Error("goes on", "error", err) // want `setup has logged the error that it returns`
	}
	for range 3 {
		if err := setup(); err != nil {
			slog.Error("goes on", "error", err) // want `setup has logged the error that it returns`
		}
	}
	if err := callee.Check("x"); err != nil {
		slog.Error("no such name", "name", "x") // shape: errlog/not-input-cross-package
	}
	if err := setup(); err != nil {
		slog.Error("cannot go on", "error", err) // shape: errlog/not-twice-main
		return
	}
	serve()
	if err := setup(); err != nil {
		slog.Error("ends", "error", err)
	}
}

func serve() {
	if err := setup(); err != nil {
		slog.Error("for ever", "error", err) // want `setup has logged the error that it returns`
	}
	for {
		if errors.Is(setup(), os.ErrExist) {
			slog.Info("again")
		}
	}
}
