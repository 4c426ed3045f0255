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
	Read() error
}

// A File is documented.
type File interface {
	Reader

	// Sync may fail.
	//
	// Errors:
	//   - [ErrB]
	Sync() error
}

// Disk is used as a File.
type Disk struct{ n int }

// Open opens a disk.
func Open() File { return &Disk{} }

func (d *Disk) Read() error { // shape: raisesdoc/interface // want `\(\*Disk\).Read may return ErrC, which the doc comment of Reader.Read does not list`
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

func (t Tape[T]) Sync() error { return ErrA } // shape: raisesdoc/interface // want `Tape.Sync may return ErrA, which the doc comment of File.Sync does not list`

// Fewer has other parameters: it implements nothing.
type Fewer struct{}

func (Fewer) Read(n int) error { return ErrA } // shape: raisesdoc/listed-method // want `Fewer.Read may return ErrA, and has no doc comment`
