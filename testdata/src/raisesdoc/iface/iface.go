// Package iface has interfaces and their implementations.
package iface

import "errors"

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")
	ErrC = errors.New("c")
)

// A Reader is embedded.
type Reader interface {
	// Read fails with [ErrA].
	Read() error // want `implementations of Reader.Read may return ErrC, which its doc comment does not list`
}

// A File is documented.
type File interface {
	Reader

	// Sync may fail.
	//
	// Errors:
	//   - [ErrB]
	Sync() error // want `implementations of File.Sync may return ErrA and ErrC, which its doc comment does not list`
}

// Disk is used as a File.
type Disk struct{ n int }

// Open opens a disk.
func Open() File { return &Disk{} }

func (d *Disk) Read() error { // shape: raisesdoc/interface
	if d.n > 0 {
		return ErrA
	}
	return ErrC
}

// Sync leaves the list to File.
func (d *Disk) Sync() error { return ErrB } // shape: raisesdoc/not-implements

// Tape is generic, and a value.
type Tape[T any] struct{ v T }

var _ File = Tape[int]{}

func (t Tape[T]) Read() error { return ErrA } // shape: raisesdoc/not-implements

func (t Tape[T]) Sync() error { return ErrA } // shape: raisesdoc/interface

// Fewer has other parameters: it implements nothing.
type Fewer struct{}

func (Fewer) Read(n int) error { return ErrA } // shape: raisesdoc/listed-method // want `Fewer.Read may return ErrA, and has no doc comment`

// Chance is a File, for all that the package says.
type Chance struct{}

// Read leaves the list to Reader, too.
func (Chance) Read() error { return ErrA } // shape: raisesdoc/not-implements

// Sync does likewise.
func (Chance) Sync() error { return ErrC } // shape: raisesdoc/interface

// Wrapped has a File, and is none.
type Wrapped struct{ File }

// Sync speaks for itself.
func (w Wrapped) Sync() error { return ErrC } // shape: raisesdoc/listed-method // want `Wrapped.Sync may return ErrC, which its doc comment does not list`
