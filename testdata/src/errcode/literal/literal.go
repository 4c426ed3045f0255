// Package literal has literals where codes stand.
package literal

import (
	"errors"
	"fmt"

	"errcode/literalkit"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"golang.org/x/exp/jsonrpc2"
)

// A Code is a code.
type Code string

// Codes.
const (
	NotFound Code = "not-found"
	Internal Code = "internal-error"
)

// An Error has one.
type Error struct {
	code Code
}

func (e *Error) Error() string { return "failed" }

// Code is the code.
func (e *Error) Code() Code {
	if e.code == "" {
		return "internal-error" // want `the code "internal-error" is written as a literal: it is the constant Internal`
	} // shape: errcode/literal-result
	return e.code
}

func field() error {
	return &jsonrpc.Error{Code: -32603, Message: "internal error"} // want `the code -32603 is written as a literal: it is the constant jsonrpc.CodeInternalError`
} // shape: errcode/literal-field

func argument() error {
	return jsonrpc2.NewError(-32602, "invalid params") // want `the code -32602 is written as a literal: it is the constant jsonrpc.CodeInvalidParams`
} // shape: errcode/literal-argument

func message(id int) map[string]any {
	return map[string]any{
		"jsonrpc": "2.0",
		"id":      id,
		"error":   map[string]any{"code": -32601, "message": "no such method"}, // want `the code -32601 is written as a literal`
	} // shape: errcode/literal-map
}

func own() error {
	return &Error{code: "not-found"} // want `the code "not-found" is written as a literal: it is the constant NotFound`
} // shape: errcode/literal-own

func converted() error {
	return &Error{code: Code("not-found")} // want `the code "not-found" is written as a literal: it is the constant NotFound`
} // shape: errcode/literal-conversion

func newError(c Code) error { return &Error{c} }

func helper() error {
	return newError("not-found") // want `the code "not-found" is written as a literal: it is the constant NotFound`
} // shape: errcode/literal-helper

func otherHelper() error {
	return literalkit.New("conflict", "text") // want `the code "conflict" is written as a literal: it is the constant literalkit.Conflict`
} // shape: errcode/literal-helper-cross-package

func variable(missing bool) error {
	code := Internal
	if missing {
		code = "not-found" // want `the code "not-found" is written as a literal: it is the constant NotFound`
	} // shape: errcode/literal-variable
	return newError(code)
}

var table = map[string]Code{
	"missing": "not-found", // want `the code "not-found" is written as a literal: it is the constant NotFound`
} // shape: errcode/literal-table

func compared(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code() == "not-found" // want `the code "not-found" is written as a literal: it is the constant NotFound`
} // shape: errcode/literal-compared

// Named constants, and a value that no constant has.
func good(n int) error {
	switch n {
	case 0:
		return newError(NotFound)
	case 1:
		return newError("no constant has this")
	case 2:
		return newError(table[fmt.Sprint(n)])
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "x"}
}
