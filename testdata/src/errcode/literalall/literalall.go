// Package literalall has literals where codes stand, each of which is to be reported.
package literalall

// An Error has a code.
type Error struct{ code string }

func (e *Error) Error() string { return "failed" }

// Code is the code.
func (e *Error) Code() string { return e.code }

func literal() error {
	return &Error{"not-found"} // want `the code "not-found" is written as a literal: give it a constant`
} // shape: errcode/literal-any

const conflict = "conflict"

func named() error { return &Error{conflict} }

func none() error { return &Error{""} } // shape: errcode/not-zero

func compared(e *Error) bool { return e.Code() == "other" }
