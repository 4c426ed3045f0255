package literal

import (
	"errcode/literalname"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

func ofAlias() error {
	return &literalname.Error{Code: -32602} // want `the code -32602 is written as a literal: it is the constant literalname.CodeParams`
}

func ofSDK(invalid bool) error {
	code := int64(jsonrpc.CodeInternalError)
	if invalid {
		code = -32602 // want `the code -32602 is written as a literal: it is the constant jsonrpc.CodeInvalidParams`
	} // shape: errcode/literal-place
	return &jsonrpc.Error{Code: code}
}

func generic() error {
	return newAny("conflict-of-any") // want `the code "conflict-of-any" is written as a literal: it is the constant anyConflict`
} // shape: errcode/literal-generic

const anyConflict = "conflict-of-any"

type anyError struct{ code string }

func (e *anyError) Error() string { return "any" }

func (e *anyError) Code() string { return e.code }

func newAny[T ~string](code T) error { return &anyError{string(code)} }

var _ = newAny(anyConflict)

var statuses = map[Code]int{
	"not-found": 404, // want `the code "not-found" is written as a literal: it is the constant NotFound`
	Internal:    500,
	"other":     500,
} // shape: errcode/literal-key

func status(codes chan<- Code) int {
	codes <- "not-found" // want `the code "not-found" is written as a literal: it is the constant NotFound`
	// shape: errcode/literal-sent
	return statuses["not-found"] // want `the code "not-found" is written as a literal: it is the constant NotFound`
}

func closure() func() Code {
	return func() Code { return "not-found" } // want `the code "not-found" is written as a literal: it is the constant NotFound`
} // shape: errcode/literal-closure
