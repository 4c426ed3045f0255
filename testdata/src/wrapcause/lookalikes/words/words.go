// Package words declares errors, of which some are only texts.
package words

import (
	"errors"
	"os"
)

var (
	ErrBadField = errors.New("expected a text that is not empty")
	ErrBadStore = errors.New("no such store")
)

func Parse(name string) (int, error) {
	if name == "" {
		return 0, ErrBadStore
	}
	return len(name), nil
}

// A Result is a list of issues.
type Result struct{ Issues []*Issue }

// An Issue is an entry in a list. That it has an Error method makes no error of it.
type Issue struct{ Text string }

func (i *Issue) Error() string { return i.Text }

// A Fault is an entry in a list as well, and what First returns.
type Fault struct{ Name string }

func (f *Fault) Error() string { return f.Name }

func (r *Result) First() *Fault { return nil }

func Open(name string) (*os.File, error) { return os.Open(name) }
