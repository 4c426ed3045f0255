package context

import (
	"encoding/json"
	"errors"
	"fmt"
)

func zeroes(n int) error {
	switch n {
	case 0:
		// shape: domainerr/context-new
		return new(FileError) // want `FileError is made without Path and Line`
	case 1:
		e := new(FileError) // want `FileError is made without Path and Line`
		e.Op = "read"
		return e
	case 2:
		// shape: domainerr/context-variable
		var e FileError // want `FileError is made without Path and Line`
		e.Op = "read"
		return &e
	case 3:
		var e ValueError // want `ValueError is made without Query`
		return fmt.Errorf("x: %w", e)
	case 4:
		e := ValueError{N: 4} // want `ValueError is made without Query`
		e.N++
		return e
	}
	return nil
}

func op(e *FileError) { e.Op = "read" }

func filled(n int, text []byte, err error) error {
	switch n {
	case 0:
		var e FileError
		op(&e)
		return &e // shape: domainerr/not-context-filled
	case 1:
		e := new(FileError)
		if err := json.Unmarshal(text, e); err != nil {
			return err
		}
		return e // shape: domainerr/not-context-filled
	case 2:
		var e ValueError
		if errors.As(err, &e) {
			return e // shape: domainerr/not-context-filled
		}
	}
	return nil
}

func scanned(text string) error {
	var e ValueError
	if _, err := fmt.Sscan(text, &e.N, &e.Query); err != nil {
		return err
	}
	return e // shape: domainerr/not-context-filled
}

var inVariable = func() error {
	e := ValueError{N: 1} // want `ValueError is made without Query`
	return e
}

func (e ValueError) same() error { return e }

func (e ValueError) number() int { return e.N }

func bySame() error {
	// shape: domainerr/context-variable
	e := ValueError{N: 1} // want `ValueError is made without Query`
	return e.same()
}

func named() (err error) {
	err = ValueError{N: 1} // want `ValueError is made without Query`
	return
}

func targets(err error) (string, int) {
	target := ValueError{}
	if errors.As(err, &target) {
		return target.Query, target.N // shape: domainerr/not-context-target
	}
	return "", 0
}

func thrown() { panic(ValueError{N: 1}) } // shape: domainerr/not-context-read

func readOnly() (string, int) {
	e := ValueError{N: 1}
	return e.Error(), e.number() // shape: domainerr/not-context-read
}

var zeroError ValueError // shape: domainerr/not-context-read

var _ = []any{zeroes, filled, scanned, inVariable, bySame, named, targets, thrown, readOnly, zeroError}
