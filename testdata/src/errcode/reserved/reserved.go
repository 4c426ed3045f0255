// Package reserved has JSON-RPC codes, and no SDK.
package reserved

import "golang.org/x/exp/jsonrpc2"

const (
	codeBusy    = -32150 // want `code codeBusy, -32150, is reserved by JSON-RPC, which does not define it`
	codeOwn     = -32050 // MCP is not spoken here
	codeParse   = -32700
	codeRequest = -32800 // shape: errcode/not-lsp
) // shape: errcode/reserved

func busy(n int) error {
	switch n {
	case 0:
		return jsonrpc2.NewError(codeBusy, "busy")
	case 1:
		return jsonrpc2.NewError(codeOwn, "own")
	case 2:
		return jsonrpc2.NewError(codeParse, "parse")
	case 3:
		return jsonrpc2.NewError(-32500, "literal") // want `the code -32500 is reserved by JSON-RPC`
		// shape: errcode/reserved-literal
	}
	return jsonrpc2.NewError(codeRequest, "cancelled")
}
