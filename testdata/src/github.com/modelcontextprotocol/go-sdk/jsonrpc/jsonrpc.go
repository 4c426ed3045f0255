// Package jsonrpc stands in for the SDK's package of this name.
package jsonrpc

import "encoding/json"

// An Error is the error object of JSON-RPC.
type Error struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *Error) Error() string { return e.Message }

// The codes of JSON-RPC.
const (
	CodeParseError     = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternalError  = -32603
)

// CodeHeaderMismatch is a code of MCP.
const CodeHeaderMismatch = -32020
