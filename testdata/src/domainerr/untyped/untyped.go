// Package untyped has functions that are marked as adapters.
package untyped

import (
	"errors"
	"fmt"
	"os"

	"domainerr/untypedpkg"

	pkgerrors "github.com/pkg/errors"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var ErrMissing = errors.New("missing")

type Failure struct { // want Failure:`leaves\(pointer\)`
	Op  string
	Err error
}

func (f *Failure) Error() string { return f.Op }
func (f *Failure) Unwrap() error { return f.Err }

// shape: domainerr/untyped
//
//errlint:adapter
func Fresh() error { // want `Fresh may return an error that has neither a type nor a sentinel`
	return errors.New("failed")
}

// shape: domainerr/untyped-wrapped
//
//errlint:adapter
func Wrapped() error { // want `Wrapped may return an error that has neither`
	if err := fresh(); err != nil {
		return fmt.Errorf("read: %w", err) // shape: domainerr/untyped-helper
	}
	return ErrMissing
}

func fresh() error { return errors.New("x") }

// shape: domainerr/untyped-foreign
//
//errlint:adapter
func Foreign(s string) error { // want `Foreign may return an error that has neither`
	return pkgerrors.New(s)
}

// shape: domainerr/untyped-cross-package
//
//errlint:adapter
func Other() error { // want `Other may return an error that has neither`
	return untypedpkg.Load("x")
}

//errlint:adapter
func sentinel(name string) error { // shape: domainerr/not-untyped-sentinel
	if name == "" {
		return fmt.Errorf("%q: %w", name, ErrMissing)
	}
	return ErrMissing
}

//errlint:adapter
func Both() error { // shape: domainerr/not-untyped-both
	if err := fresh(); err != nil {
		if err.Error() == "" {
			return errors.Join(ErrMissing, err)
		}
		return fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return nil
}

//errlint:adapter
func Typed() error { // shape: domainerr/not-untyped-type
	if err := fresh(); err != nil {
		return &Failure{Op: "x", Err: fmt.Errorf("in it: %w", err)}
	}
	return nil
}

//errlint:adapter
func Standard(name string) error { // shape: domainerr/not-untyped-standard
	if _, err := os.ReadFile(name); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	_, err := os.Readlink(name)
	return err
}

//errlint:adapter
func Deep(name string) error { return untypedpkg.Standard(name) } // a path error, with others that have no name of their own

//errlint:adapter
func Reply(s string) error { // shape: domainerr/not-untyped-foreign
	if err := status.Error(codes.NotFound, s); err != nil {
		return fmt.Errorf("call: %w", err)
	}
	return nil
}

type store interface{ Get() error }

//errlint:adapter
func Unknown(s store) error { return s.Get() } // shape: domainerr/not-untyped-unknown

func NoAdapter() error { return errors.New("x") } // shape: domainerr/not-untyped-unmarked

//errlint:adapter
func Accepted() error { //errlint:ignore domainerr the caller prints it
	return errors.New("x")
}

var _ = sentinel
