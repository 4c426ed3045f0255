// Package documented has codes with and without comments.
package documented

// A Code is a code.
type Code string

// Codes.
const (
	// NotFound is documented.
	NotFound Code = "not-found"
	Internal Code = "internal" // so is this
)

const (
	/* want `code Busy has no comment that says what it means` */ Busy Code = "busy"

	// Gone has one.
	Gone Code = "gone"
) // shape: errcode/documented

// Alone is documented by the comment of the declaration.
const Alone Code = "alone"

const Other = Busy

// An Error has a code.
type Error struct{ code Code }

func (e *Error) Error() string { return "failed" }

// Code is the code.
func (e *Error) Code() Code { return e.code }
