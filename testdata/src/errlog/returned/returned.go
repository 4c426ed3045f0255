// Package returned logs errors that it returns.
package returned

import (
	"context"
	"errors"
	"fmt"
	"log"
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

func behind() error {
	err := work()
	if err != nil {
		slog.Error("behind", "error", err) // shape: errlog/log-and-return-behind // want `err is logged and returned`
	}
	return err
}

func named() (err error) {
	if err = work(); err != nil {
		log.Printf("named: %v", err) // shape: errlog/log-and-return-log // want `err is logged and returned`
	}
	return
}

func deferred() (err error) {
	defer func() {
		if err != nil {
			slog.Error("deferred", "error", err) // shape: errlog/log-and-return-deferred // want `err is logged and returned`
		}
	}()
	return work()
}

func falls() error {
	err := work()
	if err != nil {
		slog.Error("falls", "error", err) // shape: errlog/not-log-and-return-replaced
		err = errors.Join(work())
	}
	return err
}

func cancelled() error {
	err := work()
	if errors.Is(err, context.Canceled) {
		slog.Warn("cancelled", "error", err) // shape: errlog/not-log-and-return-known
		return err
	}
	if err != nil {
		return err
	}
	slog.Warn("done", "error", err) // shape: errlog/not-log-and-return-nil
	return err
}

func work() error { return errors.New("failed") }

var _ = []any{wrapped, behind, named, deferred, falls, cancelled, goroutine, retry, Runner(job{}), job.Other}
