// Package dropped has errors that are left out of the error returned in their place.
package dropped

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/exec"
)

var (
	ErrMissing = errors.New("missing")
	ErrBroken  = errors.New("broken")
)

func sentinel(name string) (string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return "", ErrMissing // shape: wrapcause/dropped-sentinel // want `ErrMissing is returned in place of err, so errors.Is and errors.As cannot find the cause`
	}
	return string(data), nil
}

func foreignSentinel(r io.Reader) error {
	if _, err := r.Read(nil); err != nil {
		return io.ErrUnexpectedEOF // shape: wrapcause/dropped-sentinel // want `io.ErrUnexpectedEOF is returned in place of err`
	}
	return nil
}

func fresh(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return errors.New("invalid JSON") // shape: wrapcause/dropped-new // want `errors.New makes an error in place of err`
	}
	if _, err := exec.Command("git").Output(); err != nil {
		return fmt.Errorf("no git for %s", b) // shape: wrapcause/dropped-new // want `fmt.Errorf makes an error in place of err`
	}
	if _, err := exec.Command("git").Output(); err != nil {
		return fmt.Errorf("%w: git", ErrMissing) // shape: wrapcause/dropped-new // want `fmt.Errorf makes an error in place of err`
	}
	if err := json.Unmarshal(b, &v); err == nil {
		return nil
	} else {
		return errors.New("invalid JSON") // shape: wrapcause/dropped-new // want `errors.New makes an error in place of err`
	}
}

func logged(g func() error) error {
	err := g()
	if err != nil {
		log.Printf("g: %v", err)
		return errors.New("g failed") // shape: wrapcause/dropped-new // want `errors.New makes an error in place of err`
	}
	return nil
}

func merged(g func() error, strict bool) error {
	var out error
	err := g()
	if err != nil {
		out = ErrBroken // shape: wrapcause/dropped-sentinel // want `ErrBroken is returned in place of err`
	}
	return out
}

func closure() func() error {
	return func() error {
		if err := os.Remove("x"); err != nil {
			return ErrBroken // shape: wrapcause/dropped-sentinel // want `ErrBroken is returned in place of err`
		}
		return nil
	}
}

func named(g func() error) (err error) {
	defer func() { log.Print(err) }()
	err = g()
	if err != nil {
		return ErrBroken // shape: wrapcause/dropped-named-result // want `ErrBroken is returned in place of err`
	}
	return nil
}

func namedAgain(g func() error) (n int, err error) {
	defer func() { log.Print(err) }()
	if err = g(); err != nil {
		err = errors.New("g failed") // shape: wrapcause/dropped-named-result // want `errors.New makes an error in place of err`
		return
	}
	if err = g(); err != nil {
		return 0, fmt.Errorf("g: %w", err)
	}
	return 1, nil
}

type opError struct {
	Op  string
	Err error
}

func (e *opError) Error() string { return e.Op }
func (e *opError) Unwrap() error { return e.Err }

func unset(g func() error) error {
	if err := g(); err != nil {
		return &opError{Op: "g"} // shape: wrapcause/dropped-unset // want `opError is returned with its field Err unset in place of err`
	}
	if err := g(); err != nil {
		return &opError{Op: "g", Err: ErrBroken} // shape: wrapcause/dropped-unset // want `opError is returned in place of err`
	}
	if err := g(); err != nil {
		return &opError{"g", err}
	}
	if err := g(); err != nil {
		e := &opError{Op: "g"}
		e.Err = fmt.Errorf("wrapped: %w", err)
		return e
	}
	return nil
}

func newOp(op string, err error) *opError { return &opError{op, err} }

func newEmpty(op string) *opError { return &opError{Op: op} }

func constructed(g func() error) error {
	if err := g(); err != nil {
		return newEmpty("g") // shape: wrapcause/dropped-unset // want `newEmpty makes an error in place of err`
	}
	if err := g(); err != nil {
		return newOp("g", nil) // shape: wrapcause/dropped-unset // want `newOp makes an error in place of err`
	}
	if err := g(); err != nil {
		return newOp("g", err)
	}
	if err := g(); err != nil {
		return fmt.Errorf("more: %w", newOp("g", err))
	}
	return nil
}

// A promoted Unwrap unwraps.

type base struct{ err error }

func (b *base) Unwrap() error { return b.err }

type derived struct {
	base
	op string
}

func (d *derived) Error() string { return d.op }

func promoted(g func() error) error {
	if err := g(); err != nil {
		return &derived{base{err}, "g"}
	}
	return nil
}

// NewLost has no use for what it is given.
func NewLost(op string, err error) error { // shape: wrapcause/ignored-param // want NewLost:`makes\(always; text \[0\]; ignores \[1\]\)` `NewLost ignores its parameter err, so errors.Is and errors.As cannot find it in the error that is returned`
	return &opError{Op: op}
}

func callsLost(g func() error) error {
	if err := g(); err != nil {
		return NewLost("g", err) // the finding is on NewLost
	}
	return nil
}

// An implementation of a function type cannot choose its parameters.
func asHandler(op string, err error) error { return &opError{Op: op} }

var handler func(string, error) error = asHandler

// A filter returns the error that it is given, or none: who wraps that wraps the other.

func filtered(name string) (errs error) {
	filter := func(err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	err := os.Remove(name)
	if filter(err) != nil {
		errs = errors.Join(errs, err)
	}
	if filter(err) != nil {
		return errors.New("cannot remove") // want `errors.New makes an error in place of filter\(err\)`
	}
	return errs
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// What a filter has taken away is known.
func required(name string) error {
	_, err := os.Stat(name)
	if ignoreMissing(err) != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s is part of each installation", name) // shape: wrapcause/not-filtered
	}
	_, err = os.Stat(name + ".old")
	if ignoreMissing(err) == nil {
		return nil
	}
	return fmt.Errorf("%s.old is there", name) // want `fmt.Errorf makes an error in place of ignoreMissing`
}
