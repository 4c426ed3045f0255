// Package jsonrpc2 stands in for the package of this name.
package jsonrpc2

// NewError returns an error that becomes the error object of a reply.
func NewError(code int64, message string) error { return nil }
