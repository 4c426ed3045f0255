// Package jsonrpc2 has the shape of a package that runs functions of others.
package jsonrpc2

import "context"

// A Request is one.
type Request struct{ Method string }

// A HandlerWithErrorConfigurer is a handler.
type HandlerWithErrorConfigurer struct {
	handleFunc func(context.Context, *Request) (any, error)
}

// HandlerWithError answers requests by what a function returns.
func HandlerWithError(handleFunc func(context.Context, *Request) (any, error)) *HandlerWithErrorConfigurer {
	return &HandlerWithErrorConfigurer{handleFunc}
}

// Middleware changes a handler.
func Middleware(handleFunc func(context.Context, *Request) (any, error)) func(context.Context, *Request) (any, error) {
	return handleFunc
}
