// Package apperr has errors with codes.
package apperr

// A Code is what clients tell errors apart by.
type Code string

// Codes.
const (
	NotFound Code = "not-found"
	Internal Code = "internal-error"
)

// Reason is none: it reaches no place for codes.
type Reason string

// Stale is a reason.
const Stale Reason = "stale"

// An Error has a code.
type Error struct {
	Kind   Code
	Reason Reason
	Plain  string
}

func (e *Error) Error() string { return string(e.Reason) }

// Code is the code.
func (e *Error) Code() Code {
	if e.Kind == "" { // code: own compared
		return Internal // code: own Internal
	}
	return e.Kind
}

// New makes an error.
func New(c Code, plain string) *Error {
	return &Error{Kind: c, Reason: Stale, Plain: plain}
}

// Missing has a code of a basic type.
type Missing struct{ code string }

func (Missing) Error() string { return "missing" }

// ErrorCode is the code.
func (m Missing) ErrorCode() string { return pick(m.code) }

func pick(c string) string {
	if c == "" { // code: own compared
		c = fallback // code: own fallback
	}
	codes := []string{"first", "second"} // code: own, own
	for _, d := range codes {
		if d == c {
			return d
		}
	}
	if other, ok := table[c]; ok {
		return other
	}
	return c
}

const fallback = "fallback"

var table = map[string]string{"a": "from-table"} // code: own

func missing() error { return Missing{code: "literal"} } // code: own
