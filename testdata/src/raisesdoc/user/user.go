// Package user calls functions of other packages.
package user

import (
	"errors"
	"fmt"

	"raisesdoc/dep"
)

var ErrUser = errors.New("user")

func Calls() error { return fmt.Errorf("user: %w", dep.Load()) } // shape: raisesdoc/calls-package // want `Calls may return dep.ErrDep, and has no doc comment`

func Sub() error { return fmt.Errorf("user: %w", dep.LoadSub()) } // shape: raisesdoc/not-passed-through

func Wraps() error { return dep.Wrap(dep.Load(), "x") } // shape: raisesdoc/calls-package // want `Wraps may return dep.ErrDep, and has no doc comment`

func Try() error { return dep.Try(func() error { return ErrUser }) } // shape: raisesdoc/func-param // want `Try may return ErrUser, and has no doc comment`

func Guarded(n int) error { // shape: raisesdoc/guard-helper // want `Guarded may return ErrUser, and has no doc comment`
	err := dep.Load()
	if n > 0 {
		err = ErrUser
	}
	if dep.IsDep(err) {
		return nil
	}
	return err
}

func GuardedBase() error { // shape: raisesdoc/not-guard
	if err := dep.LoadSub(); !errors.Is(err, dep.ErrDep) {
		return err
	}
	return nil
}

func OpError() error { // shape: raisesdoc/unwrap-package // want `OpError may return dep.ErrDep and \*dep.OpError, and has no doc comment`
	if err := dep.Load(); err != nil {
		return &dep.OpError{Op: "x", Err: err}
	}
	return nil
}

func Constructed() error { // shape: raisesdoc/unwrap-package // want `Constructed may return dep.ErrDep and \*dep.OpError, and has no doc comment`
	if err := dep.Load(); err != nil {
		return dep.NewOpError("x", err)
	}
	return nil
}

// Constructor makes an error.
func Constructor(op string) error { return dep.NewOpError(op, errors.New("x")) } // shape: raisesdoc/not-constructor // want Constructor:`constructs`

func Store(s dep.Store) error { // shape: raisesdoc/interface-doc // want `Store may return dep.ErrDep, and has no doc comment`
	_, err := s.Get("")
	return fmt.Errorf("user: %w", err)
}

func StorePut(s dep.Store) error { return s.Put("", "") } // shape: raisesdoc/not-interface-no-doc

func StoreClose(s dep.Store) error { return s.Close() } // shape: raisesdoc/not-interface-no-doc

// Internal fails with an error of an internal package.
func Internal() error { return dep.Deep() } // shape: raisesdoc/not-internal
