// want package:"speaks MCP"

// Package reserveduse has JSON-RPC codes, with an SDK.
package reserveduse

import (
	"errcode/reservedcodes"
	"errcode/reservedkit"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var _ mcp.CallToolResult

const (
	codeBusy = -32050 // want `code codeBusy, -32050, is reserved by MCP, which does not define it`
	codeOwn  = -32019
) // shape: errcode/reserved-mcp

func errs() []error {
	return []error{
		&jsonrpc.Error{Code: codeBusy},
		&jsonrpc.Error{Code: codeOwn},
		&jsonrpc.Error{Code: jsonrpc.CodeHeaderMismatch}, // shape: errcode/not-sdk
		&jsonrpc.Error{Code: reservedcodes.Busy},         // want `code reservedcodes.Busy, -32050, is reserved by MCP`
		// shape: errcode/reserved-cross-package
		&jsonrpc.Error{Code: reservedcodes.Other},
		reservedkit.New(reservedkit.CodeFull, "full"), // want `code reservedkit.CodeFull, -32060, is reserved by MCP`
		// shape: errcode/reserved-mcp-cross-package
		reservedkit.New(reservedkit.CodeQuota, "quota"),
	}
}

const (
	codeListed       = -32070 // want `code codeListed, -32070, is reserved by MCP`
	codeTyped  int64 = -32071 // want `code codeTyped, -32071, is reserved by MCP`
) // shape: errcode/reserved-list

func listed() (errs []error) {
	for _, code := range []int64{codeListed, codeTyped} {
		errs = append(errs, &jsonrpc.Error{Code: code})
	}
	return errs
}
