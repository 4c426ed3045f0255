// Package publishedtypes has none of the published codes, but the type that is configured as theirs.
package publishedtypes

// A Code is a code.
type Code string

// Codes.
const (
	Other Code = "OTHER" // want `there is no constant for DATABASE_ERROR and INTERNAL_ERROR, which are published`
) // shape: errcode/published-type

// A Reason is of another type.
type Reason string

// Reasons.
const Gone Reason = "GONE"

// An Error has a code.
type Error struct{ code Code }

func (e *Error) Error() string { return "failed" }

// Code is the code.
func (e *Error) Code() Code { return e.code }

var _ = []any{Other, Gone}
