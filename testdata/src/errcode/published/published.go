// Package published has some of the published codes.
package published

// A Code is a code.
type Code string

// Codes.
const (
	DatabaseError Code = "DATABASE_ERROR" // want `there is no constant for INTERNAL_ERROR, which is published`
	NotFound      Code = "DOCUMENT_NOT_FOUND"
	Other         Code = "OTHER"
) // shape: errcode/published

// An Error has a code.
type Error struct{ code Code }

func (e *Error) Error() string { return "failed" }

// Code is the code.
func (e *Error) Code() Code { return e.code }
