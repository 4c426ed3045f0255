// Package module has places for all mutations, and for the exemptions.
package module

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"testing"
)

// ErrEmpty is that of an empty name.
var ErrEmpty = errors.New("empty")

// Read reads a file, or returns [ErrEmpty].
func Read(name string) ([]byte, error) {
	if name == "" {
		return nil, ErrEmpty
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("100%% of %q: %w", name, err)
	}
	return data, nil
}

// Size has an operand on a line of its own, and one before another.
func Size(name string) (n int, err error) {
	text, err := Read(name)
	if err != nil {
		return 0, fmt.Errorf(
			"%w: size of %s",
			err,
			name,
		)
	}
	if n, err = strconv.Atoi(string(text)); err != nil {
		return 0, fmt.Errorf("size %q: %w", text, err)
	}
	return n, nil
}

// Known returns errors that have been looked at.
func Known(name string) error {
	_, err := Read(name)
	if err == nil {
		return nil
	}
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("not there: %w", err)
	}
	switch {
	case errors.Is(err, ErrEmpty) && name == "":
		return err
	}
	return err
}

// Said does not leave.
func Said(name string) {
	if _, err := Read(name); err != nil {
		log.Print(fmt.Errorf("said: %w", err))
	}
}

type reader struct{ err error }

func (r *reader) keep(err error) error {
	if err != nil {
		r.err = fmt.Errorf("%w: %w", ErrEmpty, err)
		return r.err
	}
	return err
}

func wrap(err error) error { return fmt.Errorf("wrap: %w", err) }

// Second returns the second failure.
func Second() error {
	if _, err := Read("a"); err != nil {
		if _, again := Read("b"); again != nil {
			return err
		}
		return wrap(err)
	}
	return (&reader{}).keep(nil)
}

// What never fails, and what reads texts by way of another function, has nothing to lose.

type pair struct {
	Name  string
	Parts []int
}

func ready() error { return nil }

func port(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, err
	}
	return n, nil
}

func ports(text string) (int, error) {
	n, err := port(text)
	return n, err
}

func Excused(text string, p pair, v any) error {
	if err := ready(); err != nil {
		return fmt.Errorf("ready: %w", err)
	}
	if _, err := json.Marshal(p); err != nil {
		return fmt.Errorf("pair: %w", err)
	}
	if _, err := json.Marshal(v); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	if _, err := ports(text); err != nil {
		return fmt.Errorf("ports: %w", err)
	}
	return nil
}

// Prepared is for tests.
func Prepared(t testing.TB, name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("prepare %s: %w", t.Name(), err)
	}
	return data, nil
}
