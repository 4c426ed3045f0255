package literal

import (
	"errcode/literalkit"
)

func missingImport() *literalkit.Coded {
	return &literalkit.Coded{Number: -32600} // want `the code -32600 is written as a literal: it is the constant jsonrpc.CodeInvalidRequest`
} // shape: errcode/literal-import
