// Package returned logs errors that it returns.
package returned

import (
	"errors"
	"fmt"
	"log/slog"
)

// Runner is run by who logs what Run returns.
type Runner interface{ Run() error }

type job struct{}

func (job) Run() error {
	if err := work(); err != nil {
		slog.Error("job", "error", err) // shape: errlog/twice-interface // want `err is logged and returned, and callers of Runner log it again`
		return err
	}
	return nil
}

func (job) Other() error {
	if err := work(); err != nil {
		slog.Error("job", "error", err) // shape: errlog/log-and-return // want `err is logged and returned, so whoever handles it logs it again`
		return err
	}
	return nil
}

func wrapped() error {
	err := work()
	if err != nil {
		slog.Warn("wrapped", "error", err) // shape: errlog/log-and-return-wrapped // want `err is logged and returned`
		return fmt.Errorf("wrapped: %w", err)
	}
	return nil
}

func goroutine() error {
	go func() {
		if err := work(); err != nil {
			slog.Error("in the background", "error", err) // shape: errlog/not-log-and-return-goroutine
		}
	}()
	return nil
}

func retry() error {
	var err error
	for range 3 {
		if err = work(); err == nil {
			return nil
		}
		slog.Warn("again", "error", err) // shape: errlog/not-log-and-return-retry
	}
	return err
}

func work() error { return errors.New("failed") }

var _ = []any{wrapped, goroutine, retry, Runner(job{}), job.Other}
