// Package publishedone has one of the published codes.
package publishedone

// A Code is a code.
type Code string

// Codes.
const (
	NotFound Code = "DOCUMENT_NOT_FOUND" // want `there is no constant for DATABASE_ERROR, which is published`
	Other    Code = "OTHER"
) // shape: errcode/published-one

// An Error has a code.
type Error struct{ code Code }

func (e *Error) Error() string { return "failed" }

// Code is the code.
func (e *Error) Code() Code { return e.code }
