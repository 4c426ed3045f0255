// Package style has codes of which not all are in kebab case.
package style

// A Code is a code.
type Code string

// Codes.
const (
	NotFound Code = "not-found"
	Internal Code = "InternalError" // want `code Internal, "InternalError", is not in kebab`
	Busy     Code = "too_busy"      // want `code Busy, "too_busy", is not in kebab`
) // shape: errcode/style-kebab

const Failed = Internal // shape: errcode/not-alias-style

// Deprecated: use Busy.
const Occupied Code = "OCCUPIED" // shape: errcode/not-deprecated-style

// An Error has a code.
type Error struct{ code Code }

func (e *Error) Error() string { return "failed" }

// Code is the code.
func (e *Error) Code() Code {
	if e.code == "" {
		return "Unknown" // want `the code "Unknown" is not in kebab`
	} // shape: errcode/style-literal
	return e.code
}
