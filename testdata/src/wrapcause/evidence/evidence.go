// Package evidence has lost errors whose findings say where they come from, and what a caller could have found.
package evidence

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

var errQuota = errors.New("quota exceeded")

type store interface{ Put(name string) error }

func read(name string) error {
	_, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("read: %v", err) // want `formats err`
	}
	return nil
}

// The condition before leaves one of two.
func guarded(s *quotas, name string) error {
	err := s.check(name)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("check: %v", err) // want `formats err`
	}
	return nil
}

type quotas struct{ late, full bool }

func (q *quotas) check(name string) error {
	if q.late {
		return os.ErrDeadlineExceeded
	}
	if q.full {
		return errQuota
	}
	return nil
}

// Of an interface's method only the name is known.
func put(s store) error {
	if err := s.Put("x"); err != nil {
		return errors.New("put: " + err.Error()) // want `takes only the text of err`
	}
	return nil
}

func all(s store, names []string) error {
	var errs []error
	for _, name := range names {
		if err := s.Put(name); err != nil {
			errs = append(errs, err)
		}
		if _, err := os.ReadFile(name); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return fmt.Errorf("all: %v", errs) // want `formats errs`
	}
	return nil
}

func joined(s store, names []string) error {
	var texts []string
	for _, name := range names {
		if err := s.Put(name); err != nil {
			texts = append(texts, err.Error())
		}
	}
	if len(texts) > 0 {
		return errors.New(strings.Join(texts, "; ")) // want `takes only the text of err`
	}
	return nil
}

// The finding shows the call, of which no more is known.
func direct(s store) error {
	if s == nil {
		return nil
	}
	return fmt.Errorf("direct: %v", s.Put("y")) // want `formats s.Put\("y"\)`
}

func dropped(name string) error {
	if _, err := os.Open(name); err != nil {
		return errors.New("cannot open") // want `makes an error in place of err`
	}
	return nil
}

func called(f func() error) error {
	if err := f(); err != nil {
		return fmt.Errorf("called: %v", err) // want `formats err`
	}
	return nil
}

// A literal shares the variable, and what was stored in it before comes to the format no more.
func shared(s store, names []string, each func(func(string) error) error) error {
	_, err := os.Stat(names[0])
	if err != nil {
		return err
	}
	err = each(func(name string) error {
		err = s.Put(name)
		return err
	})
	if err != nil {
		return fmt.Errorf("shared: %v", err) // want `formats err`
	}
	return nil
}
