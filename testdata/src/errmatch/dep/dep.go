// Package dep has the errors that the cases of errmatch ask for.
package dep

import (
	"errors"
	"fmt"
	"io"
)

var (
	ErrNotFound = errors.New("not found")
	ErrClosed   = errors.New("store is closed")
	ErrExpired  = fmt.Errorf("%w: the session is too old", ErrClosed)
	ErrAlias    = ErrNotFound
	errHidden   = errors.New("hidden")
)

// Get fails with ErrNotFound or ErrClosed, and with nothing else.
func Get(key string) error {
	switch key {
	case "":
		return ErrNotFound
	case "closed":
		return fmt.Errorf("get: %w", ErrClosed)
	}
	return nil
}

// Load fails with ErrNotFound, always wrapped, or with a *ParseError.
func Load(key string) error {
	if err := Get(key); errors.Is(err, ErrNotFound) {
		return fmt.Errorf("load %s: %w", key, err)
	}
	if key == "x" {
		return &ParseError{Line: 1}
	}
	return nil
}

// Expired fails with ErrExpired or ErrClosed.
func Expired(age int) error {
	switch {
	case age > 10:
		return ErrExpired
	case age > 5:
		return ErrClosed
	}
	return nil
}

// Hide fails with an error that only this package can name.
func Hide(n int) error {
	if n > 0 {
		return errHidden
	}
	return nil
}

// Parse fails with errors that have no name.
func Parse(s string) error {
	if s == "" {
		return errors.New("empty input")
	}
	if len(s) > 10 {
		return ErrNotFound
	}
	return nil
}

// Take fails with an error that has a name, and with others that have none, whose texts are all known.
func Take(key string, n int) error {
	if key == "" {
		return errors.New("empty key")
	}
	if n < 0 {
		return fmt.Errorf("take: %w", take(key, n))
	}
	if n > 10 {
		return fmt.Errorf("take %q: %w", key, ErrClosed)
	}
	return nil
}

func take(key string, n int) error { return fmt.Errorf("key %s has no part %d", key, n) }

// Flat fails with the text of another error, too.
func Flat(key string) error {
	if err := Get(key); err != nil {
		return fmt.Errorf("flat: %v", err)
	}
	if key == "" {
		return ErrClosed
	}
	return nil
}

// Check fails with errors that have no name.
func Check(s string) error {
	if s == "" {
		return errors.New("empty input")
	}
	if len(s) > 10 {
		return fmt.Errorf("bad input %q", s)
	}
	return nil
}

// Convert fails with a FieldError.
func Convert(n int) error {
	if n < 0 {
		return FieldError{Name: "n"}
	}
	return nil
}

// Matching fails with an error that answers for itself.
func Matching(n int) error {
	if n > 0 {
		return &CodeError{Code: 404}
	}
	return nil
}

// Read wraps what r returns.
func Read(r io.Reader) error {
	if _, err := r.Read(nil); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}

// Deferred does the same.
func Deferred(r io.Reader) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("read: %w", err)
		}
	}()
	_, err = r.Read(nil)
	return err
}

// Sometimes does so if there is something to read from.
func Sometimes(r io.Reader) (err error) {
	defer func() {
		if err != nil && r != nil {
			err = fmt.Errorf("read: %w", err)
		}
	}()
	_, err = r.Read(nil)
	return err
}

// Range fails with a *RangeError.
func Range(n int) error {
	if n > 10 {
		return &RangeError{n}
	}
	return nil
}

// NotFound makes an error.
func NotFound(key string) error { return fmt.Errorf("%w: %s", ErrNotFound, key) } // want NotFound:"makes errors"

// A ParseError is always a pointer.
type ParseError struct{ Line int }

func (e *ParseError) Error() string { return fmt.Sprintf("line %d", e.Line) }

// A RangeError has its methods on the value, and is always a pointer.
type RangeError struct{ N int }

func (e RangeError) Error() string { return fmt.Sprintf("%d is out of range", e.N) }

// A FieldError is always a value.
type FieldError struct{ Name string }

func (e FieldError) Error() string { return e.Name + " is out of range" }

// Field is the name of the field.
func (e FieldError) Field() string { return e.Name }

// A CodeError is found by what its method Is says.
type CodeError struct{ Code int }

func (e *CodeError) Error() string        { return "code" }
func (e *CodeError) Is(target error) bool { return target == ErrNotFound && e.Code == 404 }

// Other is for other packages to put something else there.
var Other = Get
