// Package helpers has functions that others make errors by.
package helpers

import (
	"errors"
	"fmt"
)

type Error struct {
	Op  string
	Err error
}

func (e *Error) Error() string { return e.Op }
func (e *Error) Unwrap() error { return e.Err }

func Wrap(op string, err error) error { return &Error{op, err} } // want Wrap:`makes\(always; text \[0\]\)`

func Ignore(op string, err error) error { // want Ignore:`makes\(always; text \[0\]; ignores \[1\]\)` `Ignore ignores its parameter err`
	return &Error{Op: op}
}

func Blank(op string, _ error) error { return &Error{Op: op} } // want Blank:`makes\(always; text \[0\]; ignores \[1\]\)`

func Flatten(op string, err error) error { // want Flatten:`makes\(text \[0\]; flattens \[1\]; nil for \[1\]\)`
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %v", op, err) // want `fmt.Errorf formats err with %v`
}

func FlattenText(err error) error { // want FlattenText:`makes\(always; flattens \[0\]\)`
	return errors.New(err.Error()) // want `errors.New takes only the text of err`
}

// Hidden keeps what it is given to itself.
//
//errlint:opaque the text is for users
func Hidden(err error) error { // want Hidden:`makes\(always; flattens \[0\]; opaque\)`
	return errors.New("hidden: " + err.Error()) // shape: wrapcause/not-opaque
}

func New(text string) *Error { return &Error{Op: text} } // want New:`makes\(always; text \[0\]\)`

// Fatal wraps what it makes of the text at once.
func Fatal(text string) error { return fmt.Errorf("fatal: %w", New(text)) } // want Fatal:`makes\(always; text \[0\]\)`

func Newf(format string, args ...any) *Error { // want Newf:`makes\(always; format 0 operands 1 wraps false\)`
	return &Error{Op: fmt.Sprintf(format, args...)}
}

func Errorf(format string, args ...any) error { return fmt.Errorf(format, args...) } // want Errorf:`makes\(always; format 0 operands 1 wraps true\)`

var Alias = fmt.Errorf // want Alias:`makes\(always; format 0 operands 1 wraps true\)`

// Functions that are recursive, and others that call them.

func mk(n int) error {
	if n > 0 {
		return mk(n - 1)
	}
	return errors.New("mk")
}

func even(n int, err error) error {
	if n > 0 {
		return odd(n-1, err)
	}
	return fmt.Errorf("even: %w", err)
}

func odd(n int, err error) error {
	if n > 0 {
		return even(n-1, err)
	}
	return fmt.Errorf("odd: %w", err)
}

func forever() error { return forever() }

func recursive(g func() error) error {
	if err := g(); err != nil {
		return mk(2) // shape: wrapcause/dropped-recursive // want `mk makes an error in place of err`
	}
	if err := g(); err != nil {
		return even(2, err) // shape: wrapcause/not-helper
	}
	if err := g(); err != nil {
		return forever() // shape: wrapcause/not-helper
	}
	return nil
}

func Keep(op string, err error) error { // want Keep:`makes\(text \[0\]; flattens \[1\]; nil for \[1\]\)`
	if err == nil {
		return nil
	}
	return fmt.Errorf("keep %s: %v", op, err) // want `fmt.Errorf formats err with %v`
}

// A Locale translates.
type Locale struct{ words map[string]string }

// Get translates a format, and formats as fmt.Sprintf does.
func (l *Locale) Get(format string, args ...any) string {
	if s, ok := l.words[format]; ok {
		format = s
	}
	return fmt.Sprintf(format, args...)
}

// Title is a text beside which arguments are kept.
func Title(title string, labels ...any) string { return title }

// At says where something is wrong, if that is known.
func At(line int, format string, args ...any) error { // want At:`.*`
	if line == 0 {
		return fmt.Errorf(format, args...)
	}
	return fmt.Errorf("%d: %s", line, fmt.Sprintf(format, args...))
}

// Say returns the text of an error with more words.
func Say(err error) string { return "failed: " + err.Error() } // want Say:`tells \[0\]; in text \[0\]`

// Brief says whether there is an error.
func Brief(err error) string { // want Brief:`tells \[0\]`
	if err != nil {
		return "failed"
	}
	return "fine"
}
