// Package unique has codes that others have, too.
package unique

import (
	"errcode/uniquebase"

	"golang.org/x/exp/jsonrpc2"
)

const missing = "not-found" // want `code missing has the value of uniquebase.NotFound, "not-found"`
// shape: errcode/duplicate-module-cross-package

func lost() error { return &uniquebase.Error{Kind: missing} }

// A Code is a code.
type Code int64

// Codes.
const (
	Busy Code = -32001
)

const (
	busy      = -32001 // want `code busy has the value of Busy, -32001`
	parse     = -32700 // shape: errcode/not-wrapper
	mistyped  = -32700
	different = -32002
) // shape: errcode/duplicate-module

func rpc(n int) error {
	switch n {
	case 0:
		return jsonrpc2.NewError(int64(Busy), "busy")
	case 1:
		return jsonrpc2.NewError(busy, "busy")
	case 2:
		return jsonrpc2.NewError(parse, "parse")
	case 3:
		return jsonrpc2.NewError(mistyped, "parse")
	}
	return jsonrpc2.NewError(different, "x")
}
