// Package twice logs errors that have been logged, and errors that it returns.
package twice

import (
	"errors"
	"fmt"
	"log"
	"log/slog"

	"errlog/callee"
	"errlog/loggers"
)

func work() error { return errors.New("failed") }

func inner() error {
	if err := work(); err != nil {
		slog.Error("inner", "error", err)
		return fmt.Errorf("inner: %w", err)
	}
	return nil
}

func byHelper() error {
	err := work()
	if err == nil {
		return nil
	}
	loggers.Failed("x", err)
	return err
}

func passes() error { return inner() }

func outer() {
	if err := inner(); err != nil {
		slog.Error("outer", "error", err) // shape: errlog/twice // want `inner has logged the error that it returns, so it is logged twice`
	}
	if err := byHelper(); err != nil {
		loggers.Failed("y", err) // shape: errlog/twice-helper // want `byHelper has logged the error that it returns`
	}
	if err := passes(); err != nil {
		err = fmt.Errorf("outer: %w", err)
		slog.Warn("outer", "error", err.Error()) // shape: errlog/twice-wrapped // want `passes has logged the error that it returns`
	}
	if err := callee.Logged(1); err != nil {
		slog.Error("outer", "error", err) // shape: errlog/twice-cross-package // want `callee.Logged has logged the error that it returns`
	}
	if err := debug(); err != nil {
		slog.Error("outer", "error", err) // shape: errlog/not-twice-debug
	}
	if err := some(1); err != nil {
		slog.Error("outer", "error", err) // shape: errlog/not-twice-some
	}
	if err := retry(); err != nil {
		slog.Error("outer", "error", err) // shape: errlog/not-twice-retry
	}
	if err := inner(); err != nil {
		log.Fatal(err) // shape: errlog/not-twice-fatal
	}
}

func debug() error {
	if err := work(); err != nil {
		slog.Debug("inner", "error", err)
		return err
	}
	return nil
}

func some(n int) error {
	if n > 1 {
		return work()
	}
	if err := work(); err != nil {
		slog.Error("inner", "error", err)
		return err
	}
	return nil
}

func retry() error {
	var err error
	for range 3 {
		if err = work(); err == nil {
			return nil
		}
		slog.Warn("again", "error", err)
	}
	return err
}

var _ = outer

func behind(loud bool) (int, error) {
	err := work()
	if err != nil {
		if loud {
			slog.Error("behind", "error", err)
		} else {
			slog.Warn("behind", "error", err)
		}
	}
	return 0, err
}

func wraps() error {
	if _, err := behind(true); err != nil {
		return fmt.Errorf("wraps: %w", err)
	}
	return nil
}

func deferred() (err error) {
	defer func() {
		if err != nil {
			slog.Error("deferred", "error", err)
		}
	}()
	return work()
}

func falls() error {
	err := work()
	if err != nil {
		slog.Error("falls", "error", err)
		err = errors.Join(work())
	}
	return err
}

func outermost() {
	if _, err := behind(false); err != nil {
		slog.Error("outermost", "error", err) // shape: errlog/twice-behind // want `behind has logged the error that it returns`
	}
	if err := wraps(); err != nil {
		slog.Error("outermost", "error", err) // shape: errlog/twice-wraps // want `wraps has logged the error that it returns`
	}
	if err := deferred(); err != nil {
		slog.Error("outermost", "error", err) // shape: errlog/twice-deferred // want `deferred has logged the error that it returns`
	}
	literal := func() error {
		if err := work(); err != nil {
			slog.Error("literal", "error", err)
			return err
		}
		return nil
	}
	if err := literal(); err != nil {
		slog.Error("outermost", "error", err) // shape: errlog/twice-literal // want `the function literal has logged the error that it returns`
	}
	if err := falls(); err != nil {
		slog.Error("outermost", "error", err) // shape: errlog/not-twice-replaced
	}
	if err := inner(); errors.Is(err, errGone) {
		slog.Warn("outermost", "error", err) // shape: errlog/not-twice-known
	}
}

var errGone = errors.New("gone")

var _ = outermost

// Nothing logs what never is: a function all of whose errors are nil has logged none.
func nothing() (string, error) { return "a", nil }

func dispatch(n int) (string, error) {
	if n > 0 {
		return nothing()
	}
	return nothing()
}

func welcome() error {
	_, err := nothing()
	return err
}

func captured() (err error) {
	defer func() {
		if err != nil {
			slog.Debug("end", "error", err)
		}
	}()
	err = inner()
	if err != nil {
		return err
	}
	if err = work(); err != nil {
		slog.Error("outer", "error", err) // shape: errlog/not-twice-other
	}
	if err = welcome(); err != nil {
		slog.Error("outer", "error", err)
	}
	if err = inner(); err != nil {
		slog.Error("outer", "error", err) // shape: errlog/twice-captured // want `inner has logged the error that it returns`
	}
	return nil
}

func neverFails() {
	if _, err := dispatch(1); err != nil {
		slog.Error("outer", "error", err) // shape: errlog/not-twice-nil
	}
}

var _ = []any{captured, neverFails}
