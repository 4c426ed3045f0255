// Package literalname gives the error object of JSON-RPC a name, and its codes.
package literalname

import "errcode/literalwire"

// Error is the error object.
type Error = literalwire.WireError

// Codes.
const (
	CodeFailed = -32603
	CodeParams = -32602
)
