// Package literalkit has errors with codes.
package literalkit

// Conflict is a code.
const Conflict Code = "conflict"

// A Code is a code.
type Code string

// An Error has one.
type Error struct {
	code Code
	text string
}

func (e *Error) Error() string { return e.text }

// ErrorCode is the code.
func (e *Error) ErrorCode() Code { return e.code }

// New makes an error.
func New(c Code, text string) error { return &Error{c, text} }

// A Coded is the error object of JSON-RPC.
type Coded struct {
	Number  int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

func (c *Coded) Error() string { return c.Message }
