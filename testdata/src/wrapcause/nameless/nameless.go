// Package nameless makes text of errors from another package, in which there is nothing to find, and of others.
package nameless

import (
	"errors"
	"fmt"
	"os"

	"wrapcause/checks"
)

func text(name string) error {
	if err := checks.Name(name); err != nil {
		return fmt.Errorf("check: %v", err) // category: nameless // shape: wrapcause/nameless-elsewhere // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func mixture(port, key string) error {
	if _, err := checks.Port(port); err != nil {
		return errors.New("port: " + err.Error()) // category: nameless // shape: wrapcause/nameless-elsewhere // want `errors.New takes only the text of err`
	}
	if _, err := checks.Key(key); err != nil {
		return fmt.Errorf("key: %v", err) // category: nameless // shape: wrapcause/nameless-elsewhere // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func several(names []string) error {
	if err := checks.All(names, "10.0.0.0/8"); err != nil {
		return fmt.Errorf("names: %v", err) // category: nameless // shape: wrapcause/nameless-several // want `fmt.Errorf formats err with %v`
	}
	var errs []error
	for _, name := range names {
		if err := checks.Name(name); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return fmt.Errorf("names: %v", errs) // category: nameless // shape: wrapcause/nameless-several // want `fmt.Errorf formats errs with %v`
	}
	return nil
}

func named(name string, c checks.Checker, check func(string) error) error {
	if err := checks.File(name); err != nil {
		return fmt.Errorf("file: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if err := checks.Free(name); err != nil {
		return fmt.Errorf("free: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if err := c.Check(name); err != nil {
		return fmt.Errorf("check: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	if err := check(name); err != nil {
		return fmt.Errorf("check: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	var errs []error
	for _, check := range []func(string) error{checks.Name, checks.File} {
		errs = append(errs, check(name))
	}
	return fmt.Errorf("all: %v", errs) // category: format // want `fmt.Errorf formats errs with %v`
}

// An error that has a name is told apart before what is left has none.
func told(name string) error {
	err := checks.Free(name)
	if errors.Is(err, checks.ErrTaken) {
		return err
	}
	if err != nil {
		return fmt.Errorf("free: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	return nil
}

func standard() error {
	if _, err := os.UserHomeDir(); err != nil {
		return fmt.Errorf("home: %v", err) // category: nameless // want `fmt.Errorf formats err with %v`
	}
	if _, err := os.Hostname(); err != nil {
		return fmt.Errorf("host: %v", err) // category: format // want `fmt.Errorf formats err with %v`
	}
	return nil
}

// A computed format wraps nothing if no operand is an error.
func unknownName(name string) error { return fmt.Errorf("no " + name) }

func badCount(what string, n int) error { return fmt.Errorf("bad "+what+": %d", n) }

func wrapping(format string, args ...any) error { return fmt.Errorf("x "+format, args...) }

func computedFormats(what string, n int) error {
	if err := unknownName(what); err != nil {
		return fmt.Errorf("name: %v", err) // category: nameless // shape: wrapcause/nameless-computed // want `fmt.Errorf formats err with %v`
	}
	if err := badCount(what, n); err != nil {
		return fmt.Errorf("count: %v", err) // category: nameless // shape: wrapcause/nameless-computed // want `fmt.Errorf formats err with %v`
	}
	if _, err := os.Open(what); err != nil {
		if err := wrapping("%w", err); err != nil {
			return fmt.Errorf("open: %v", err) // category: format // want `fmt.Errorf formats err with %v`
		}
	}
	return nil
}
