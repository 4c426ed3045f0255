// Package context has errors that must carry where they happened.
package context

import (
	"errors"
	"fmt"
)

type Base struct{ Path string }

type FileError struct { // want FileError:`leaves`
	Base
	Op   string
	Line int
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprint(e.Op, e.Err) }

// shape: domainerr/context-method
func (e *FileError) Problem() map[string]any { // want `Problem of FileError does not read Line`
	return map[string]any{"path": e.where()} // shape: domainerr/not-context-helper
}

func (e *FileError) where() string { return e.Path }

func (e *FileError) at(line int) *FileError {
	e.Line = line
	return e
}

type GitError struct { // want GitError:`leaves`
	Command string
	Dir     string
	Ref     string
}

func (e GitError) Error() string { return e.Command }

func (e GitError) Code() string { return "git" }

// shape: domainerr/context-methods
func (e GitError) Problem() map[string]string { // want `Problem and Code of GitError do not read Ref`
	return map[string]string{"command": e.Command, "dir": e.Dir}
}

func made() error { return GitError{"push", "/", "main"} }

type ValueError struct { // want ValueError:`leaves`
	Query string
	N     int
}

func (e ValueError) Error() string { return e.Query }

func (e ValueError) Problem() any { return format(e) }

func format(v any) any { return v }

func literals(n int) error {
	switch n {
	case 0:
		// shape: domainerr/context-literal
		return ValueError{N: 1} // want `ValueError is made without Query`
	case 1:
		// shape: domainerr/context-pointer
		return &FileError{Base: Base{Path: "x"}, Op: "read"} // want `FileError is made without Line`
	case 2:
		// shape: domainerr/context-embedded
		return &FileError{Base: Base{}, Line: 1} // want `FileError is made without Path`
	case 3:
		// shape: domainerr/context-wrapped
		return fmt.Errorf("x: %w", ValueError{}) // want `ValueError is made without Query`
	case 4:
		return ValueError{"x", 1} // shape: domainerr/not-context-set
	case 5:
		return &FileError{Base: Base{Path: ""}, Line: 0} // shape: domainerr/not-context-zero
	}
	return nil
}

func later() error {
	e := &FileError{Base: Base{Path: "x"}}
	e.Line = 3 // shape: domainerr/not-context-later
	return e
}

func setter() error {
	e := &FileError{Base: Base{Path: "x"}}
	return e.at(3) // shape: domainerr/not-context-setter
}

type option func(*FileError)

func optional(options ...option) error {
	e := &FileError{Base: Base{Path: "x"}}
	for _, set := range options {
		set(e) // shape: domainerr/not-context-option
	}
	return e
}

func inLiteral() error {
	e := &FileError{Base: Base{Path: "x"}}
	func() { e.Line = 1 }() // shape: domainerr/not-context-closure
	return e
}

func chained() error { return (&FileError{Base: Base{Path: "x"}}).at(3) }

func target(err error) bool {
	v := new(ValueError)
	return errors.As(err, v) || errors.Is(err, ValueError{}) || errors.As(err, &ValueError{}) // shape: domainerr/not-context-target
}

var _ error = ValueError{} // shape: domainerr/not-context-asserted

var _ = []any{made, literals, later, setter, optional, inLiteral, chained, target}
