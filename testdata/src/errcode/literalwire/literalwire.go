// Package literalwire has the error object of JSON-RPC for package literalname.
package literalwire

// A WireError is it.
type WireError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

func (e *WireError) Error() string { return e.Message }
