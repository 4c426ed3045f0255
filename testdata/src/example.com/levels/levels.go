// Package levels is of another module, and makes most of its errors of text.
package levels

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"example.com/levels/names"
)

var ErrNone = errors.New("no levels")

type Level int

// Of makes its errors of text, also those that it has from others.
func Of(s string) (Level, error) {
	if s == "" {
		return 0, errors.New("empty level")
	}
	var l Level
	if err := l.set(s); err != nil {
		return 0, fmt.Errorf("level: %w", err)
	}
	return l, nil
}

func (l *Level) set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil {
		return err
	}
	*l = Level(n)
	return l.Check()
}

// Check is called by set, and the other way round.
func (l *Level) Check() (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("check: %v", err)
		}
	}()
	if *l < 0 {
		return l.set("0")
	}
	return names.Check(strconv.Itoa(int(*l)))
}

// First may return a variable.
func First(levels []Level) (Level, error) {
	if len(levels) == 0 {
		return 0, ErrNone
	}
	return levels[0], nil
}

// From returns an error of a file.
func From(name string) (l Level, err error) {
	text, err := os.ReadFile(name)
	if err == nil {
		l, err = Of(string(text))
	}
	return
}

// By returns an error of its caller's.
func By(pick func() (Level, error)) (Level, error) { return pick() }

// Named returns an error of another package's, which wraps a variable.
func Named(name string) (Level, error) {
	return 0, names.Find(name)
}

// Set has two meanings, of which one acts.
type Set interface{ Add(Level) error }

type Into struct{ err error }

// Add returns what it holds.
func (i *Into) Add(Level) error { return i.err }

// Filled gives its variable to another function.
func Filled() error {
	var err error
	fill(&err)
	return err
}

func fill(err *error) { *err = ErrNone }
